import { createTwoFilesPatch } from 'diff';
import type { Contents, Plan } from '../plan/plan.ts';
import { recordsOwner } from '../plan/plan.ts';
import { readProjectFile } from '../project/file-reader.ts';
import { GenlockError } from '../errors/error.ts';

/** Difference between two versions of one file. */
export interface FileDiff {
  /** Path on disk. */
  readonly path: string;
  readonly owner: string;
  /** Unified diff; absent for binary files or if only the executable bit differs. */
  readonly patch?: string;
}

/** A plan with its file contents, and its project. */
export interface PlannedBytes {
  /** Absolute; might not exist yet. */
  readonly root: string;
  readonly plan: Plan;
  readonly contents: Contents;
}

/** Returns every change of a plan as a unified diff, by path. Genlock's own records are omitted. */
export function planDiff({ root, plan, contents }: PlannedBytes): readonly FileDiff[] {
  return plan.changes
    .filter(({ owner }) => owner !== recordsOwner)
    .map((change) => {
      const before = change.kind === 'create' ? undefined : readProjectFile({ root }, change.path);
      const after = change.kind === 'delete' ? undefined : contents.get(change.after);
      const patch = patchOf(change.path, { before: bytesOf(before), after: bytesOf(after) });
      return { path: change.path, owner: change.owner, ...(patch === undefined ? {} : { patch }) };
    });
}

const bytesOf = (content: string | Uint8Array = ''): Uint8Array => Buffer.from(content);

/** Returns a unified diff of two versions; `undefined` if either is binary or both are equal. */
export function patchOf(
  path: string,
  sides: { readonly before: Uint8Array; readonly after: Uint8Array },
): string | undefined {
  const [before, after] = [textOf(sides.before), textOf(sides.after)];
  if (before === undefined || after === undefined || before === after) return undefined;
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    timeout: 5000,
  });
  if (patch === undefined)
    throw new GenlockError({
      code: 'PROJECT_UNREADABLE',
      message: `${path} has too many differences to compute a diff`,
    });
  return patch.replace(/^=+\n/u, '');
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
