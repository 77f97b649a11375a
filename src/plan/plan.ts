import type { Mode } from '../render/tree.ts';

/** `sha256-` and 64 hexadecimal digits. */
export type Digest = string;

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

/** A file that both the user and Genlock want different from what Genlock last wrote. */
export interface Conflict {
  readonly path: string;
  readonly owner: string;
  readonly reason: 'edited' | 'exists' | 'deleted';
}

/** A command that remains to be run after apply, e.g. installing packages. */
export interface NextStep {
  readonly command: string;
  readonly reason: string;
}

/** What a command is going to do to the project; plain data, versioned. File contents live beside it, by digest. */
export interface Plan {
  readonly version: 1;
  readonly changes: readonly Change[];
  readonly conflicts: readonly Conflict[];
}

/** The bytes a plan refers to. */
export type Contents = ReadonlyMap<Digest, string | Uint8Array>;
