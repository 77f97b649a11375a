import { wrapAnsi } from 'fast-wrap-ansi';
import { ownCommands } from './own-command.ts';

/** Control characters that could move the cursor or hide text, and the marks that reorder it. Line feed and colour are kept. */
// oxlint-disable-next-line no-control-regex -- naming control characters is the point
const unsafe = /\u001B(?!\[[\d;]*m)|[\u0000-\u0009\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

/** Text that shows as it reads: whatever a plugin or a file put into it can't act on the terminal. */
export function safeForTerminal(text: string): string {
  return text.replace(unsafe, '');
}

/** Stands for a space of a command while lines are broken, so that the command can be pasted as one line. */
const heldSpace = '\uE000';

/**
 * Breaks text at words to fit a width and indents every line. A command between backticks is never broken. Commands of Genlock
 * are shown as they can be pasted.
 *
 * @param options.hanging indentation of the second line on, if it is another
 * @param options.hard breaks words that are wider than the width too; otherwise they stay whole, to be copied
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

/** Columns a text takes on a terminal, colour not counted. */
export { default as stringWidth } from 'fast-string-width';
