/** Resolves template paths. Only own properties count, so inherited properties are never values. */
import type { Path } from './tokens.ts';

export interface Scope {
  /** The root variables, or the current item of an `each`. */
  readonly value: unknown;
  readonly parent?: Scope;
  /** Set for items of an `each`. */
  readonly item?: { readonly index: number; readonly key: string | number; readonly last: boolean };
}

/** Value of a path; `undefined` if a step does not exist. */
export type Found = { readonly value: unknown } | undefined;

/** Finds a path's value, first in the innermost item, then in outer scopes. */
export function find(path: Path, scope: Scope): Found {
  const [first = '', ...rest] = path.steps;
  if (first.startsWith('@')) return about(first, scope);
  if (first === 'this') return follow({ value: scope.value }, rest);
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = step(at.value, first);
    if (found !== undefined) return follow(found, rest);
  }
  return undefined;
}

/** Lists the existing names at the step where a path fails, for an error message. */
export function namesAround(path: Path, scope: Scope): readonly string[] {
  let at: Found = { value: rootOf(scope).value };
  let known: readonly string[] = [];
  for (const name of path.steps) {
    if (at === undefined || typeof at.value !== 'object' || at.value === null) break;
    known = Object.keys(at.value);
    at = step(at.value, name);
  }
  return known.slice(0, 12);
}

/** Returns scopes for the items of an `each`; `undefined` if the value is not iterable. */
export function itemsOf(value: unknown, scope: Scope): Scope[] | undefined {
  if (value === undefined || value === null || value === false) return [];
  if (typeof value !== 'object') return undefined;
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : Object.entries(value);
  return entries.map(([key, item], index) => ({
    value: item,
    parent: scope,
    item: { index, key, last: index === entries.length - 1 },
  }));
}

function about(name: string, scope: Scope): Found {
  let at: Scope | undefined = scope;
  while (at !== undefined && at.item === undefined) at = at.parent;
  const item = at?.item;
  if (item === undefined) return undefined;
  if (name === '@index') return { value: item.index };
  if (name === '@key') return { value: item.key };
  return { value: name === '@first' ? item.index === 0 : item.last };
}

function follow(found: Found, steps: readonly string[]): Found {
  let at = found;
  for (const name of steps) {
    if (at === undefined) return undefined;
    at = step(at.value, name);
  }
  return at?.value === undefined ? undefined : at;
}

function step(value: unknown, name: string): Found {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const next: unknown = Reflect.get(value, name);
  return next === undefined ? undefined : { value: next };
}

function rootOf(scope: Scope): Scope {
  let at = scope;
  while (at.parent !== undefined) at = at.parent;
  return at;
}
