import type { Digest } from '../core/digest.ts';
import type { Mode } from '../core/tree.ts';

/** One file's way from what is on disk to what is wanted. `before` is what apply must find there, or refuse. */
export type Change =
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly owner: string;
      readonly mode: Mode;
      readonly after: Digest;
    }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly owner: string;
      readonly mode: Mode;
      readonly before: Digest;
      readonly after: Digest;
    }
  | { readonly kind: 'delete'; readonly path: string; readonly owner: string; readonly before: Digest };

/** What can't be decided for a file because the user and Genlock want something else. That file only is left alone. */
export interface Conflict {
  /** Where the file is on disk. */
  readonly path: string;
  readonly owner: string;
  /**
   * `edited`: both changed it. `exists`: the user has a file where Genlock wants to create another one.
   * `deleted`: Genlock wants to delete it, but the user edited it. `blocked`: something that is no file (a link,
   * a folder), a file where a folder is needed, or a twin by case stands in the way. `open`: it was marked by an
   * earlier command and waits to be resolved.
   */
  readonly reason: 'edited' | 'exists' | 'deleted' | 'blocked' | 'open';
  /** Where Genlock wants the file, if the user moved it. */
  readonly origin?: string;
  /** What the sides have, unless something that is no file is in the way. */
  readonly sides?: ConflictSides;
}

/** The versions a conflict is about; their bytes are in the contents where somebody may need them. */
export interface ConflictSides {
  readonly yours: Digest;
  /** On disk. */
  readonly mode: Mode;
  /** Absent if Genlock no longer wants the file. */
  readonly theirs?: BaselineFile;
  /** The text merged as far as can be, with both sides between git's diff3 markers; absent for what isn't text. */
  readonly marked?: Digest;
}

/** Conflicts that a command has written into the project, by where the file is on disk. */
export type OpenConflicts = ReadonlyMap<string, OpenConflict>;
export interface OpenConflict extends ConflictSides, Pick<Conflict, 'owner' | 'origin'> {
  readonly reason: 'edited' | 'exists' | 'deleted';
}

/** A file the user moved without changing it, or that Genlock knows to have been moved. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** What the user made of a file that went away because its plugin was disabled: from `base` to `yours`. */
export interface KeptEdit {
  readonly owner: string;
  readonly base: Digest;
  /** As `base` if the user only moved it; absent if the user deleted it. */
  readonly yours?: Digest;
  readonly mode: Mode;
  /** Where the user had moved it. */
  readonly movedTo?: string;
}
export type KeptEdits = ReadonlyMap<string, KeptEdit>;

/** A command that remains to be run after apply, e.g. installing packages. */
export interface NextStep {
  readonly command: string;
  readonly reason: string;
}

/** What a command is going to do to the project; plain data, versioned. File contents live beside it, by digest. */
export interface Plan {
  readonly version: 1;
  /** Sorted by path. */
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
}

/** The bytes a plan refers to. */
export type Contents = ReadonlyMap<Digest, string | Uint8Array>;

/** One file as Genlock last wrote it. */
export interface BaselineFile {
  readonly digest: Digest;
  readonly mode: Mode;
  readonly owner: string;
  /** Where the user moved it. */
  readonly movedTo?: string;
}

/** The tree Genlock last wrote, without its bytes: path → file, sorted by path. */
export type Baseline = ReadonlyMap<string, BaselineFile>;

/** What stands at a path that is not a regular file reached through real folders only. */
export const obstacles = ['link', 'folder', 'special', 'below-link', 'twin'] as const;
export type Obstacle = (typeof obstacles)[number];

/** What is on disk at one path. */
export type WorkingFile =
  | {
      readonly kind: 'file';
      readonly digest: Digest;
      /** Absent where the file system has no executable bit. */
      readonly mode?: Mode;
    }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle };

/** What is on disk at the paths that matter, and at their parents where those are no folders; absent paths are left out. */
export type Working = ReadonlyMap<string, WorkingFile>;

/** The owner of Genlock's own records (lockfile, baseline, stored operations) in a plan. */
export const recordsOwner = 'genlock';
