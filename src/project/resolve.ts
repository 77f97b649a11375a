import type { Planned } from '../plan/changes.ts';
import { hasMarkers } from '../plan/merge-lines.ts';
import { closeAborted, closeResolved } from '../plan/open-conflicts.ts';
import type { Contents, OpenConflicts } from '../plan/plan.ts';
import { baselineIn } from './baseline.ts';
import { readProjectFile } from './file-reader.ts';
import { readConflicts, readKept } from './file-records.ts';
import { readObject } from './objects.ts';
import { withRecords } from './prepare.ts';
import { readWorking } from './working.ts';

/** How open conflicts end: with the files as they are now, or as they were before they were marked. */
export type Resolution = 'continue' | 'abort';

export interface Resolved {
  readonly planned: Planned;
  /** Those that stay open because their files still hold markers. */
  readonly open: OpenConflicts;
}

/**
 * The transaction that ends a project's open conflicts.
 *
 * @throws GenlockError PROJECT_RECORD_INVALID, PROJECT_BASELINE_INVALID; PROJECT_OBJECT_INVALID if what the user had is
 * lost; PROJECT_LINK, PROJECT_BLOCKED, PROJECT_UNREADABLE for files that can't be read
 */
export function prepareResolution(root: string, resolution: Resolution): Resolved {
  const open = readConflicts(root);
  const inputs = { open, baseline: baselineIn(root), working: readWorking(root, open.keys()) };
  const closing =
    resolution === 'abort'
      ? closeAborted(inputs)
      : { changes: [], ...closeResolved(inputs, (path) => isMarked(root, path)) };
  const { baseline, changes } = closing;
  const contents: Contents = new Map(
    changes.flatMap((change) => (change.kind === 'delete' ? [] : [[change.after, readObject(root, change.after)]])),
  );
  const planned: Planned = {
    plan: { version: 1, changes, conflicts: [] },
    contents,
    baseline,
    merged: [],
    moved: [],
    kept: readKept(root),
  };
  return {
    // What only the conflicts needed goes with the next plan of the whole project, which knows what else needs it.
    planned: withRecords(planned, { root, records: new Map(), objects: new Map(), open: closing.open, prune: false }),
    open: closing.open,
  };
}

function isMarked(root: string, path: string): boolean {
  const bytes = readProjectFile({ root }, path);
  return bytes !== undefined && hasMarkers(Buffer.from(bytes).toString('utf8'));
}
