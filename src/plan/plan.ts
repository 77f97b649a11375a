import type { Digest } from '../core/digest.ts';
import type { Mode } from '../core/tree.ts';

/** Change of one file. `before` is the digest that apply must find on disk, otherwise it refuses the plan. */
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

/** Conflict between the user's and Genlock's version of one file. Only this file is not changed. */
export interface Conflict {
  /** Current path on disk. */
  readonly path: string;
  readonly owner: string;
  /**
   * `edited`: both sides changed the file. `exists`: the user has a file where Genlock wants to create another one.
   * `deleted`: Genlock wants to delete the file, but the user edited it. `blocked`: the path is not a regular file (a
   * link, a folder), a parent is a file, or the name differs only in case. `open`: an earlier command marked the
   * conflict, and it is not resolved yet.
   */
  readonly reason: 'edited' | 'exists' | 'deleted' | 'blocked' | 'open';
  /** Path that Genlock generates, if the user moved the file. */
  readonly origin?: string;
  /** Path of the user's file before its entity was renamed. */
  readonly renamedFrom?: string;
  /** Versions of both sides; absent if the path is not a regular file. */
  readonly sides?: ConflictSides;
}

/** Versions of a conflict. The plan's contents include their bytes if a command needs them. */
export interface ConflictSides {
  readonly yours: Digest;
  /** Mode of the file on disk. */
  readonly mode: Mode;
  /** Absent if Genlock no longer generates the file. */
  readonly theirs?: BaselineFile;
  /** Merged text with conflict markers in git's diff3 style; absent for files that are not text. */
  readonly marked?: Digest;
}

/** Conflicts written into the project, by current path on disk. */
export type OpenConflicts = ReadonlyMap<string, OpenConflict>;
export interface OpenConflict extends ConflictSides, Pick<Conflict, 'owner' | 'origin'> {
  readonly reason: 'edited' | 'exists' | 'deleted';
}

/** File that the user moved, unedited or with a recorded move. */
export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** File that Genlock moved because its entity was renamed, with content that the user wrote. */
export interface RenamedFile {
  readonly from: string;
  readonly to: string;
  /** Whether the user owns the whole file. By default, it is a generated file with edits. */
  readonly isOwn?: boolean;
}

/** User's edit of a file that was removed with its disabled plugin: the change from `base` to `yours`. */
export interface KeptEdit {
  readonly owner: string;
  readonly base: Digest;
  /** Equals `base` if the user only moved the file. Absent if the user deleted it. */
  readonly yours?: Digest;
  readonly mode: Mode;
  /** Path to which the user moved the file. */
  readonly movedTo?: string;
  /** The file remained in the project as the user's own, and the user can have edited it since. */
  readonly stays?: true;
}
export type KeptEdits = ReadonlyMap<string, KeptEdit>;

/** A command that remains to be run after apply, e.g. installing packages. */
export interface NextStep {
  readonly command: string;
  readonly reason: string;
}

/**
 * Changes and conflicts of one command, as plain, versioned data. The file contents are stored separately, by digest.
 */
export interface Plan {
  readonly version: 1;
  /** Sorted by path. */
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
}

/** Bytes that a plan refers to, by digest. */
export type Contents = ReadonlyMap<Digest, string | Uint8Array>;

/** File as Genlock last wrote it. */
export interface BaselineFile {
  readonly digest: Digest;
  readonly mode: Mode;
  readonly owner: string;
  /** Path to which the user moved the file. */
  readonly movedTo?: string;
}

/** Files that Genlock last wrote, without their bytes: path → file, sorted by path. */
export type Baseline = ReadonlyMap<string, BaselineFile>;

/** Reasons why a path is not a regular file below real folders. */
export const obstacles = ['link', 'folder', 'special', 'below-link', 'twin'] as const;
export type Obstacle = (typeof obstacles)[number];

/** File or obstacle on disk at one path. */
export type WorkingFile =
  | {
      readonly kind: 'file';
      readonly digest: Digest;
      /** Absent on file systems without an executable bit. */
      readonly mode?: Mode;
    }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle };

/** Files on disk at the relevant paths, and obstacles at their parents. Missing paths are omitted. */
export type Working = ReadonlyMap<string, WorkingFile>;

/** Owner of Genlock's records (lockfile, baseline, stored operations) in a plan. */
export const recordsOwner = 'genlock';
