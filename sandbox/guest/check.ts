/**
 * Reads arguments of SDK calls. Each reader returns a new plain value, or refuses the argument with an error that names
 * it.
 */
import { isPlainText } from '../protocol/syntax.ts';
import { refuse } from './failure.ts';
import type { Refusal } from './failure.ts';
import { input } from './run.ts';

/** Location of a value in error messages: `registerAPIRoutes: routes[2].path`. */
export type ArgumentPath = string;

export type Fields = Readonly<Record<string, unknown>>;

/** Creates an error for an invalid argument, with the expected and actual value. */
export function wrong(at: ArgumentPath, expected: string, got: unknown): Refusal {
  return refuse('SANDBOX_CALL', `${at} must be ${expected}; it is ${show(got)}`);
}

/** Reads an object once and refuses unknown keys. */
export function fields(value: unknown, at: ArgumentPath, keys: readonly string[]): Fields {
  const read = entries(value, at);
  for (const [key] of read) {
    if (!keys.includes(key)) {
      throw refuse('SANDBOX_CALL', `${at} has no key "${key.slice(0, 100)}"; there are: ${keys.join(', ')}`);
    }
  }
  return Object.fromEntries(read);
}

/** Returns an object's own entries, read once. */
export function entries(value: unknown, at: ArgumentPath): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'an object', value);
  const read = Object.entries(value);
  refuseLong(read.length, at);
  return read;
}

export function list(value: unknown, at: ArgumentPath): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(at, 'an array', value);
  // Checks the length before iterating, because a plugin can set any length.
  refuseLong(value.length, at);
  return Array.from(value as readonly unknown[]);
}

function refuseLong(length: number, at: ArgumentPath): void {
  const { listEntries } = input().limits;
  if (length > listEntries)
    throw refuse('listEntries', `${at} exceeds a limit of ${listEntries} entries: it has ${length}`);
}

/** Reads a non-empty string with one line and at most 200 characters. */
export function line(value: unknown, at: ArgumentPath): string {
  if (typeof value !== 'string' || value === '') throw wrong(at, 'a string', value);
  if (value.length > 200 || !isPlainText(value)) {
    throw wrong(at, 'one line of at most 200 visible characters', value);
  }
  return value;
}

/** Reads a string that satisfies a rule. */
export function matching(
  value: unknown,
  at: ArgumentPath,
  rule: { readonly holds: (text: string) => boolean; readonly expected: string },
): string {
  if (typeof value !== 'string' || !rule.holds(value)) throw wrong(at, rule.expected, value);
  return value;
}

/** Reads one of the given words. */
export function oneOf<const Word extends string>(value: unknown, at: ArgumentPath, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw wrong(at, `one of ${words.join(', ')}`, value);
  return found;
}

/** Removes keys with the value `undefined`. */
export function present<Given extends object>(given: Given): { [Key in keyof Given]?: Exclude<Given[Key], undefined> };
export function present(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function show(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `a string of ${value.length} characters` : JSON.stringify(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
