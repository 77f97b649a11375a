import { parse, type JSONPath, type ParseError } from 'jsonc-parser';
import { GenlockError } from '../errors/error.ts';
import { setValue } from './edit-entities.ts';

/** Two versions of a configuration that git couldn't merge; `line` is where it says so first. */
export interface ConfigSides {
  readonly ours: string;
  readonly theirs: string;
  /** What both began with, if git tells it. */
  readonly base?: string;
  readonly line: number;
}

/** What becomes of our side at a place: nothing is there any more without a value. */
interface Edit {
  readonly path: JSONPath;
  readonly value: unknown;
}

/**
 * A configuration with what both sides did to it: plugins, entities, fields, found by their names. What both changed is
 * nobody's to decide but the author's, and so is, where nobody tells what both began with, what may as well have been
 * taken out by the other side.
 *
 * @throws GenlockError CONFIG_MERGE_CONFLICT with the place of the first marker
 */
export function mergeConfig(sides: ConfigSides, { file }: { readonly file: string }): string {
  const [ours, theirs] = [parsed(sides.ours), parsed(sides.theirs)];
  const base = sides.base === undefined ? undefined : parsed(sides.base);
  const edits: Edit[] = [];
  const undecided = collect({ ours, theirs, base }, { path: [], edits, isKnown: base !== undefined });
  if (undecided !== undefined) throw conflict(undecided, { file, line: sides.line });
  // What goes from a list goes from its end, so that no other item moves before its turn.
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

interface Place {
  readonly path: JSONPath;
  readonly edits: Edit[];
  /** Whether it is known what both began with. */
  readonly isKnown: boolean;
}

/** Notes what is theirs; the path of what can't be decided, if there is something. */
function collect({ ours: one, theirs: other, base: first }: Versions, to: Place): string | undefined {
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
  // One side that has more: the other may have taken it out.
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

/** An object by its keys; a list by the names of its items, if each has its own. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const named = new Map(value.map((item) => [nameOf(item), item] as const));
  return named.size === value.length && !named.has('') ? named : undefined;
}

function nameOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? item.name : '';
}

function keyOf({ path }: Place, name?: string): string {
  return [...path, ...(name === undefined ? [] : [name])].join('.');
}

function conflict(key: string, { file, line }: { readonly file: string; readonly line: number }): GenlockError {
  const what = key === '' ? 'both sides' : `both sides of ${key}`;
  const message = `${file} holds a merge of git that only you can decide: ${what}`;
  const where = { file, line, ...(key !== '' && { key }) };
  return new GenlockError({ code: 'CONFIG_MERGE_CONFLICT', message, where });
}
