import type { Planned } from '../plan/changes.ts';
import { hasMarkers } from '../plan/merge-lines.ts';
import { closeAborted, closeResolved } from '../plan/open-conflicts.ts';
import type { Contents, KeptEdits, OpenConflicts, Working } from '../plan/plan.ts';
import { baselineIn } from './baseline.ts';
import { readProjectFile } from './file-reader.ts';
import { readConflicts, readKept } from './file-records.ts';
import { mergingIn } from './merge-inputs.ts';
import { readObject } from './objects.ts';
import { withRecords } from './prepare.ts';
import { readWorking } from './working.ts';

/** How open conflicts end: with the files as they are now, or as they were before they were marked. */
export type Resolution = 'continue' | 'abort';

export interface Resolved {
  readonly planned: Planned;
  /** Those that stay open because their files still hold markers. */
  readonly open: OpenConflicts;
  /** Those that ended with a file that is the user's alone from now on, and those that a plan finds again. */
  readonly yours: OpenConflicts;
  readonly waiting: OpenConflicts;
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
      : { changes: [], kept: new Map(), ...closeResolved(inputs, (path) => isMarked(root, path)) };
  const { baseline, changes } = closing;
  const contents: Contents = new Map(
    changes.flatMap((change) => (change.kind === 'delete' ? [] : [[change.after, readObject(root, change.after)]])),
  );
  const objects = keptFiles(closing.kept, inputs.working, root);
  const kept = [...closing.kept].filter(([, { yours = '' }]) => objects.has(yours));
  const ended = [...open].filter(([path]) => !closing.open.has(path));
  const planned: Planned = {
    plan: { version: 1, changes, conflicts: [] },
    contents,
    baseline,
    merged: [],
    moved: [],
    kept: new Map([...readKept(root), ...kept]),
  };
  return {
    // What only the conflicts needed goes with the next plan of the whole project, which knows what else needs it.
    planned: withRecords(planned, { root, records: new Map(), objects, open: closing.open, prune: false }),
    open: closing.open,
    yours: new Map(ended.filter(([path, { theirs }]) => theirs === undefined && inputs.working.has(path))),
    waiting: new Map(resolution === 'abort' ? ended.filter(([, { theirs }]) => theirs !== undefined) : []),
  };
}

/** Bytes of files on disk that are kept from now on; none of one too large to be merged. */
function keptFiles(kept: KeptEdits, working: Working, root: string): Contents {
  const { working: read } = mergingIn(root, working);
  return new Map(
    [...kept].flatMap(([path, { yours = '', movedTo = path }]) => {
      const bytes = read(movedTo);
      return bytes === undefined ? [] : [[yours, bytes] as const];
    }),
  );
}

function isMarked(root: string, path: string): boolean {
  const bytes = readProjectFile({ root }, path);
  return bytes !== undefined && hasMarkers(Buffer.from(bytes).toString('utf8'));
}
