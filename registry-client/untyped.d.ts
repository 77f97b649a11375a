/** Types for the used parts of untyped packages. */
declare module '@npmcli/agent' {
  import type { Agent as HttpAgent, ClientRequest } from 'node:http';

  interface AgentOptions {
    readonly proxy?: string | undefined;
    readonly noProxy?: string | undefined;
    readonly ca?: readonly string[];
  }

  interface AgentRequestOptions {
    readonly protocol: string;
    readonly host: string;
    readonly port: number;
  }

  class Agent extends HttpAgent {
    constructor(options: AgentOptions);
    readonly proxy: { readonly url?: URL };
    addRequest(request: ClientRequest, options: AgentRequestOptions): void;
  }
}

declare module 'npm-pick-manifest' {
  interface Versions {
    readonly name: string;
    readonly versions: Readonly<Record<string, unknown>>;
    readonly 'dist-tags': Readonly<Record<string, string>>;
  }

  export default function pickManifest(
    packument: Versions,
    wanted: string,
    options: object,
    /** Returns one of the given version objects. The object's content is untrusted. */
  ): unknown;
}

declare module 'cacache' {
  interface Entry {
    readonly key: string;
    readonly integrity: string;
    /** Bytes. */
    readonly size: number;
    /** Milliseconds. */
    readonly time: number;
  }

  interface Verification {
    readonly reclaimedCount: number;
    readonly reclaimedSize: number;
    readonly badContentCount: number;
    readonly missingContent: number;
    readonly rejectedEntries: number;
  }

  interface Cache {
    ls(cache: string): Promise<Readonly<Record<string, Entry>>>;
    verify(cache: string): Promise<Verification>;
    readonly rm: {
      entry(cache: string, key: string, options: { readonly removeFully: boolean }): Promise<void>;
      content(cache: string, integrity: string): Promise<void>;
    };
  }

  const cacache: Cache;
  export default cacache;
}

declare module 'npm-packlist' {
  /** Part of a package tree that is read if no dependencies are bundled. */
  interface Tree {
    readonly path: string;
    readonly package: object;
    readonly isProjectRoot: boolean;
    readonly edgesOut: ReadonlyMap<string, unknown>;
  }

  export default function packlist(tree: Tree): Promise<readonly string[]>;
}

declare module 'libnpmpublish' {
  const library: {
    publish(manifest: object, archive: Buffer, options: Readonly<Record<string, unknown>>): Promise<unknown>;
  };
  export default library;
}
