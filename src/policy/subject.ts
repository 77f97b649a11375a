import type { Manifest, ReleaseFacts, Trust } from '../plugin/plugin.ts';

export type { Trust } from '../plugin/plugin.ts';

/** Where something is, as policies name it. */
export type SourceKind = 'bundled' | 'registry' | 'url' | 'git' | 'file' | 'directory';

/** A plugin, as far as it is known when it is judged. */
export interface Subject {
  readonly name: string;
  readonly source: SourceKind;
  /** Nothing while only a range or a tag is known. */
  readonly version?: string | undefined;
  /** Address of the registry. */
  readonly registry?: string | undefined;
  readonly integrity?: string | undefined;
  /** Nothing before it was fetched. */
  readonly manifest?: Pick<Manifest, 'license' | 'dependencies'> | undefined;
  /** Nothing where no registry was asked: before it was fetched, and of what was installed before. */
  readonly release?: ReleaseFacts | undefined;
  /** What is installed of it. */
  readonly before?: Installed | undefined;
  /** Packages its code needs that what is installed of it didn't ask for; nothing before it was fetched. */
  readonly packages?: readonly AddedPackage[] | undefined;
  /** What it puts into the project; nothing before it ran. */
  readonly capabilities?: readonly string[] | undefined;
}

/** A package that comes with a plugin. */
export interface AddedPackage {
  readonly name: string;
  readonly range: string;
  /** The version npm would take; nothing before its registry was asked. */
  readonly release?: {
    readonly version: string;
    /** Nothing if the registry doesn't say. */
    readonly publishedAt?: Date | undefined;
    readonly installScripts: boolean;
  };
}

/** What is installed of a plugin. */
export interface Installed {
  readonly version: string;
  readonly integrity: string;
  readonly trust?: Trust | undefined;
}
