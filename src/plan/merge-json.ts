import { regionsOf, slice, type Region, type Versions } from './diff3.ts';
import { editJson, rawAt, type JsonEdit, type JsonPath, type RawJson } from './json-edits.ts';
import { canonicalJson, readJson, sameJson, type Json } from './json-model.ts';
import { choose, type Structured } from './structure.ts';

/** A place where both sides want something else, with what each of them has there. */
interface Clash {
  readonly path: JsonPath;
  /** Behind which member it stands, if it has to be put there. */
  readonly after: string | undefined;
  readonly values: Versions<RawJson | undefined>;
}

/** What has to happen to the user's text, in this order. */
interface Work {
  readonly edits: JsonEdit[];
  readonly clashes: Clash[];
  readonly texts: Versions<string>;
}

/** Characters read again and again while editing; beyond that the text is merged as lines. */
const maxCost = 50_000_000;

/**
 * Three JSON texts merged by key; nothing if one of them isn't JSON. Comments, key order and layout stay the user's.
 * Lists of texts and objects are merged item by item, as sets where both sides changed the same place.
 *
 * @param texts with LF and no byte order mark
 */
export function mergeJson(texts: Versions<string>): Structured | undefined {
  const [base, yours, theirs] = [readJson(texts.base), readJson(texts.yours), readJson(texts.theirs)];
  if (base === undefined || yours === undefined || theirs === undefined) return undefined;
  const work: Work = { edits: [], clashes: [], texts };
  compare([], { base, yours, theirs }, work);
  const cost = (work.edits.length + 3 * work.clashes.length) * texts.yours.length;
  if (cost > maxCost || work.clashes.some(({ path }) => path.length === 0)) return undefined;
  const text = work.edits.reduce(editJson, texts.yours);
  if (work.clashes.length === 0) return { kind: 'merged', text };
  const withSide = (side: 'base' | 'theirs'): string =>
    work.clashes.reduce((done, clash) => withChoice(done, clash, side), text);
  return { kind: 'conflict', sides: { base: withSide('base'), yours: text, theirs: withSide('theirs') } };
}

function withChoice(text: string, { path, after, values }: Clash, side: 'base' | 'theirs'): string {
  const raw = values[side];
  if (raw === undefined) return editJson(text, { kind: 'remove', path });
  if (values.yours !== undefined) return editJson(text, { kind: 'set', path, raw });
  return editJson(text, { kind: 'insert', path: path.slice(0, -1), after, key: String(path.at(-1)), raw });
}

/** A value that is there in the user's text and in Genlock's. */
function compare(path: JsonPath, versions: Versions<Json> | WithoutBase, work: Work): void {
  const { base, yours, theirs } = versions;
  if (yours.kind === 'object' && theirs.kind === 'object') {
    compareMembers(path, { base: base?.kind === 'object' ? base : undefined, yours, theirs }, work);
    return;
  }
  const choice = choose({ base, yours, theirs }, sameJson);
  if (choice === 'yours') return;
  if (yours.kind === 'array' && theirs.kind === 'array') {
    const edits = itemEdits(path, { base: base?.kind === 'array' ? base : undefined, yours, theirs }, work.texts);
    if (edits !== undefined) {
      work.edits.push(...edits);
      return;
    }
  } else if (choice === 'theirs' && !hasOwnComments(yours, base, work.texts)) {
    work.edits.push({ kind: 'set', path, raw: rawAt(work.texts.theirs, theirs.node) });
    return;
  }
  work.clashes.push({ path, after: undefined, values: rawValues(versions, work.texts) });
}

interface WithoutBase {
  readonly base: Json | undefined;
  readonly yours: Json;
  readonly theirs: Json;
}

interface Objects {
  readonly base: Extract<Json, { kind: 'object' }> | undefined;
  readonly yours: Extract<Json, { kind: 'object' }>;
  readonly theirs: Extract<Json, { kind: 'object' }>;
}

function compareMembers(path: JsonPath, { base, yours, theirs }: Objects, work: Work): void {
  let after: string | undefined;
  for (const [key, theirMember] of theirs.members) {
    const versions = { base: base?.members.get(key), yours: yours.members.get(key), theirs: theirMember };
    if (versions.yours !== undefined) {
      compare([...path, key], { ...versions, yours: versions.yours }, work);
      after = key;
    } else if (versions.base === undefined) {
      work.edits.push({ kind: 'insert', path, after, key, raw: rawAt(work.texts.theirs, theirMember.node) });
      after = key;
    } else if (!sameJson(versions.base, theirMember)) {
      work.clashes.push({ path: [...path, key], after, values: rawValues(versions, work.texts) });
    }
  }
  for (const [key, member] of yours.members) {
    const old = base?.members.get(key);
    if (old === undefined || theirs.members.has(key)) continue;
    const isUntouched = sameJson(old, member) && !hasOwnComments(member, old, work.texts);
    if (isUntouched) work.edits.push({ kind: 'remove', path: [...path, key] });
    else {
      const values = rawValues({ base: old, yours: member, theirs: undefined }, work.texts);
      work.clashes.push({ path: [...path, key], after: undefined, values });
    }
  }
}

function rawValues(versions: Versions<Json | undefined>, texts: Versions<string>): Clash['values'] {
  const raw = (side: keyof typeof versions): RawJson | undefined => {
    const json = versions[side];
    return json && rawAt(texts[side], json.node);
  };
  return { base: raw('base'), yours: raw('yours'), theirs: raw('theirs') };
}

