import type { ArchiveLimits } from './archive/limits.ts';
import type { NpmSettings } from './npmrc.ts';

/** What one answer of a registry may cost. */
export interface NetworkLimits {
  /** Bytes of a packument. */
  readonly packumentBytes: number;
  /** Milliseconds until a whole answer has to be there. */
  readonly timeoutMs: number;
  /** How often a failed request is made again. */
  readonly retries: number;
}

export const networkLimits: NetworkLimits = { packumentBytes: 8 * 1024 * 1024, timeoutMs: 30_000, retries: 2 };

/** How old a release must be before it is taken. */
export interface Freshness {
  /** Milliseconds. */
  readonly minAgeMs: number;
  /** Whether a release of unknown age is old enough. */
  readonly acceptsUnknown: boolean;
}

/** Which keys a registry signs with. */
export interface KeyRules {
  /** Whether those it says itself count. */
  readonly asksRegistry: boolean;
  /** Each in the form of a registry's answer; a key counts if it is in all of them. */
  readonly sets: readonly (readonly object[])[];
}

/** What every name is asked of in place of its registry. */
export interface Mirror {
  /** `prefer`: what it hasn't is asked of the registry. */
  readonly mode: 'only' | 'prefer';
  /**
   * A registry, with its addresses that may be reached, all in the form of `registryUrl`; or a folder of archives,
   * absolute.
   */
  readonly place: { readonly url: string; readonly allowed: readonly string[] } | { readonly folder: string };
}

/** Everything the client is told; it looks at nothing else of the machine. */
export interface ClientSettings {
  readonly npm: NpmSettings;
  /** Content of the file of certificate authorities. */
  readonly ca?: string | undefined;
  /** Addresses of registries that may be reached, in the form of `registryUrl`; those npm is told of if absent. */
  readonly allowed?: readonly string[] | undefined;
  /** Of those, the ones that may not be reached after all. */
  readonly denied?: readonly string[] | undefined;
  /** What stands in for those registries; nothing if absent. */
  readonly mirror?: Mirror | undefined;
  /** Whether a redirect may lead to another origin that may be reached, or nowhere; `same-origin` if absent. */
  readonly redirects?: 'none' | 'same-origin' | 'listed' | undefined;
  /** What plain http is taken for: this machine if absent. */
  readonly http?: 'loopback' | 'deny' | undefined;
  /** Folder of answers and archives, absolute. */
  readonly cache: string;
  /** Nothing may be fetched: what the cache has must do. */
  readonly offline: boolean;
  readonly now: Date;
  readonly freshness: (spec: { readonly name: string; readonly registry: string }) => Freshness;
  /** Whom to trust to say who built what, as Sigstore's JSON; its public instance, as of the snapshot, if absent. */
  readonly trustedRoot?: unknown;
  /** Others who have to be trusted instead of that instance: what one of them doesn't vouch for isn't proved. */
  readonly trustedRoots?: readonly unknown[] | undefined;
  /** An instance of Sigstore that signs how a release was made, by its authority and its log; the public one if absent. */
  readonly signing?: { readonly fulcioURL: string; readonly rekorURL: string } | undefined;
  /** Those a registry says itself, if absent. */
  readonly keys?: ((registry: string) => KeyRules) | undefined;
  readonly limits?: Partial<NetworkLimits> | undefined;
  /** What an archive may hold. */
  readonly archive?: ArchiveLimits | undefined;
  /** Ends what is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes of each piece that arrives. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}
