import { redact } from './redact.ts';

/** Longest text `printable` lets through unless told otherwise, in UTF-16 units. */
const defaultLength = 2000;

/**
 * Characters that act on a terminal or deceive a reader instead of being seen: controls, bidirectional marks and
 * isolates, zero-width and invisible format characters, line separators, tags, variation selectors for tags, lone surrogates.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text from a plugin, a registry or a file, made safe to print: every invisible or acting character becomes a visible
 * escape (`\n`, `\x1b`, `\u{202e}`), and what is too long is cut with the number of characters left out.
 */
export function printable(
  text: string,
  options: { readonly maxLength?: number; readonly keepLines?: boolean } = {},
): string {
  const { maxLength = defaultLength, keepLines = false } = options;
  // Before anything is cut: half a secret is one, too.
  const whole = redact(text);
  const cut = whole.length > maxLength ? whole.slice(0, maxLength) : whole;
  const shown = cut.replace(unprintable, (character) =>
    keepLines && character === '\n' ? character : escaped(character),
  );
  return cut === whole ? shown : `${shown}… (${whole.length - maxLength} more characters)`;
}

/** Whether a text can be shown as it is: nothing in it acts, hides or reorders. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable) === -1;
}

/**
 * JSON that is safe to print: the same value to whoever parses it, with everything invisible or acting as `\u…`; the
 * line feeds between its parts stay.
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
