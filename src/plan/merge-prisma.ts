import type { Versions } from './diff3.ts';
import { withoutFormatting } from './formatting.ts';
import { printField, readField, readUnits, type Field, type Unit } from './prisma-units.ts';
import { choose, mergedOrder, type Structured } from './structure.ts';

/** Lines of one part of the result. The versions differ only in a conflict. */
type Piece = Versions<readonly string[]>;

type Units = readonly Unit[];

/**
 * Merges three Prisma schemas by block, by field and attribute in a block, and by type and attribute in a field;
 * `undefined` if a schema cannot be split into units. The caller must check that the result is a valid schema.
 *
 * @param texts with LF and no byte order mark
 */
export function mergePrisma(texts: Versions<string>): Structured | undefined {
  const [base, yours, theirs] = [readUnits(texts.base), readUnits(texts.yours), readUnits(texts.theirs)];
  if (base === undefined || yours === undefined || theirs === undefined) return undefined;
  const pieces = mergeUnits({ base, yours, theirs });
  const text = (side: keyof Piece): string => pieces.flatMap((piece) => piece[side]).join('\n');
  const sides = { base: text('base'), yours: text('yours'), theirs: text('theirs') };
  const isMerged = sides.base === sides.yours && sides.yours === sides.theirs;
  return isMerged ? { kind: 'merged', text: sides.yours } : { kind: 'conflict', sides };
}

function mergeUnits({ base, yours, theirs }: Versions<Units>): readonly Piece[] {
  const by = (units: Units): ReadonlyMap<string, Unit> => new Map(units.map((unit) => [unit.key, unit]));
  const maps = { base: by(base), yours: by(yours), theirs: by(theirs) };
  return orderOf(yours, theirs).flatMap((key, index) => {
    const unit = { base: maps.base.get(key), yours: maps.yours.get(key), theirs: maps.theirs.get(key) };
    // Adds no blank line before the first two units: the header and the block directly below it.
    return mergeUnit(unit, index > 1);
  });
}

/** Orders the fields before the block attributes, so that new fields and attributes are not mixed. */
function orderOf(yours: Units, theirs: Units): readonly string[] {
  const [mine, other] = [sections(yours), sections(theirs)];
  return [
    ...mergedOrder(
      mine.first,
      other.first.filter((key) => !mine.last.includes(key)),
    ),
    ...mergedOrder(
      mine.last,
      other.last.filter((key) => !mine.first.includes(key)),
    ),
  ];
}

function sections(units: Units): { readonly first: readonly string[]; readonly last: readonly string[] } {
  const keys = units.map(({ key }) => key);
  const at = keys.findIndex((key) => key.startsWith('@@') || key === '}' || key === '');
  return { first: keys.slice(0, at), last: keys.slice(at) };
}

function mergeUnit(unit: Versions<Unit | undefined>, isLater: boolean): readonly Piece[] {
  const { base, yours, theirs } = unit;
  if (yours === undefined || theirs === undefined) {
    const choice = choose(unit, (one, other) => content(linesOf(one)) === content(linesOf(other)));
    if (choice !== 'both') return [agreed(linesOf(unit[choice]))];
    return [{ base: linesOf(base), yours: linesOf(yours), theirs: linesOf(theirs) }];
  }
  const lead = withBlank(
    mergeLines({ base: base?.lead ?? [], yours: yours.lead, theirs: theirs.lead }),
    isLater && theirs.lead[0] === '' && theirs.members !== undefined,
  );
  const own = mergeLines({ base: base?.lines, yours: yours.lines, theirs: theirs.lines });
  if (yours.members === undefined || theirs.members === undefined) return [lead, own];
  return [lead, own, ...mergeUnits({ base: base?.members ?? [], yours: yours.members, theirs: theirs.members })];
}

/** Separates a block with a blank line, unless it is the first block. */
function withBlank(lead: Piece, isSetOff: boolean): Piece {
  const setOff = (lines: readonly string[]): readonly string[] =>
    isSetOff && lines[0]?.trim() !== '' ? ['', ...lines] : lines;
  return { base: setOff(lead.base), yours: setOff(lead.yours), theirs: setOff(lead.theirs) };
}

function linesOf(unit: Unit | undefined): readonly string[] {
  if (unit === undefined) return [];
  return [...unit.lead, ...unit.lines, ...(unit.members ?? []).flatMap(linesOf)];
}

function agreed(lines: readonly string[]): Piece {
  return { base: lines, yours: lines, theirs: lines };
}

function content(lines: readonly string[]): string {
  return withoutFormatting(lines.join('\n'), 'code');
}

/**
 * Merges the lines of one unit. If one side changed only the formatting, takes its lines. If both did, takes the user's
 * lines.
 */
function mergeLines(lines: {
  readonly base: readonly string[] | undefined;
  readonly yours: readonly string[];
  readonly theirs: readonly string[];
}): Piece {
  const { base, yours, theirs } = lines;
  const choice = choose(lines, (one, other) => content(one) === content(other));
  if (choice === 'theirs') return agreed(theirs);
  if (choice === 'yours') {
    const isUntouched = base?.length === yours.length && base.every((line, index) => line === yours[index]);
    return agreed(isUntouched ? theirs : yours);
  }
  const field = mergeField(lines);
  return field === undefined ? { base: base ?? [], yours, theirs } : agreed([field]);
}

function mergeField(lines: Versions<readonly string[] | undefined>): string | undefined {
  const [base, yours, theirs] = [fieldOf(lines.base), fieldOf(lines.yours), fieldOf(lines.theirs)];
  if (base === undefined || yours === undefined || theirs === undefined) return undefined;
  const type = mergeText({ base: base.type, yours: yours.type, theirs: theirs.type });
  const comment = mergeText({ base: base.comment, yours: yours.comment, theirs: theirs.comment });
  const attributes = new Map<string, string>();
  for (const name of mergedOrder([...yours.attributes.keys()], [...theirs.attributes.keys()])) {
    const merged = mergeText({
      base: base.attributes.get(name) ?? '',
      yours: yours.attributes.get(name) ?? '',
      theirs: theirs.attributes.get(name) ?? '',
    });
    if (merged === undefined) return undefined;
    if (merged !== '') attributes.set(name, merged);
  }
  if (type === undefined || comment === undefined) return undefined;
  const space = ' '.repeat(Math.max(1, yours.type.length + yours.space.length - type.length));
  return printField({ ...yours, type, space, attributes, comment });
}

function fieldOf(lines: readonly string[] | undefined): Field | undefined {
  const [line, ...more] = lines ?? [];
  return line === undefined || more.length > 0 ? undefined : readField(line);
}

function mergeText(text: Versions<string>): string | undefined {
  const choice = choose(text, (one, other) => content([one]) === content([other]));
  return choice === 'both' ? undefined : text[choice];
}
