import { diffArrays } from 'diff';

/** Three versions of a value: as Genlock last wrote it, as the user has it, and as Genlock generates it now. */
export interface Versions<Value> {
  readonly base: Value;
  readonly yours: Value;
  readonly theirs: Value;
}

/** A half-open range of units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Region in which at least one side differs from the base. */
export interface Region extends Versions<Range> {
  readonly changedBy: 'yours' | 'theirs' | 'both';
}

/** Change of one side: a range of base units and its replacement. */
interface Hunk {
  readonly base: Range;
  readonly side: Range;
}

/** Strategy for choosing between equally short diffs, because repeated lines can be matched from either end. */
export interface Alignment {
  readonly backwards: boolean;
  /** Whether a block with several possible positions gets the last instead of the first. */
  readonly late: boolean;
}

const usual: Alignment = { backwards: false, late: true };

/** All alignments, the default first. */
export const alignments: readonly Alignment[] = [
  usual,
  { backwards: false, late: false },
  { backwards: true, late: true },
  { backwards: true, late: false },
];

/** Limit of added and removed units. Above it, everything between the first and the last difference is one change. */
const maxEdits = 1000;

/** Returns the regions where three sequences differ, in order. Adjacent changes are one region, as in git. */
export function regionsOf(versions: Versions<readonly string[]>, alignment = usual): readonly Region[] {
  return alignerOf(versions)(alignment);
}

/** Returns the regions for an alignment of the user's side, and optionally another one for Genlock's side. */
type Aligner = (yours: Alignment, theirs?: Alignment) => readonly Region[];

/** Prepares regions of the same sequences for several alignments. */
export function alignerOf({ base, yours, theirs }: Versions<readonly string[]>): Aligner {
  const mine = hunksBetween(base, yours);
  const other = hunksBetween(base, theirs);
  return (alignment, ofTheirs = alignment) => joinedRegions(mine(alignment), other(ofTheirs));
}

function joinedRegions(mine: readonly Hunk[], other: readonly Hunk[]): readonly Region[] {
  const regions: Region[] = [];
  let [at, next] = [0, 0];
  while (at < mine.length || next < other.length) {
    const [firstMine, firstOther] = [at, next];
    let end = Math.min(mine[at]?.base.start ?? Infinity, other[next]?.base.start ?? Infinity);
    const start = end;
    for (;;) {
      const [hunk, rival] = [mine[at], other[next]];
      if (hunk !== undefined && hunk.base.start <= end) {
        end = Math.max(end, hunk.base.end);
        at += 1;
      } else if (rival !== undefined && rival.base.start <= end) {
        end = Math.max(end, rival.base.end);
        next += 1;
      } else break;
    }
    const range = { start, end };
    regions.push({
      base: range,
      yours: sideRange(range, mine.slice(firstMine, at), shiftBefore(mine, firstMine)),
      theirs: sideRange(range, other.slice(firstOther, next), shiftBefore(other, firstOther)),
      changedBy: at === firstMine ? 'theirs' : next === firstOther ? 'yours' : 'both',
    });
  }
  return regions;
}

/** Returns the offset between a side and the base before the hunk at an index. */
function shiftBefore(hunks: readonly Hunk[], index: number): number {
  const before = hunks[index - 1];
  return before === undefined ? 0 : before.side.end - before.base.end;
}

function sideRange(base: Range, hunks: readonly Hunk[], shift: number): Range {
  const last = hunks.at(-1);
  const shiftAfter = last === undefined ? shift : last.side.end - last.base.end;
  return { start: base.start + shift, end: base.end + shiftAfter };
}

/** Returns the hunks of one side by alignment. Computes the expensive diff once per direction. */
function hunksBetween(base: readonly string[], side: readonly string[]): (alignment: Alignment) => readonly Hunk[] {
  const found = new Map<boolean, readonly Hunk[]>();
  const lengths = { base: base.length, side: side.length };
  return ({ backwards, late }) => {
    const hunks =
      found.get(backwards) ??
      (backwards ? mirroredAll(difference(base.toReversed(), side.toReversed()), lengths) : difference(base, side));
    found.set(backwards, hunks);
    if (late) return slidDown(hunks, { base, side });
    const reversed = { base: base.toReversed(), side: side.toReversed() };
    return mirroredAll(slidDown(mirroredAll(hunks, lengths), reversed), lengths);
  };
}

