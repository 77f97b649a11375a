import type { Finding } from '../consent/findings.ts';
import type { FootprintIncrease, PrintedFootprint } from '../consent/footprint-increase.ts';
import type { OriginChange } from '../consent/origin.ts';

/** What a registry says of a release, and what of that is proved. */
export interface ReleaseView {
  /** Who published it. */
  readonly publisher?: string;
  /** ISO 8601. */
  readonly publishedAt?: string;
  readonly signatures: 'verified' | 'absent';
  /** Who built it, and who vouches for that. */
  readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
}

/** A package that comes with a plugin, in the version npm would take. */
export interface PackageChange {
  readonly name: string;
  readonly range: string;
  readonly version: string;
  /** ISO 8601; absent if its registry doesn't say. */
  readonly publishedAt?: string;
  readonly installScripts: boolean;
}

/** What a command does with one plugin. */
export interface PluginChange {
  readonly name: string;
  readonly version: string;
  readonly change: 'added' | 'updated' | 'removed' | 'enabled' | 'disabled';
  /** As the lockfile names it: `bundled:…`, `folder:…`, `archive:…` or `registry:…`. */
  readonly source: string;
  /** Of one that a registry has. */
  readonly release?: ReleaseView;
  /** What the plugin puts into the project, or what it did until now. */
  readonly footprint: PrintedFootprint;
  /** Of its models, those that are others' too: they get more fields. */
  readonly extends: readonly string[];
  /** What registries say of packages that come with it; only where a policy wanted to know. */
  readonly packages?: readonly PackageChange[];
  /** It is new, or asks for more than was agreed to. */
  readonly asks: boolean;
  /** By the key of each of its secrets, the environment variable it is read from. */
  readonly variables: Readonly<Record<string, string>>;
  /** Of one that lets people sign in, when it comes: entities everybody may go on reading or writing. */
  readonly open?: readonly string[];
  /** What was agreed to, of a plugin that was there. */
  readonly before?: { readonly version: string; readonly footprint: PrintedFootprint };
  /** What it asks for beyond that. */
  readonly growth?: FootprintIncrease;
  /** Who stands behind it now and didn't before. */
  readonly origin?: readonly OriginChange[];
  /** Advisory; absent where the code wasn't looked at, as with bundled plugins and those that go. */
  readonly findings?: readonly Finding[];
}
