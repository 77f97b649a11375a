import type { Operation, RegisterAdminMenu, SettingSchema, SettingValue } from '../../sandbox/index.ts';
import type { DatabaseKind } from '../config/config.ts';

/** `manifest.json`, checked, defaults applied. */
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
  /** Package name → version range: what the plugin's contributed code needs. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, SettingSchema>>;
  readonly adminMenu?: Omit<RegisterAdminMenu, 'kind' | 'id'>;
  readonly provides?: 'auth';
}

/** A plugin that lies open on this machine. */
export type LocalSource =
  | { readonly kind: 'bundled'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string };

/** Where a plugin came from. */
export type PluginSource =
  | LocalSource
  /** An archive, as `npm pack` makes it. */
  | { readonly kind: 'archive'; readonly path: string }
  /** A registry's address. */
  | { readonly kind: 'registry'; readonly url: string };

/** What is proved of a release. What is wrong was refused; `absent` is for policies to judge. */
export interface Trust {
  readonly signatures: 'verified' | 'absent';
  /** Who built it, and who vouches for that. */
  readonly provenance: { readonly issuer: string; readonly subject: string } | 'absent';
}

/** What a registry says of a release. */
export interface ReleaseFacts {
  /** Who published it. */
  readonly publisher?: string | undefined;
  readonly publishedAt?: Date | undefined;
  /** What its publisher says to those who still use it. */
  readonly deprecated?: string | undefined;
  /** Nothing is proved if absent. */
  readonly trust?: Trust | undefined;
}

/** A plugin whose package was read by the archive rules and whose manifest is valid. */
export interface Plugin {
  readonly manifest: Manifest;
  readonly source: PluginSource;
  /** Package path (POSIX, e.g. `templates/express/server/app.ts`) → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** sha512 over the sorted files, or of the archive they came in, in the form npm uses: `sha512-<base64>`. */
  readonly integrity: string;
  /** Of one from a registry. */
  readonly release?: ReleaseFacts;
  /** Things worth saying that stop nothing, e.g. an unknown manifest key. */
  readonly warnings: readonly string[];
}

/** What one plugin puts into a project: everything `render` knows of it. */
export interface Contribution {
  readonly manifest: Manifest;
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly operations: readonly Operation[];
  /** The package's bytes, for files that operations name by `source`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}
