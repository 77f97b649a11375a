import type { NextStep } from '../plan/plan.ts';
import { ownCommand } from './own-command.ts';
import { stringWidth, wrap } from './text.ts';
import type { Screen } from './terminal.ts';

/** Shows commands with their reasons, next to the commands if the width allows, otherwise below. */
export function commandsView(given: readonly NextStep[], screen: Screen): string {
  const { style, width } = screen;
  const steps = given.map((step) => ({ ...step, command: instruction(step.command) ?? ownCommand(step.command) }));
  const column = Math.max(0, ...steps.map(({ command }) => stringWidth(command))) + 4;
  const beside = steps.every(({ reason }) => column + stringWidth(reason) <= width);
  return steps
    .map(({ command, reason }) =>
      beside
        ? `  ${style.cyan(command)}${' '.repeat(column - 2 - stringWidth(command))}${style.dim(reason)}`.trimEnd()
        : [
            isInstruction(command) ? `  ${style.cyan(command)}` : commandView(command, screen),
            ...(reason === '' ? [] : [style.dim(wrap(reason, { width, indent: 6 }))]),
          ].join('\n'),
    )
    .join('\n');
}

/** Returns the text of a step that is not a command: `edit .env: …`, `read README.md`. `undefined` for commands. */
function instruction(command: string): string | undefined {
  return /^(?:edit|read) /u.test(command) ? `${command.charAt(0).toUpperCase()}${command.slice(1)}` : undefined;
}

const isInstruction = (text: string): boolean => /^(?:Edit|Read) /u.test(text);

/** Shows one command. Breaks it before options if it is too long. The result can be pasted into a shell. */
export function commandView(command: string, screen: Screen): string {
  const lines: string[] = [];
  for (const part of parts(ownCommand(command))) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(last) + stringWidth(part) + 7 <= screen.width)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines.map((line, at) => (at === 0 ? '  ' : '      ') + screen.style.cyan(line)).join(' \\\n');
}

/**
 * Splits a command where a line may break: an option with its value, any other word, and the words before the first
 * option as one part. Does not split quoted words.
 */
function parts(command: string): readonly string[] {
  // The shells of Windows do not continue a line after a backslash.
  if (process.platform === 'win32') return [command];
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/gu) ?? [];
  const found: string[] = [];
  let joins = false;
  for (const [at, word] of words.entries()) {
    const isOption = word.startsWith('-');
    if (at === 0 || isOption || !joins) found.push(word);
    else found[found.length - 1] += ` ${word}`;
    joins = isOption || (joins && found.length === 1) || at === 0;
  }
  return found;
}
