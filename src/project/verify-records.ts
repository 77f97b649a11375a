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

/** A record that wasn't whole. `united`: it held both sides of a merge. `rebuilt`: from what can be proved. */
export interface Repair {
  readonly file: string;
  readonly how: 'united' | 'rebuilt';
}

/** What Genlock last wrote into a project, as far as it can be proved. */
export interface VerifiedRecords {
  readonly baseline: Baseline;
  /** At the paths of the baseline, of what is wanted, and where files were moved. */
  readonly working: Working;
  /** Objects that are there with the bytes their names say. */
  readonly stored: ReadonlySet<Digest>;
  /** Bytes whose objects are lost. */
  readonly contents: Contents;
  readonly merging: Merging;
  readonly repairs: readonly Repair[];
}

/** What a project is proved with. */
export interface Evidence {
  readonly root: string;
  readonly desired: Tree;
  /** What Genlock may have written before, the likeliest first; rendered only when somebody asks. */
  readonly former: () => Iterable<Tree>;
  readonly open: OpenConflicts;
  readonly kept: KeptEdits;
}

/**
 * Reads what Genlock last wrote, and repairs in memory what was damaged or merged by git; a plan then writes it.
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

/** The first of several trees; none if it can't be rendered. */
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
