import { GenlockError, type Problem } from '../errors/error.ts';
import { mergeContent } from '../plan/merge-content.ts';
import type { Baseline, BaselineFile, OpenConflicts, Working } from '../plan/plan.ts';
import type { Tree } from '../core/tree.ts';
import type { BaselineReading } from './baseline.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { decodeUtf8 } from '../core/utf8.ts';
import { editsIn, generatedPart, type Edits, type Written } from './match-generated.ts';
import { splitGitMerge } from './git-merge-sides.ts';

/** Records and files of a project after git merged two branches. */
export interface MergedInputs extends Pick<BaselineReading, 'files' | 'rivals'> {
  readonly working: Working;
  readonly desired: Tree;
  readonly open: OpenConflicts;
  /** Bytes on disk at a path. */
  readonly onDisk: (path: string) => Uint8Array | undefined;
  /** Returns the bytes of an object that Genlock wrote; `undefined` if they are lost. */
  readonly object: (digest: Digest) => string | Uint8Array | undefined;
}

/** Baseline with one base per file, as input for a plan. */
export interface MergedFiles {
  readonly baseline: Baseline;
  /** Bytes of bases that Genlock did not write: git's merge of the generated versions of both branches. */
  readonly bases: readonly string[];
  /** For files with git conflicts, the side that contains the user's edits. */
  readonly yours: ReadonlyMap<string, Uint8Array>;
}

/** Base of one merged file, and the user's version if it is not the file on disk. */
interface Settled {
  readonly digest: Digest;
  readonly base?: string;
  readonly yours?: string;
}

/**
 * Separates the user's edits from generated content in every file that both branches generated. Plans then keep only
 * the user's edits.
 *
 * @throws GenlockError PROJECT_MERGE_CONFLICT for files with git markers if both branches contain edits of the user
 */
export function reconcileGitMerge(inputs: MergedInputs): MergedFiles {
  const { files, rivals, working } = inputs;
  const baseline = new Map(files);
  const [bases, yours, problems]: [string[], Map<string, Uint8Array>, Problem[]] = [[], new Map(), []];
  for (const [path, ours] of files) {
    const found = working.get(path);
    const known = rivals.get(path)?.digest;
    const theirs = known ?? rivalOf(path, ours, inputs);
    if (found?.kind !== 'file' || theirs === undefined) continue;
    const isGuess = known === undefined;
    const settled = settle(path, { ours: ours.digest, theirs, digest: found.digest, isGuess }, inputs);
    if (settled === undefined) problems.push(undecided(path));
    else {
      baseline.set(path, { ...ours, digest: settled.digest });
      if (settled.base !== undefined) bases.push(settled.base);
      if (settled.yours !== undefined) yours.set(path, Buffer.from(settled.yours));
    }
  }
  const [first, ...others] = problems;
  if (first !== undefined) throw new GenlockError([first, ...others]);
  return { baseline, bases, yours };
}

/**
 * Handles a file with git markers whose records have no conflict. Uses the currently generated version as the other
 * branch's version.
 */
function rivalOf(path: string, ours: BaselineFile, inputs: MergedInputs): Digest | undefined {
  const [found, file] = [inputs.working.get(path), inputs.desired.get(path)];
  if (found?.kind !== 'file' || found.digest === ours.digest || file === undefined || inputs.open.has(path))
    return undefined;
  const wanted = digestOf(file.content);
  return wanted === ours.digest || splitGitMerge(textOf(inputs.onDisk(path)) ?? '') === undefined ? undefined : wanted;
}

function undecided(file: string): Problem {
  const message = `${file} contains a git merge with your edits on both sides`;
  return { code: 'PROJECT_MERGE_CONFLICT', message, where: { file } };
}

interface MaybeWritten {
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  readonly isGuess: boolean;
}

/** Digests of a merged file: the generated versions of both branches, and the version on disk. */
interface Meeting {
  readonly ours: Digest;
  readonly theirs: Digest;
  readonly digest: Digest;
  readonly isGuess: boolean;
}

