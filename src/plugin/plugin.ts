import type { Operation, RegisterAdminMenu, SettingSchema, SettingValue } from '../../sandbox/index.ts';
import type { DatabaseKind } from '../config/config.ts';

/** Checked `manifest.json` with defaults. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly author?: string;
  readonly license?: string;
  readonly category?: string;
  readonly tier?: string;
  readonly frameworks: readonly string[];
  readonly databases: readonly DatabaseKind[];
  /** Package name → version range, for the packages that the contributed code needs. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, SettingSchema>>;
  readonly adminMenu?: Omit<RegisterAdminMenu, 'kind' | 'id'>;
  readonly provides?: 'auth' | 'mail';
  /** Part of another plugin to which this plugin may add routes. */
  readonly extends?: 'auth';
  /** Names of the plugins without which this plugin does not work. */
  readonly requires?: readonly string[];
  /** Data about the project that the generator receives. */
  readonly inputs?: readonly ProjectInput[];
}

/** A kind of data about the project that a generator can receive. */
export type ProjectInput = 'entities' | 'capabilities';

/** Data about the project that a generator received, sorted. Kinds that its manifest does not ask for are absent. */
export interface ProjectInputs {
  /** Names of the entities. */
  readonly entities?: readonly string[];
  /** Parts of the application that other enabled plugins provide: `auth`, `mail`. */
  readonly capabilities?: readonly string[];
}

/** Source of an unpacked plugin on this machine. */
export type LocalSource =
  | { readonly kind: 'bundled'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string };

/** Source of a plugin. */
export type PluginSource =
  | LocalSource
  /** Archive in the format of `npm pack`. */
  | { readonly kind: 'archive'; readonly path: string }
  /** Address of a registry. */
  | { readonly kind: 'registry'; readonly url: string };

/** Verification result of a release. Invalid signatures are errors. Policies decide whether `absent` is allowed. */
export interface Trust {
  readonly signatures: 'verified' | 'absent';
  /** Builder identity, and the issuer that certifies it. */
  readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
}

/** Release data from a registry. */
export interface ReleaseFacts {
  /** Name of the publisher. */
  readonly publisher?: string | undefined;
  readonly publishedAt?: Date | undefined;
  /** Deprecation message of the publisher. */
  readonly deprecated?: string | undefined;
  /** Address of the mirror, or path of its archive, if a mirror served the release. Not in the lockfile. */
  readonly mirror?: string | undefined;
  /** If absent, the release is not verified. */
  readonly trust?: Trust | undefined;
}

/** Plugin with checked package files and a valid manifest. */
export interface Plugin {
  readonly manifest: Manifest;
  readonly source: PluginSource;
  /** Package path (POSIX, e.g. `templates/express/server/app.ts`) → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** sha512 over the sorted files, or of the archive they came in, in the form npm uses: `sha512-<base64>`. */
  readonly integrity: string;
  /** Present only for plugins from a registry. */
  readonly release?: ReleaseFacts;
  /** Messages about minor problems, e.g. an unknown manifest key. */
  readonly warnings: readonly string[];
}

/** Data migration that a project got with an update of a plugin. */
export interface RecordedMigration {
  /** The version of the plugin that needs it. */
  readonly version: string;
  /** Name of the project's last migration at the time of the update; empty without migrations. */
  readonly after: string;
  /** SQL for the project's database. */
  readonly script: string;
}

/** Contributions of one plugin to a project. `render` uses no other data of the plugin. */
export interface Contribution {
  readonly manifest: Manifest;
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly operations: readonly Operation[];
  /** Package files that operations refer to by `source`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Data migrations of updates, oldest version first; absent without any. */
  readonly migrations?: readonly RecordedMigration[];
}
