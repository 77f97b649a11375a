/** What the client uses of packages that have no types. */
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
  ): { readonly version: string } | null;
}
