import { parse, type JSONPath, type ParseError } from 'jsonc-parser';
import { GenlockError } from '../errors/error.ts';
import { setValue } from './edit-entities.ts';

/** Two versions of a configuration with a git merge conflict. `line` is the line of the first conflict marker. */
export interface ConfigSides {
  readonly ours: string;
  readonly theirs: string;
  /** The common ancestor, if git provides one. */
  readonly base?: string;
  readonly line: number;
}

/** A change to our side. An undefined value removes the key. */
interface Edit {
  readonly path: JSONPath;
  readonly value: unknown;
}

/**
 * Merges two versions of a configuration. Plugins, entities and fields are matched by name. If both sides changed a
 * value, the user must decide. Without a common ancestor, a value on only one side is also a conflict, because the
 * other side may have removed it.
 *
 * @throws GenlockError CONFIG_MERGE_CONFLICT with the place of the first marker
 */
export function mergeConfig(sides: ConfigSides, { file }: { readonly file: string }): string {
  const [ours, theirs] = [parsed(sides.ours), parsed(sides.theirs)];
  const base = sides.base === undefined ? undefined : parsed(sides.base);
  const edits: Edit[] = [];
  const undecided = collect({ ours, theirs, base }, { path: [], edits, isKnown: base !== undefined });
  if (undecided !== undefined) throw conflict(undecided, { file, line: sides.line });
  // Removes list items from the end, so that earlier indexes stay valid.
  const [gone, stays] = [edits.filter(isRemoval).toReversed(), edits.filter((edit) => !isRemoval(edit))];
  return [...stays, ...gone].reduce((text, { path, value }) => setValue(text, path, value), sides.ours);
}

const isRemoval = ({ value }: Edit): boolean => value === undefined;

function parsed(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/u, ''), errors);
  return errors.length === 0 ? value : undefined;
}

interface Versions {
  readonly ours: unknown;
  readonly theirs: unknown;
  readonly base: unknown;
}

interface MergeState {
  readonly path: JSONPath;
  readonly edits: Edit[];
  /** Whether the common ancestor is known. */
  readonly isKnown: boolean;
}

/** Collects the changes of the other side. Returns the path of the first conflict, if any. */
function collect({ ours: one, theirs: other, base: first }: Versions, to: MergeState): string | undefined {
  if (to.isKnown && isSame(other, first)) return undefined;
  const [ours, theirs, base] = [membersOf(one), membersOf(other), membersOf(first)];
  if (ours === undefined || theirs === undefined) {
    if (one === undefined || other === undefined) return keyOf(to);
    if (isSame(one, other)) return undefined;
    if (!to.isKnown || !isSame(one, first)) return keyOf(to);
    to.edits.push({ path: to.path, value: other });
    return undefined;
  }
  const [mine, others] = [missing(ours, theirs), missing(theirs, ours)];
  // Only one side has members: the other side may have removed them.
  if (!to.isKnown && (mine.length === 0) !== (others.length === 0)) return keyOf(to, mine[0]?.[0] ?? others[0]?.[0]);
  const at = (index: number, name: string): JSONPath => [...to.path, Array.isArray(one) ? index : name];
  let end = ours.size;
  for (const [name, value] of others) {
    if (base?.has(name) !== true) to.edits.push({ path: at(end++, name), value });
    else if (!isSame(value, base.get(name))) return keyOf(to, name);
  }
  for (const [index, [name, value]] of [...ours].entries()) {
    const path = at(index, name);
    const versions = { ours: value, theirs: theirs.get(name), base: base?.get(name) };
    const isTheirs = theirs.has(name);
    if (!isTheirs && base?.has(name) !== true) continue;
    const undecided = isTheirs || !isSame(value, versions.base) ? collect(versions, { ...to, path }) : undefined;
    if (undecided !== undefined) return undecided;
    if (!isTheirs) to.edits.push({ path, value: undefined });
  }
  return undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function missing(from: ReadonlyMap<string, unknown>, of: ReadonlyMap<string, unknown>): (readonly [string, unknown])[] {
  return [...from].filter(([name]) => !of.has(name));
}

/** Returns the members of an object by key, or of a list by item name if every item has a unique name. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const named = new Map(value.map((item) => [nameOf(item), item] as const));
  return named.size === value.length && !named.has('') ? named : undefined;
}

function nameOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? item.name : '';
}

function keyOf({ path }: MergeState, name?: string): string {
  return [...path, ...(name === undefined ? [] : [name])].join('.');
}

function conflict(key: string, { file, line }: { readonly file: string; readonly line: number }): GenlockError {
  const what = key === '' ? 'both sides' : `both sides of ${key}`;
  const message = `${file} holds a merge of git that only you can decide: ${what}`;
  const where = { file, line, ...(key !== '' && { key }) };
  return new GenlockError({ code: 'CONFIG_MERGE_CONFLICT', message, where });
}