function settle(path: string, { ours, theirs, digest, isGuess }: Meeting, inputs: MergedInputs): Settled | undefined {
  if ([ours, theirs].includes(digest)) return { digest };
  const text = textOf(inputs.onDisk(path));
  const written = writtenBy({ ours, theirs, isGuess }, { ...inputs, wanted: inputs.desired.get(path)?.content });
  const sides = text === undefined ? undefined : splitGitMerge(text);
  if (text === undefined || !areTexts(written)) return sides === undefined ? { digest: ours } : undefined;
  if (sides === undefined) {
    if (!isEdited(editsIn(text, written))) return { digest };
    const bases = [written, { ...written, countsEmptyOnce: true }].map((counted) => generatedPart(text, counted));
    return basedOn(bases.find((base) => merges(path, { base, yours: text }, inputs.desired)) ?? bases[0] ?? text);
  }
  if ([sides.ours, sides.theirs].every((side) => !isEdited(editsIn(side, written)))) return { digest };
  // An additional empty line counts as generated at first, because git can repeat the lines of both branches.
  return [written, { ...written, countsEmptyOnce: true }]
    .map((counted) => separated(path, sides, { written: counted, desired: inputs.desired }))
    .find((settled) => settled !== undefined);
}

/**
 * Separates the user's edits from generated lines in a file with git markers; `undefined` if both sides have edits of
 * the user, or if the edits do not merge with the currently generated version.
 */
function separated(
  path: string,
  sides: Pick<Written, 'ours' | 'theirs'>,
  { written, desired }: { readonly written: Written; readonly desired: Tree },
): Settled | undefined {
  const edited = [sides.ours, sides.theirs]
    .map((side) => ({ side, edits: editsIn(side, written) }))
    .filter(({ edits }) => isEdited(edits));
  const all = edited.find(({ edits }) => edited.every((other) => holds(edits, other.edits)));
  if (all === undefined) return undefined;
  const [base, yours] = [generatedPart(all.side, written), all.side];
  return merges(path, { base, yours }, desired) ? { ...basedOn(base), yours } : undefined;
}

/**
 * Returns the generated versions of both branches. A lost object is replaced by the currently generated version: git
 * can treat two new objects as one renamed object and merge them.
 */
function writtenBy(
  { ours, theirs, isGuess }: Omit<Meeting, 'digest'>,
  { object, wanted }: Pick<MergedInputs, 'object'> & { readonly wanted: string | Uint8Array | undefined },
): MaybeWritten {
  const known = { ours: textOf(object(ours)), theirs: textOf(object(theirs)) };
  const isLost = known.ours === undefined || known.theirs === undefined;
  const guess = isLost ? textOf(wanted) : undefined;
  return { ours: known.ours ?? guess, theirs: known.theirs ?? guess, isGuess: isGuess || isLost };
}

function isEdited({ added, removed }: Edits): boolean {
  return added.length + removed.length > 0;
}

/** Returns whether one side's edits include the other side's edits. Edits outside the markers are on both sides. */
function holds(edits: Edits, others: Edits): boolean {
  return (['added', 'removed'] as const).every((kind) => others[kind].every((line) => edits[kind].includes(line)));
}

function basedOn(base: string): Settled {
  return { digest: digestOf(base), base };
}

function areTexts(written: MaybeWritten): written is Written & MaybeWritten {
  return written.ours !== undefined && written.theirs !== undefined;
}

/** Returns whether the user's edits merge with the currently generated version without conflicts. */
function merges(path: string, { base, yours }: { base: string; yours: string }, desired: Tree): boolean {
  const file = desired.get(path);
  if (file === undefined) return false;
  const [old, mine, theirs] = [base, yours, file.content].map((content) => Buffer.from(content));
  if (old === undefined || mine === undefined || theirs === undefined) return false;
  const merged = mergeContent({ path, owner: file.owner, merge: 'structure', base: old, yours: mine, theirs });
  return merged?.conflicts === 0;
}

/** Decodes UTF-8 text without NUL; `undefined` for other bytes. */
function textOf(content: string | Uint8Array | undefined): string | undefined {
  if (content === undefined || typeof content === 'string') return content;
  return content.includes(0) ? undefined : decodeUtf8(content);
}
