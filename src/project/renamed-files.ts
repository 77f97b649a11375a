import { GenlockError } from '../errors/error.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import type { Mode, Tree } from '../core/tree.ts';
import { addChanges, type Planned } from '../plan/changes.ts';
import type { Merging } from '../plan/outcomes.ts';
import { overrideOf } from './overrides.ts';
import type { Baseline, Change, KeptEdits, OpenConflicts, Working } from '../plan/plan.ts';

/** How paths and source text change with the names of renamed entities. */
export interface FileRenames {
  /** Returns possible new paths of a file, the most probable first. */
  readonly candidates: (path: string) => readonly string[];
  /** Replaces the former names in source text. */
  readonly translate: (text: string) => string;
  /** Files that belong to the user and are named after the entities. */
  readonly own: readonly OwnRename[];
}

interface OwnRename {
  readonly from: string;
  readonly to: string;
  /** Changes the entity's name in the source text. Without it, the text is unchanged. */
  readonly edit?: (text: string) => string;
}

interface Files {
  readonly baseline: Baseline;
  readonly working: Working;
  readonly desired: Tree;
  readonly open: OpenConflicts;
}

/**
 * Pairs files that Genlock no longer generates with files that it generates now under the new name: new path → path in
 * the baseline. A file at both paths, or an obstacle, is not paired.
 *
 * @throws GenlockError PROJECT_CONFLICT if a file to rename has an open conflict
 */
export function pairRenamed({ candidates }: FileRenames, files: Files): ReadonlyMap<string, string> {
  const { baseline, working, desired, open } = files;
  const pairs = new Map<string, string>();
  for (const [path, { movedTo = path }] of baseline) {
    const to = desired.has(path)
      ? undefined
      : candidates(path).find((each) => desired.has(each) && !baseline.has(each) && !pairs.has(each));
    if (to === undefined) continue;
    const place = working.has(path) ? path : movedTo;
    if (open.has(place)) throw unresolved(place);
    if (working.get(place)?.kind === 'obstacle' || (working.has(place) && working.has(to))) continue;
    pairs.set(to, path);
  }
  return pairs;
}

function unresolved(file: string): GenlockError {
  return new GenlockError({
    code: 'PROJECT_CONFLICT',
    message: `${file} has an unresolved conflict and belongs to a renamed entity`,
    where: { file },
    hint: 'Run `genlock resolve --continue` or `genlock resolve --abort` first.',
  });
}

/** Moves the kept edits of renamed files to their new paths. */
export function renameKept(
  kept: KeptEdits,
  { candidates }: FileRenames,
  isGenerated: (path: string) => boolean,
): KeptEdits {
  return new Map(
    [...kept].map(([path, edit]) => {
      const to = isGenerated(path) ? undefined : candidates(path).find((each) => isGenerated(each) && !kept.has(each));
      return [to ?? path, edit];
    }),
  );
}

/** Returns the moves of overrides whose generated files are renamed: new path → former path. */
export function renamedOverrides(renamed: ReadonlyMap<string, string>): readonly OwnRename[] {
  return [...renamed].flatMap(([path, former]) => {
    const [from, to] = [overrideOf(former), overrideOf(path)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/** Adds the moves of the user's files to a plan. A file whose new path is taken is not moved. */
export function moveOwn(
  own: readonly OwnRename[],
  { planned, working, read }: { planned: Planned; working: Working; read: Merging['working'] },
): Planned {
  const moves = own.flatMap(({ from, to, edit }): readonly OwnMove[] => {
    const found = working.get(from);
    if (from === to || found?.kind !== 'file' || working.has(to)) return [];
    const before = read(from);
    if (before === undefined) return [];
    // Latin-1 keeps every byte.
    const bytes = edit === undefined ? before : Buffer.from(edit(Buffer.from(before).toString('latin1')), 'latin1');
    const mode = found.mode ?? 0o644;
    return [{ from, to, bytes, before: found.digest, after: digestOf(bytes), mode }];
  });
  const changes = moves.flatMap(({ from, to, before, after, mode }): readonly Change[] => [
    { kind: 'create', path: to, owner: 'core', mode, after },
    { kind: 'delete', path: from, owner: 'core', before },
  ]);
  return {
    ...planned,
    plan: addChanges(planned.plan, changes),
    contents: new Map([...planned.contents, ...moves.map(({ after, bytes }) => [after, bytes] as const)]),
    renamed: [...planned.renamed, ...moves.map(({ from, to }) => ({ from, to, isOwn: true }))],
  };
}

interface OwnMove {
  readonly from: string;
  readonly to: string;
  readonly bytes: Uint8Array;
  readonly before: Digest;
  readonly after: Digest;
  readonly mode: Mode;
}
