import type { Contents, Plan } from '../plan/plan.ts';
import { recordsOwner } from '../plan/plan.ts';
import { readProjectFile } from '../project/file-reader.ts';
import { patchOf } from '../flows/project/diff.ts';
import type { FileDiff } from './file-diff.ts';

/** A plan with its bytes, and the project it is for. */
export interface PlannedBytes {
  /** Absolute; may not exist yet. */
  readonly root: string;
  readonly plan: Plan;
  readonly contents: Contents;
}

/** Every change of a plan as a unified diff, by path; Genlock's own records are left out. */
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