/** Returns the hunks with ranges counted from the end. */
function mirroredAll(hunks: readonly Hunk[], lengths: { readonly base: number; readonly side: number }): Hunk[] {
  return hunks
    .map((hunk) => ({ base: mirrored(hunk.base, lengths.base), side: mirrored(hunk.side, lengths.side) }))
    .toReversed();
}

function mirrored({ start, end }: Range, length: number): Range {
  return { start: length - end, end: length - start };
}

function difference(base: readonly string[], side: readonly string[]): readonly Hunk[] {
  let head = 0;
  const shorter = Math.min(base.length, side.length);
  while (head < shorter && base[head] === side[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && base[base.length - 1 - tail] === side[side.length - 1 - tail]) tail += 1;
  const middle = { base: { start: head, end: base.length - tail }, side: { start: head, end: side.length - tail } };
  if (isEmpty(middle.base) && isEmpty(middle.side)) return [];
  const parts = diffArrays(slice(base, middle.base), slice(side, middle.side), { maxEditLength: maxEdits });
  return parts === undefined ? [middle] : hunksFrom(parts, head);
}

interface Part {
  readonly count: number;
  readonly added: boolean;
  readonly removed: boolean;
}

function hunksFrom(parts: readonly Part[], head: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [inBase, inSide] = [head, head];
  for (const { count, added, removed } of parts) {
    const last = hunks.at(-1);
    const start =
      last !== undefined && last.base.end === inBase && last.side.end === inSide
        ? { base: last.base.start, side: last.side.start }
        : { base: inBase, side: inSide };
    if (!added) inBase += count;
    if (!removed) inSide += count;
    if (!added && !removed) continue;
    if (last?.base.start === start.base && last.side.start === start.side) hunks.pop();
    hunks.push({ base: { start: start.base, end: inBase }, side: { start: start.side, end: inSide } });
  }
  return hunks;
}

type Pair = Pick<Versions<readonly string[]>, 'base'> & { readonly side: readonly string[] };

/** Moves additions and removals as far down as possible, so that both sides choose equal positions. */
function slidDown(hunks: readonly Hunk[], pair: Pair): readonly Hunk[] {
  const done: Hunk[] = [];
  for (const hunk of hunks.toReversed()) {
    const next = done.at(-1);
    const room = (next?.base.start ?? pair.base.length) - hunk.base.end;
    let steps = 0;
    while (steps < room && canSlide(hunk, pair, steps)) steps += 1;
    const slid = moved(hunk, steps);
    // Joins two hunks that now touch.
    if (next !== undefined && slid.base.end === next.base.start) done[done.length - 1] = joined(slid, next);
    else done.push(slid);
  }
  return done.toReversed();
}

function canSlide({ base, side }: Hunk, pair: Pair, steps: number): boolean {
  if (isEmpty(base)) return pair.side[side.start + steps] === pair.side[side.end + steps];
  return isEmpty(side) && pair.base[base.start + steps] === pair.base[base.end + steps];
}

function moved({ base, side }: Hunk, steps: number): Hunk {
  return {
    base: { start: base.start + steps, end: base.end + steps },
    side: { start: side.start + steps, end: side.end + steps },
  };
}

function joined(first: Hunk, second: Hunk): Hunk {
  return {
    base: { start: first.base.start, end: second.base.end },
    side: { start: first.side.start, end: second.side.end },
  };
}

function isEmpty({ start, end }: Range): boolean {
  return start === end;
}

/** Returns the units of a range. */
export function slice<Unit>(units: readonly Unit[], { start, end }: Range): Unit[] {
  return units.slice(start, end);
}
