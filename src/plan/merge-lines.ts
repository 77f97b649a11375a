import { alignerOf, alignments, slice, type Region, type Versions } from './diff3.ts';
import { lineKeys, standsAlone, withoutFormatting, type TextKind } from './formatting.ts';
import { readLines, writeLines, type Line, type Lines } from './lines.ts';

/** What merging three texts gives. With conflicts the text holds both sides between markers. */
export interface MergedText {
  readonly text: string;
  /** Places where both sides want something else. */
  readonly conflicts: number;
}

export interface LineOptions {
  readonly kind: TextKind;
  /** Names the other side in markers: `genlock core`. */
  readonly theirs: string;
}

type Texts = Versions<Lines>;

const alignmentPairs = alignments.flatMap((one, index) =>
  alignments.slice(index + 1).map((other) => [one, other] as const),
);

/** A part of the result: lines both sides have, lines of one side that the other can have, or a conflict. */
type Piece =
  | { readonly kind: 'agreed' | 'chosen'; readonly lines: readonly Line[] }
  | { readonly kind: 'conflict'; readonly region: Region };

/**
 * Three texts merged line by line (diff3). What only one side changed is theirs to change; what both changed alike is
 * taken once. Where they disagree, differences of formatting alone give way. Line ends, a byte order mark and a missing
 * last line end stay as the user has them.
 */
export function mergeLines(versions: Versions<string>, { kind, theirs }: LineOptions): MergedText {
  const texts = linesOfAll(versions);
  return written(bestPieces(texts, kind), texts, theirs);
}

/** Three texts as one conflict, for what must not be merged although its lines could be. */
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
 * The first way to look at the texts that gives no conflict; else the one with the fewest. Formatting is content at
 * first, then nothing within a line, then nothing at all.
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

/** Both sides aligned alike is tried first; then each otherwise than the other. */
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

/** Which of two is taken must not depend on whose side is whose. */
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
  /** What lines are compared by. */
  readonly keys: Versions<readonly string[]>;
  /** Whether a place where one side changed only where lines break is the other's. */
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

/** Conflicts with no more than this many lines between them are one. */
const nearLines = 3;

/** As git joins them: two conflicts that are read together are one, if what lies between them is the same on both sides. */
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

/** Lines that are the same but perhaps for their formatting: the user's, unless only Genlock changed that. */
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
  const yours: Piece = { kind: isSame ? 'agreed' : 'chosen', lines: linesOf(texts.yours, region.yours, true) };
  const theirs: Piece = { kind: 'chosen', lines: linesOf(texts.theirs, region.theirs, false) };
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

/** No lines and one empty line are not the same. */
function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The side that alone changed something; yours if both made the same change. */
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

function linesOf(lines: Lines, range: Region['base'], keepEnds: boolean): readonly Line[] {
  const ends = slice(lines.ends, range);
  return slice(lines.texts, range).map((text, index) => lineOf(text, keepEnds ? ends[index] : undefined));
}

/** Begin and end of a conflict in a text, as git writes them with `merge.conflictStyle=diff3`. */
const yoursMarker = '<<<<<<< yours';
const baseMarker = '||||||| as generated before';
const middleMarker = '=======';
const theirsMarker = '>>>>>>> ';

function markedLines(region: Region, texts: Texts, theirs: string): readonly Line[] {
  return [
    { text: yoursMarker },
    ...linesOf(texts.yours, region.yours, true),
    { text: baseMarker },
    ...linesOf(texts.base, region.base, false),
    { text: middleMarker },
    ...linesOf(texts.theirs, region.theirs, false),
    { text: theirsMarker + theirs },
  ];
}

/** Whether a text still holds a line that Genlock put there to mark a conflict. */
export function hasMarkers(text: string): boolean {
  return /^(?:<<<<<<< yours|\|{7} as generated before|>>>>>>> genlock .*)\r?$/mu.test(text);
}
