import type { Manifest, ReleaseFacts, Trust } from '../plugin/plugin.ts';
import type { ReportState } from '../plugin/test-report.ts';

export type { Trust } from '../plugin/plugin.ts';

/** Source of a plugin, as named in policies. */
export type SourceKind = 'bundled' | 'registry' | 'url' | 'git' | 'file' | 'directory';

/** Facts about a plugin that are known when it is evaluated. */
export interface Subject {
  readonly name: string;
  readonly source: SourceKind;
  /** `undefined` while only a range or a tag is known. */
  readonly version?: string | undefined;
  /** Address of the registry. */
  readonly registry?: string | undefined;
  readonly integrity?: string | undefined;
  /** `undefined` until the plugin was fetched. */
  readonly manifest?: Pick<Manifest, 'license' | 'dependencies'> | undefined;
  /** `undefined` if no registry was queried: before the plugin was fetched, and for plugins installed earlier. */
  readonly release?: ReleaseFacts | undefined;
  /** The installed version of the plugin. */
  readonly before?: Installed | undefined;
  /** Packages that the plugin needs and the installed version does not; `undefined` until the plugin was fetched. */
  readonly packages?: readonly AddedPackage[] | undefined;
  /** State of the report of `genlock plugin test`; `undefined` for plugins whose package is not loaded. */
  readonly report?: ReportState['state'] | undefined;
  /** Capabilities that the plugin adds to the project; `undefined` until it ran. */
  readonly capabilities?: readonly string[] | undefined;
}

/** Package that is installed with a plugin. */
export interface AddedPackage {
  readonly name: string;
  readonly range: string;
  /** The version that npm would install; `undefined` until the registry was queried. */
  readonly release?: {
    readonly version: string;
    /** `undefined` if the registry does not report it. */
    readonly publishedAt?: Date | undefined;
    readonly installScripts: boolean;
  };
}

/** The installed version of a plugin. */
export interface Installed {
  readonly version: string;
  readonly integrity: string;
  readonly trust?: Trust | undefined;
}
