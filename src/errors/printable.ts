import { redact } from './redact.ts';

/** Default length limit of `printable`, in UTF-16 units. */
const defaultLength = 2000;

/**
 * Characters that control a terminal or are invisible: controls, bidirectional marks and isolates, zero-width and
 * format characters, line separators, tags, variation selectors for tags, lone surrogates.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes text from a plugin, a registry or a file safe to print. Replaces every invisible or control character with a
 * visible escape (`\n`, `\x1b`, `\u{202e}`). Truncates long text and adds the number of omitted characters.
 */
export function printable(
  text: string,
  options: { readonly maxLength?: number; readonly keepLines?: boolean } = {},
): string {
  const { maxLength = defaultLength, keepLines = false } = options;
  // Redacts before truncation, because a part of a secret is sensitive too.
  const whole = redact(text);
  const cut = whole.length > maxLength ? whole.slice(0, maxLength) : whole;
  const shown = cut.replace(unprintable, (character) =>
    keepLines && character === '\n' ? character : escaped(character),
  );
  return cut === whole ? shown : `${shown}… (${whole.length - maxLength} more characters)`;
}

/** Returns whether a string has no control, invisible or reordering characters. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable) === -1;
}

/**
 * Returns JSON that is safe to print and parses to the same value. Escapes control and invisible characters as `\u…`,
 * except line feeds between parts.
 */
export function printableJson(value: unknown): string {
  const text = redact(JSON.stringify(value, undefined, 2));
  return text.replace(unprintable, (character) =>
    character === '\n' ? character : character.replaceAll(/[^]/g, unitEscape),
  );
}

const unitEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function escaped(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (shortEscapes[character] !== undefined) return shortEscapes[character];
  return point < 0x100 ? `\\x${point.toString(16).padStart(2, '0')}` : `\\u{${point.toString(16)}}`;
}
