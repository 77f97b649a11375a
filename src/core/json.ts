import { compareText } from './tree.ts';

/** A value as JSON with sorted keys and one fact a line, ending with a newline: the form of every record. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), null, 2)}\n`;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => compareText(left, right));
  // `fromEntries` defines keys, so that `__proto__` is a key like any other.
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

/** Whether a text can be read as JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
