import { compareText } from './tree.ts';

/** Prints a value as JSON with sorted keys, one entry per line, and a final newline. All records have this format. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), null, 2)}\n`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => compareText(left, right));
  // `fromEntries` defines keys, so `__proto__` is an ordinary key.
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

/** Parses JSON. Returns `undefined` for other text, which is not a JSON value. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a string is valid JSON. */
export function isJson(text: string): boolean {
  return tryParseJson(text) !== undefined;
}