/** Whether replacing a value would take away a comment that the user wrote inside it. */
function hasOwnComments(yours: Json, base: Json | undefined, texts: Versions<string>): boolean {
  const written = rawAt(texts.yours, yours.node).text;
  const comments = written.replaceAll(/"(?:[^"\\\n]|\\.)*"/gu, '""').match(/\/\/.*|\/\*[^]*?\*\//gu) ?? [];
  const before = base === undefined ? '' : rawAt(texts.base, base.node).text;
  return comments.some((comment) => !before.includes(comment));
}

interface Arrays {
  readonly base: Extract<Json, { kind: 'array' }> | undefined;
  readonly yours: Extract<Json, { kind: 'array' }>;
  readonly theirs: Extract<Json, { kind: 'array' }>;
}

/** What Genlock changed in a list, as edits of the user's; nothing if both changed the same items. */
function itemEdits(path: JsonPath, arrays: Arrays, texts: Versions<string>): readonly JsonEdit[] | undefined {
  const keys = {
    base: (arrays.base?.items ?? []).map(canonicalJson),
    yours: arrays.yours.items.map(canonicalJson),
    theirs: arrays.theirs.items.map(canonicalJson),
  };
  const raws = arrays.theirs.items.map(({ node }) => rawAt(texts.theirs, node));
  const edits: JsonEdit[] = [];
  const regions = regionsOf(keys);
  const items = { keys, isThere: addedByUser(regions, keys) };
  // From the last to the first, so that the indexes of those before stay true.
  for (const region of regions.toReversed()) {
    if (region.changedBy === 'yours') continue;
    const change = region.changedBy === 'theirs' ? replacedItems(region, items) : unitedItems(region, items);
    if (change === undefined) return undefined;
    edits.push(...editsOf(path, change, raws));
  }
  const touched = edits.flatMap((edit) =>
    edit.kind === 'insert' ? [] : [arrays.yours.items[Number(edit.path.at(-1))]],
  );
  const isSafe = touched.every((item) => item === undefined || !hasOwnComments(item, arrays.base, texts));
  return isSafe ? edits : undefined;
}

/** Indexes of the user's items to take away, and of Genlock's to put behind one of the user's (-1: at the front). */
interface ItemChange {
  readonly set: readonly (readonly [index: number, theirs: number])[];
  readonly remove: readonly number[];
  readonly insert: readonly number[];
  readonly after: number;
}

function indexes({ start, end }: Region['base']): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

interface Items {
  readonly keys: Versions<readonly string[]>;
  /** Whether the user has put this in, wherever: then it isn't put in once more. */
  readonly isThere: (key: string) => boolean;
}

function addedByUser(regions: readonly Region[], keys: Versions<readonly string[]>): Items['isThere'] {
  const added = regions.flatMap(({ base, yours }) => {
    const before = new Set(slice(keys.base, base));
    return slice(keys.yours, yours).filter((key) => isSetItem(key) && !before.has(key));
  });
  const known = new Set(added);
  return (key) => known.has(key);
}

/** What Genlock alone changed in a place. */
function replacedItems({ yours, theirs }: Region, { keys, isThere }: Items): ItemChange {
  const mine = indexes(yours);
  const other = indexes(theirs).filter((index) => !isThere(keys.theirs[index] ?? ''));
  const both = Math.min(mine.length, other.length);
  return {
    set: mine.slice(0, both).map((index, at) => [index, other[at] ?? 0] as const),
    remove: mine.slice(both),
    insert: other.slice(both),
    after: yours.start + both - 1,
  };
}

/** Texts and objects are items of sets; of numbers and the like several may be the same. */
const isSetItem = (key: string): boolean => key.startsWith('"') || key.startsWith('{');

/** Both changed a place: what either took away goes, what either added is there, unless both replaced the same item. */
function unitedItems(region: Region, { keys, isThere }: Items): ItemChange | undefined {
  const parts = {
    base: new Set(slice(keys.base, region.base)),
    yours: new Set(slice(keys.yours, region.yours)),
    theirs: new Set(slice(keys.theirs, region.theirs)),
  };
  const isSet = (['base', 'yours', 'theirs'] as const).every(
    (side) => parts[side].size === region[side].end - region[side].start && [...parts[side]].every(isSetItem),
  );
  if (!isSet) return undefined;
  const added = [...parts.theirs].filter((key) => !parts.base.has(key) && !parts.yours.has(key));
  const addedHere = [...parts.yours].filter((key) => !parts.base.has(key) && !parts.theirs.has(key));
  const goneFromBoth = [...parts.base].some((key) => !parts.yours.has(key) && !parts.theirs.has(key));
  if (goneFromBoth && added.length > 0 && addedHere.length > 0) return undefined;
  return {
    set: [],
    remove: indexes(region.yours).filter((index) => {
      const key = keys.yours[index] ?? '';
      return parts.base.has(key) && !parts.theirs.has(key);
    }),
    insert: indexes(region.theirs).filter((index) => {
      const key = keys.theirs[index] ?? '';
      return added.includes(key) && !isThere(key);
    }),
    after: region.yours.end - 1,
  };
}

function editsOf(path: JsonPath, change: ItemChange, raws: readonly RawJson[]): readonly JsonEdit[] {
  const raw = (index: number): RawJson => raws[index] ?? { text: 'null', indent: '', unit: '  ' };
  return [
    ...change.set.map(([index, theirs]): JsonEdit => ({ kind: 'set', path: [...path, index], raw: raw(theirs) })),
    ...change.insert.map((index, at): JsonEdit => {
      const after = change.after + at;
      return { kind: 'insert', path, after: after < 0 ? undefined : after, raw: raw(index) };
    }),
    ...change.remove.toReversed().map((index): JsonEdit => ({ kind: 'remove', path: [...path, index] })),
  ];
}
