import { regionsOf, slice, type Region, type Versions } from './diff3.ts';
import { editJson, rawAt, type JsonEdit, type JsonPath, type RawJson } from './json-edits.ts';
import { canonicalJson, readJson, sameJson, type Json } from './json-model.ts';
import { choose, type Structured } from './structure.ts';

/** Conflicting place, with the values of all versions. */
interface Clash {
  readonly path: JsonPath;
  /** Key of the preceding member, for an insertion. */
  readonly after: string | undefined;
  readonly values: Versions<RawJson | undefined>;
}

/** Edits and conflicts of the user's text, in this order. */
interface Work {
  readonly edits: JsonEdit[];
  readonly clashes: Clash[];
  readonly texts: Versions<string>;
}

/** Limit of characters processed by all edits. Above it, the text is merged line by line. */
const maxCost = 50_000_000;

/**
 * Merges three JSON documents by key; `undefined` if a document is not JSON. Keeps the user's comments, key order and
 * layout. Merges lists of strings or objects by item, as sets if both sides changed the same place.
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

/** Compares a value that exists in the user's and in Genlock's text. */
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

/** Returns whether a value contains a comment that the user added and a replacement would delete. */
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

/**
 * Converts Genlock's changes of a list to edits of the user's list; `undefined` if both sides changed the same items.
 */
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
  // Iterates backwards, so that earlier indexes remain valid.
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

/**
 * Indexes of the user's items to replace or remove, and of Genlock's items to insert. `after` is the user's item before
 * the insertion, or -1 for the start of the list.
 */
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
  /** Returns whether the user has added this item anywhere in the list. Then it is not inserted again. */
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

/** Returns the changes of a region that only Genlock changed. */
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

/** Returns whether an item can be part of a set. Strings and objects can. Numbers and other values may repeat. */
const isSetItem = (key: string): boolean => key.startsWith('"') || key.startsWith('{');

/**
 * Merges a region that both sides changed, as sets: applies the removals and additions of both sides. `undefined` if
 * both sides replaced the same item.
 */
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
