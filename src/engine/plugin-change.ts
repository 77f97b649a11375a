import type { CodeChange } from '../consent/code-changes.ts';
import type { Finding } from '../consent/findings.ts';
import type { FootprintIncrease, PrintedFootprint } from '../consent/footprint-increase.ts';
import type { OriginChange } from '../consent/origin.ts';

/** Registry data of a release, with the verified proofs. */
export interface ReleaseView {
  /** User name of the publisher. */
  readonly publisher?: string;
  /** ISO 8601. */
  readonly publishedAt?: string;
  /** Address of the mirror, or path of its archive, if a mirror served the release. */
  readonly mirror?: string;
  readonly signatures: 'verified' | 'absent';
  /** Build identity and its issuer. */
  readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
}

/** New data migration of an update. */
export interface DataMigrationView {
  readonly version: string;
  /** Path in the project. */
  readonly path: string;
  readonly bytes: number;
  readonly statements: number;
  /** Tables whose rows change. */
  readonly tables: readonly string[];
}

/** Exception that a policy grants to a plugin. */
export interface GrantedException {
  /** Key of the rule that the plugin breaks. */
  readonly rule: string;
  /** The policy that grants the exception. */
  readonly file: string;
  /** ISO 8601, as written. */
  readonly until: string;
  readonly reason: string;
}

/** Package that is installed with a plugin, in the version that npm would install. */
export interface PackageChange {
  readonly name: string;
  readonly range: string;
  readonly version: string;
  /** ISO 8601; absent if the registry does not report it. */
  readonly publishedAt?: string;
  readonly installScripts: boolean;
}

/** Name that can be mistaken for another one. The plan needs consent even if the plugin's path was typed. */
export interface Doubt {
  /**
   * `package`: `like` is a well-known package or a package of the project. `alphabets`: a label with letters that look
   * like those of another alphabet. `like` lists their code points.
   */
  readonly what: 'package' | 'alphabets';
  readonly name: string;
  readonly like: string;
}

/** Change of one plugin by a command. */
export interface PluginChange {
  readonly name: string;
  readonly version: string;
  readonly change: 'added' | 'updated' | 'removed' | 'enabled' | 'disabled';
  /** Source as written in the lockfile: `bundled:…`, `folder:…`, `archive:…` or `registry:…`. */
  readonly source: string;
  /** Release data of a plugin from a registry. */
  readonly release?: ReleaseView;
  /** The plugin's current or last contributions to the project. */
  readonly footprint: PrintedFootprint;
  /** Models that other owners define and the plugin extends with fields. */
  readonly extends: readonly string[];
  /** Plugins that the plugin requires; absent if the list is empty. */
  readonly requires?: readonly string[];
  /** Plugins that require this new or enabled plugin; absent if the list is empty. */
  readonly requiredBy?: readonly string[];
  /** Routes below `/api/auth`, if the plugin extends the authentication of another plugin. */
  readonly signInRoutes?: readonly string[];
  /** Registry data of packages installed with the plugin; only if a policy needs it. */
  readonly packages?: readonly PackageChange[];
  /** Exceptions from policies without which the plugin would be denied or need consent. */
  readonly exceptions?: readonly GrantedException[];
  /**
   * Whether the plugin is new, its code has changed, it changes rows, or it has more permissions or another origin than
   * before.
   */
  readonly asks: boolean;
  /** Environment variables of the plugin's secrets, by secret key. */
  readonly variables: Readonly<Record<string, string>>;
  /** For a new authentication plugin: entities that every caller can change, because no access rule covers them. */
  readonly open?: readonly string[];
  /** Version and footprint that the user agreed to, for an installed plugin. */
  readonly before?: { readonly version: string; readonly footprint: PrintedFootprint };
  /** Permissions beyond that footprint. */
  readonly growth?: FootprintIncrease;
  /** Changes of the plugin's origin and version. */
  readonly origin?: readonly OriginChange[];
  /**
   * Changed code files, by place; empty if no code has changed. Absent for new, bundled, removed and disabled plugins.
   */
  readonly changedCode?: readonly CodeChange[];
  /** New data migrations, oldest version first; absent without any. */
  readonly dataMigrations?: readonly DataMigrationView[];
  /** Names that can be mistaken for others; absent without such names. */
  readonly doubts?: readonly Doubt[];
  /** Advisory findings; absent if the code was not scanned, for example for bundled or removed plugins. */
  readonly findings?: readonly Finding[];
}
