import { wrapAnsi } from 'fast-wrap-ansi';
import { ownCommands } from './own-command.ts';

/**
 * Control characters that could move the cursor or hide text, and marks that reorder it. Line feeds and colour codes
 * are allowed.
 */
// oxlint-disable-next-line no-control-regex -- naming control characters is the point
const unsafe = /\u001B(?!\[[\d;]*m)|[\u0000-\u0009\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

/** Removes control and reordering characters, so that text from plugins or files cannot affect the terminal. */
export function safeForTerminal(text: string): string {
  return text.replace(unsafe, '');
}

/** Replaces the spaces of a command during wrapping, so that the command stays on one line. */
const heldSpace = '\uE000';

/**
 * Wraps text at words and indents every line. Never breaks a command between backticks. Converts Genlock commands for
 * pasting.
 *
 * @param options.hanging indentation of all lines after the first, if different
 * @param options.hard also breaks words that are wider than the width; otherwise they remain whole for copying
 */
export function wrap(
  text: string,
  options: { readonly width: number; readonly indent?: number; readonly hanging?: number; readonly hard?: boolean },
): string {
  const { width, indent = 0, hanging = indent, hard = false } = options;
  const lead = ' '.repeat(indent);
  const rest = ' '.repeat(hanging);
  return wrapAnsi(ownCommands(text, heldSpace), Math.max(20, width - Math.max(indent, hanging)), { hard })
    .replaceAll(heldSpace, ' ')
    .split('\n')
    .map((line, at) => (line === '' ? '' : (at === 0 ? lead : rest) + line))
    .join('\n');
}

/** Returns the width of a string in terminal columns, without colour codes. */
export { default as stringWidth } from 'fast-string-width';
