import { parse, type JSONPath, type ParseError } from 'jsonc-parser';
import { GenlockError } from '../errors/error.ts';
import { setValue } from './edit-entities.ts';

/** Two versions of a configuration that git couldn't merge; `line` is where it says so first. */
export interface ConfigSides {
  readonly ours: string;
  readonly theirs: string;
  readonly line: number;
}

/** Something only their side has, and where it goes. */
interface Addition {
  readonly path: JSONPath;
  readonly value: unknown;
}

/**
 * A configuration with what both sides added to it: plugins, entities, fields, found by their names. What both changed,
 * or what may as well have been taken out by the other side, is nobody's to decide but the author's.
 *
 * @throws GenlockError CONFIG_MERGE_CONFLICT with the place of the first marker
 */
export function uniteConfig(sides: ConfigSides, { file }: { readonly file: string }): string {
  const [ours, theirs] = [parsed(sides.ours), parsed(sides.theirs)];
  const additions: Addition[] = [];
  const undecided = collect({ ours, theirs }, { path: [], additions });
  if (undecided !== undefined) throw conflict(undecided, { file, line: sides.line });
  return additions.reduce((text, { path, value }) => setValue(text, path, value), sides.ours);
}

function parsed(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/u, ''), errors);
  return errors.length === 0 ? value : undefined;
}

interface Pair {
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Notes what their side adds; the path of what can't be decided, if there is something. */
function collect(pair: Pair, to: { readonly path: JSONPath; readonly additions: Addition[] }): string | undefined {
  const [ours, theirs] = [membersOf(pair.ours), membersOf(pair.theirs)];
  if (ours === undefined || theirs === undefined) {
    return JSON.stringify(pair.ours) === JSON.stringify(pair.theirs) && pair.ours !== undefined ? undefined : keyOf(to);
  }
  const [mine, others] = [missing(ours, theirs), missing(theirs, ours)];
  // One side that has more: the other may have taken it out.
  if ((mine.length === 0) !== (others.length === 0)) return keyOf(to, mine[0]?.[0] ?? others[0]?.[0]);
  for (const [at, [name, value]] of others.entries()) {
    to.additions.push({ path: [...to.path, Array.isArray(pair.ours) ? ours.size + at : name], value });
  }
  for (const [index, [name, value]] of [...ours].entries()) {
    if (!theirs.has(name)) continue;
    const path = [...to.path, Array.isArray(pair.ours) ? index : name];
    const undecided = collect({ ours: value, theirs: theirs.get(name) }, { ...to, path });
    if (undecided !== undefined) return undecided;
  }
  return undefined;
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

function keyOf({ path }: { readonly path: JSONPath }, name?: string): string {
  return [...path, ...(name === undefined ? [] : [name])].join('.');
}

function conflict(key: string, { file, line }: { readonly file: string; readonly line: number }): GenlockError {
  const what = key === '' ? 'both sides' : `both sides of ${key}`;
  const message = `${file} holds a merge of git that only you can decide: ${what}`;
  const where = { file, line, ...(key !== '' && { key }) };
  return new GenlockError({ code: 'CONFIG_MERGE_CONFLICT', message, where });
}
