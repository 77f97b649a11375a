import type { ArchiveLimits } from './archive/limits.ts';
import type { NpmSettings } from './npmrc.ts';

/** Limits for one registry response. */
export interface NetworkLimits {
  /** Maximum size of a packument in bytes. */
  readonly packumentBytes: number;
  /** Time limit in milliseconds for a complete response. */
  readonly timeoutMs: number;
  /** Number of retries for a failed request. */
  readonly retries: number;
}

export const networkLimits: NetworkLimits = { packumentBytes: 8 * 1024 * 1024, timeoutMs: 30_000, retries: 2 };

/** Minimum release age. */
export interface Freshness {
  /** Milliseconds. */
  readonly minAgeMs: number;
  /** Whether a release of unknown age is accepted. */
  readonly acceptsUnknown: boolean;
}

/** Rules for a registry's signing keys. */
export interface KeyRules {
  /** Whether keys published by the registry count. */
  readonly asksRegistry: boolean;
  /** Key sets in the format of a registry response. A key must be in every set. */
  readonly sets: readonly (readonly object[])[];
}

/** Mirror settings for all registries. */
export interface Mirror {
  /** `prefer`: the registry is used if the mirror does not have a package. */
  readonly mode: 'only' | 'prefer';
  /**
   * Address and allowed addresses of a mirror registry, in the form of `registryUrl`; or the absolute path of a folder
   * of archives.
   */
  readonly place: { readonly url: string; readonly allowed: readonly string[] } | { readonly folder: string };
}

/** Registry client settings. The client reads no other configuration from the machine. */
export interface ClientSettings {
  readonly npm: NpmSettings;
  /** Content of the certificate authority file. */
  readonly ca?: string | undefined;
  /** Allowed registry addresses, in the form of `registryUrl`. Defaults to npm's configured registries. */
  readonly allowed?: readonly string[] | undefined;
  /** Addresses that are blocked even if allowed. */
  readonly denied?: readonly string[] | undefined;
  /** Mirror for the registries, if any. */
  readonly mirror?: Mirror | undefined;
  /** Redirect rule: no redirect, the same origin, or all allowed registries. Defaults to `same-origin`. */
  readonly redirects?: 'none' | 'same-origin' | 'listed' | undefined;
  /** Whether plain http is allowed for this machine. Defaults to `loopback`. */
  readonly http?: 'loopback' | 'deny' | undefined;
  /** Cache folder, absolute. */
  readonly cache: string;
  /** Whether to use only the cache. */
  readonly offline: boolean;
  readonly now: Date;
  /** Returns the minimum age of one release. Without a version, the minimum age of releases without an exception. */
  readonly freshness: (release: {
    readonly name: string;
    readonly registry: string;
    readonly version?: string;
  }) => Freshness;
  /** Sigstore's trusted root as JSON. Defaults to the bundled root of the public instance. */
  readonly trustedRoot?: unknown;
  /** Additional trusted roots that replace the public instance. Provenance must be valid for all of them. */
  readonly trustedRoots?: readonly unknown[] | undefined;
  /**
   * Sigstore instance that signs provenance, with its certificate authority and transparency log. Defaults to the
   * public instance.
   */
  readonly signing?: { readonly fulcioURL: string; readonly rekorURL: string } | undefined;
  /** Key rules for each registry. Defaults to the registry's own keys. */
  readonly keys?: ((registry: string) => KeyRules) | undefined;
  readonly limits?: Partial<NetworkLimits> | undefined;
  /** Archive limits. */
  readonly archive?: ArchiveLimits | undefined;
  /** Cancels running requests. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the size of each received chunk. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}
