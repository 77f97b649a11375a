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

/** Way to close open conflicts: accept the current files, or restore the files from before they were marked. */
export type Resolution = 'continue' | 'abort';

export interface Resolved {
  readonly planned: Planned;
  /** Conflicts that remain open because their files still contain markers. */
  readonly open: OpenConflicts;
  /**
   * `yours`: closed conflicts whose file now belongs only to the user. `waiting`: conflicts that the next plan finds
   * again.
   */
  readonly yours: OpenConflicts;
  readonly waiting: OpenConflicts;
}

/**
 * Plans the resolution of a project's open conflicts.
 *
 * @throws GenlockError PROJECT_RECORD_INVALID, PROJECT_BASELINE_INVALID; PROJECT_OBJECT_INVALID if the user's version
 * is lost; PROJECT_LINK, PROJECT_BLOCKED, PROJECT_UNREADABLE for files that can't be read
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
  const objects = keptFiles(closing.kept, inputs.working, root);
  const kept = [...closing.kept].filter(([, { yours = '' }]) => objects.has(yours));
  const ended = [...open].filter(([path]) => !closing.open.has(path));
  const planned: Planned = {
    plan: { version: 1, changes, conflicts: [] },
    contents,
    baseline,
    merged: [],
    moved: [],
    renamed: [],
    kept: new Map([...readKept(root), ...kept]),
  };
  return {
    // Objects that only the conflicts needed are deleted by the next full plan, which knows all references.
    planned: withRecords(planned, { root, records: new Map(), objects, open: closing.open, prune: false }),
    open: closing.open,
    yours: new Map(ended.filter(([path, { theirs }]) => theirs === undefined && inputs.working.has(path))),
    waiting: new Map(resolution === 'abort' ? ended.filter(([, { theirs }]) => theirs !== undefined) : []),
  };
}

/** Reads the user's files to keep. Omits files that are too large to merge. */
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
