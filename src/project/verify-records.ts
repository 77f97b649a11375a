import type { Merging } from '../plan/outcomes.ts';
import type { Baseline, Contents, KeptEdits, OpenConflicts, Working } from '../plan/plan.ts';
import { digestsOfKept } from '../plan/kept-edits.ts';
import { digestsOfOpen } from '../plan/open-conflicts.ts';
import type { Tree } from '../core/tree.ts';
import { readBaseline } from './baseline.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { finderOf, readProjectFile } from './file-reader.ts';
import { rebuildBaseline } from './rebuild-baseline.ts';
import { findLost, soundObjects } from './find-objects.ts';
import { reconcileGitMerge } from './git-merged-files.ts';
import { mergingIn } from './merge-inputs.ts';
import { objectPath, readObject } from './objects.ts';
import { baselinePath, lockfilePath } from './records.ts';
import { readWorking } from './working.ts';

/**
 * Repair of a damaged record. `united`: both sides of a merge were combined. `rebuilt`: restored from verified data.
 */
export interface Repair {
  readonly file: string;
  readonly how: 'united' | 'rebuilt';
}

/** Verified records of a project, repaired in memory. */
export interface VerifiedRecords {
  readonly baseline: Baseline;
  /** Files at the paths of the baseline, the desired tree and moved files. */
  readonly working: Working;
  /** Digests of stored objects with verified bytes. */
  readonly stored: ReadonlySet<Digest>;
  /** Recovered bytes of lost objects. */
  readonly contents: Contents;
  readonly merging: Merging;
  readonly repairs: readonly Repair[];
}

/** Sources for the verification. */
export interface Evidence {
  readonly root: string;
  readonly desired: Tree;
  /** Returns trees that Genlock may have written earlier, the most likely first. Rendered only on demand. */
  readonly former: () => Iterable<Tree>;
  readonly open: OpenConflicts;
  readonly kept: KeptEdits;
}

/**
 * Reads the records that Genlock last wrote, and repairs in memory records that were damaged or merged by git. A plan
 * then writes the repairs.
 *
 * @throws GenlockError PROJECT_BASELINE_INVALID, PROJECT_OBJECT_INVALID for what Genlock never writes;
 * PROJECT_MERGE_CONFLICT for files only the user can merge; PROJECT_UNREADABLE
 */
export function verifyRecords(evidence: Evidence): VerifiedRecords {
  const { root, desired, former, open, kept } = evidence;
  const reading = readBaseline(root);
  const recorded = [...reading.files.values(), ...reading.rivals.values()];
  const places = [...recorded, ...kept.values()].flatMap(({ movedTo }) => movedTo ?? []);
  const working = readWorking(root, [...reading.files.keys(), ...desired.keys(), ...places]);
  const stored = soundObjects(root);
  const needed = [...recorded.map(({ digest }) => digest), ...digestsOfOpen(open), ...digestsOfKept(kept)];
  const lost = new Set(needed.filter((digest) => !stored.has(digest)));
  const found = findLost(lost, { root, working, desired, former });
  const onDisk = (path: string): Uint8Array | undefined => readProjectFile({ root }, path);
  const wanted = (digest: Digest): string | Uint8Array | undefined =>
    [...desired.values()].find(({ content }) => digestOf(content) === digest)?.content;
  const object = (digest: Digest): string | Uint8Array | undefined =>
    found.get(digest) ?? (stored.has(digest) ? readObject(root, digest) : wanted(digest));
  const settled = reconcileGitMerge({ ...reading, working, desired, open, onDisk, object });
  const isLost = reading.state === 'lost' && finderOf(root)(lockfilePath).kind === 'file';
  const baseline = isLost
    ? rebuildBaseline({ files: settled.baseline, working, onDisk, stored, trees: [...firstOf(former()), desired] })
    : settled.baseline;
  const contents = new Map([...found, ...settled.bases.map((base) => [digestOf(base), base] as const)]);
  return {
    baseline,
    working,
    stored,
    contents,
    merging: provedMerging(mergingIn(root, working), { contents, yours: settled.yours }),
    repairs: [
      ...(reading.state === 'merged' ? [{ file: baselinePath, how: 'united' } as const] : []),
      ...(isLost ? [{ file: baselinePath, how: 'rebuilt' } as const] : []),
      ...[...found.keys()].map((digest) => ({ file: objectPath(digest), how: 'rebuilt' }) as const),
    ],
  };
}

/** Returns at most the first tree. */
function firstOf(trees: Iterable<Tree>): readonly Tree[] {
  for (const tree of trees) return [tree];
  return [];
}

function provedMerging(
  merging: Merging,
  { contents, yours }: { readonly contents: Contents; readonly yours: ReadonlyMap<string, Uint8Array> },
): Merging {
  return {
    object: (digest) => {
      const content = contents.get(digest);
      return content === undefined ? merging.object(digest) : Buffer.from(content);
    },
    working: (path) => yours.get(path) ?? merging.working(path),
  };
}
