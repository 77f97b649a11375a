import { alignerOf, alignments, slice, type Region, type Versions } from './diff3.ts';
import { lineKeys, standsAlone, withoutFormatting, type TextKind } from './formatting.ts';
import { readLines, writeLines, type Line, type Lines } from './lines.ts';

/** Result of a line merge. A conflict contains both versions between markers. */
export interface MergedText {
  readonly text: string;
  /** Number of conflicts. */
  readonly conflicts: number;
}

export interface LineOptions {
  readonly kind: TextKind;
  /** Name of the other side in markers: `genlock core`. */
  readonly theirs: string;
}

type Texts = Versions<Lines>;

const alignmentPairs = alignments.flatMap((one, index) =>
  alignments.slice(index + 1).map((other) => [one, other] as const),
);

/** Part of the result: lines of both sides, lines chosen from one side, or a conflict. */
type Piece =
  | { readonly kind: 'agreed' | 'chosen'; readonly lines: readonly Line[] }
  | { readonly kind: 'conflict'; readonly region: Region };

/**
 * Merges three versions line by line (diff3). Takes changes of one side, and equal changes of both sides once. If the
 * sides differ, a change of content takes precedence over a change of formatting. Keeps the user's line ends, byte
 * order mark and unterminated last line.
 */
export function mergeLines(versions: Versions<string>, { kind, theirs }: LineOptions): MergedText {
  const texts = linesOfAll(versions);
  return written(bestPieces(texts, kind), texts, theirs);
}

/** Marks a whole text as a single conflict, if it must not be merged line by line. */
export function markWhole(versions: Versions<string>, { theirs }: LineOptions): MergedText {
  const texts = linesOfAll(versions);
  const region: Region = {
    base: whole(texts.base),
    yours: whole(texts.yours),
    theirs: whole(texts.theirs),
    changedBy: 'both',
  };
  return written([{ kind: 'conflict', region }], texts, theirs);
}

function whole({ texts }: Lines): Region['base'] {
  return { start: 0, end: texts.length };
}

function linesOfAll({ base, yours, theirs }: Versions<string>): Texts {
  return { base: readLines(base), yours: readLines(yours), theirs: readLines(theirs) };
}

function written(pieces: readonly Piece[], texts: Texts, theirs: string): MergedText {
  const lines = pieces.flatMap((piece) =>
    piece.kind === 'conflict' ? markedLines(piece.region, texts, theirs) : piece.lines,
  );
  return { text: writeLines(lines, texts.yours), conflicts: conflictsIn(pieces) };
}

/**
 * Returns the first merge without conflicts, or the merge with the fewest. First compares lines exactly, then without
 * formatting inside lines, then without line breaks.
 */
function bestPieces(texts: Texts, kind: TextKind): readonly Piece[] {
  const exact = { base: texts.base.texts, yours: texts.yours.texts, theirs: texts.theirs.texts };
  const first = fewestConflicts(texts, { keys: exact, mayRewrap: [false] });
  if (conflictsIn(first) === 0) return first;
  const keys = {
    base: lineKeys(exact.base, kind),
    yours: lineKeys(exact.yours, kind),
    theirs: lineKeys(exact.theirs, kind),
  };
  const second = fewestConflicts(texts, { keys, mayRewrap: kind === 'code' ? [false, true] : [false] });
  return conflictsIn(second) < conflictsIn(first) ? second : first;
}

/** Tries the alignments, first with the same alignment for both sides, then with different ones. */
function fewestConflicts(
  texts: Texts,
  { keys, mayRewrap: ways }: { readonly keys: Comparison['keys']; readonly mayRewrap: readonly boolean[] },
): readonly Piece[] {
  let best: readonly Piece[] = [];
  let fewest = Infinity;
  const regionsBy = alignerOf(keys);
  for (const mayRewrap of ways) {
    const pieces = (...[yours, theirs]: Parameters<typeof regionsBy>): readonly Piece[] =>
      piecesOf(texts, regionsBy(yours, theirs), { keys, mayRewrap });
    const tries = [
      ...alignments.map((alike) => () => pieces(alike)),
      ...alignmentPairs.map(
        ([one, other]) =>
          () =>
            better(pieces(one, other), pieces(other, one)),
      ),
    ];
    for (const attempt of tries) {
      const found = attempt();
      if (conflictsIn(found) < fewest) [best, fewest] = [found, conflictsIn(found)];
      if (fewest === 0) return best;
    }
  }
  return best;
}

/** Returns the merge with fewer conflicts. The choice is the same if the two sides are swapped. */
function better(one: readonly Piece[], other: readonly Piece[]): readonly Piece[] {
  const difference = conflictsIn(one) - conflictsIn(other);
  if (difference !== 0) return difference < 0 ? one : other;
  return textOf(one) <= textOf(other) ? one : other;
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.flatMap((piece) => (piece.kind === 'conflict' ? [] : piece.lines.map(({ text }) => text))).join('\n');
}

function conflictsIn(pieces: readonly Piece[]): number {
  return pieces.filter((piece) => piece.kind === 'conflict').length;
}

interface Comparison {
  /** Comparison keys of the lines. */
  readonly keys: Versions<readonly string[]>;
  /** Whether the other side wins a region if one side changed only its line breaks. */
  readonly mayRewrap: boolean;
}

function piecesOf(texts: Texts, regions: readonly Region[], { keys, mayRewrap }: Comparison): readonly Piece[] {
  const pieces: Piece[] = [];
  let at: Versions<number> = { base: 0, yours: 0, theirs: 0 };
  const keep = (until: number): void => {
    const count = until - at.base;
    if (count > 0) pieces.push({ kind: 'agreed', lines: unchanged(texts, at, count) });
  };
  for (const region of regions) {
    keep(region.base.start);
    pieces.push(resolved(region, { texts, keys, mayRewrap }));
    at = { base: region.base.end, yours: region.yours.end, theirs: region.theirs.end };
  }
  keep(keys.base.length);
  return nearOnesJoined(pieces);
}

/** Conflicts with at most this many lines between them are joined. */
const nearLines = 3;

/** Joins neighbouring conflicts, as git does, if the lines between them are equal on both sides. */
function nearOnesJoined(pieces: readonly Piece[]): readonly Piece[] {
  const done: Piece[] = [];
  for (const piece of pieces) {
    const at = piece.kind === 'conflict' ? done.findLastIndex(({ kind }) => kind !== 'agreed') : -1;
    const last = done[at];
    const between = done.slice(at + 1).flatMap((one) => (one.kind === 'conflict' ? [] : one.lines));
    if (piece.kind === 'conflict' && last?.kind === 'conflict' && isNear(between)) {
      done.splice(at, Infinity, { kind: 'conflict', region: spanning(last.region, piece.region) });
    } else done.push(piece);
  }
  return done;
}

function isNear(between: readonly Line[]): boolean {
  return between.length <= nearLines || !between.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function spanning(first: Region, last: Region): Region {
  return {
    base: { start: first.base.start, end: last.base.end },
    yours: { start: first.yours.start, end: last.yours.end },
    theirs: { start: first.theirs.start, end: last.theirs.end },
    changedBy: 'both',
  };
}

/** Returns lines that are equal except for formatting: the user's lines, unless only Genlock changed the formatting. */
function unchanged(texts: Texts, at: Versions<number>, count: number): readonly Line[] {
  return Array.from({ length: count }, (_, index) => {
    const text = texts.yours.texts[at.yours + index] ?? '';
    const isUsers = text !== texts.base.texts[at.base + index];
    const chosen = isUsers ? text : (texts.theirs.texts[at.theirs + index] ?? '');
    return lineOf(chosen, texts.yours.ends[at.yours + index]);
  });
}

function lineOf(text: string, end: string | undefined): Line {
  return end === undefined || end === '' ? { text } : { text, end };
}

interface Reading extends Pick<Comparison, 'keys' | 'mayRewrap'> {
  readonly texts: Texts;
}

function resolved(region: Region, { texts, keys, mayRewrap }: Reading): Piece {
  const isSame = joined(slice(keys.yours, region.yours)) === joined(slice(keys.theirs, region.theirs));
  const yours: Piece = { kind: isSame ? 'agreed' : 'chosen', lines: linesWithEnds(texts.yours, region.yours) };
  const theirs: Piece = { kind: 'chosen', lines: linesWithoutEnds(texts.theirs, region.theirs) };
  if (region.changedBy === 'yours') return yours;
  if (region.changedBy === 'theirs') return theirs;
  const exact = winner({
    base: joined(slice(keys.base, region.base)),
    yours: joined(slice(keys.yours, region.yours)),
    theirs: joined(slice(keys.theirs, region.theirs)),
  });
  const side = exact ?? (mayRewrap ? winnerInContent(region, texts) : undefined);
  if (side === undefined) return { kind: 'conflict', region };
  return side === 'yours' ? yours : theirs;
}

/** Joins lines so that no lines and one empty line give different results. */
function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the side that changed the text, or `yours` if both made the same change; `undefined` in a conflict. */
function winner({ base, yours, theirs }: Versions<string>): 'yours' | 'theirs' | undefined {
  if (yours === theirs || theirs === base) return 'yours';
  return yours === base ? 'theirs' : undefined;
}

function winnerInContent(region: Region, texts: Texts): 'yours' | 'theirs' | undefined {
  const pieces = {
    base: slice(texts.base.texts, region.base).join('\n'),
    yours: slice(texts.yours.texts, region.yours).join('\n'),
    theirs: slice(texts.theirs.texts, region.theirs).join('\n'),
  };
  if (!Object.values(pieces).every(standsAlone)) return undefined;
  return winner({
    base: withoutFormatting(pieces.base, 'code'),
    yours: withoutFormatting(pieces.yours, 'code'),
    theirs: withoutFormatting(pieces.theirs, 'code'),
  });
}

function linesWithEnds(lines: Lines, range: Region['base']): readonly Line[] {
  const ends = slice(lines.ends, range);
  return slice(lines.texts, range).map((text, index) => lineOf(text, ends[index]));
}

function linesWithoutEnds(lines: Lines, range: Region['base']): readonly Line[] {
  return slice(lines.texts, range).map((text) => lineOf(text, undefined));
}

/** Conflict markers, in the format that git writes with `merge.conflictStyle=diff3`. */
const yoursMarker = '<<<<<<< yours';
const baseMarker = '||||||| as generated before';
const middleMarker = '=======';
const theirsMarker = '>>>>>>> ';

function markedLines(region: Region, texts: Texts, theirs: string): readonly Line[] {
  return [
    { text: yoursMarker },
    ...linesWithEnds(texts.yours, region.yours),
    { text: baseMarker },
    ...linesWithoutEnds(texts.base, region.base),
    { text: middleMarker },
    ...linesWithoutEnds(texts.theirs, region.theirs),
    { text: theirsMarker + theirs },
  ];
}

/** Returns whether a file contains a conflict marker of Genlock. */
export function hasMarkers(text: string): boolean {
  return /^(?:<<<<<<< yours|\|{7} as generated before|>>>>>>> genlock .*)\r?$/mu.test(text);
}
