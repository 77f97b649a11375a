import type { NextStep } from '../plan/plan.ts';
import { stringWidth, wrap } from './text.ts';
import type { Screen } from './terminal.ts';

/** Commands to type, each with its reason beside it where there is room, else below. */
export function commandsView(steps: readonly NextStep[], screen: Screen): string {
  const { style, width } = screen;
  const column = Math.max(0, ...steps.map(({ command }) => stringWidth(command))) + 4;
  const beside = steps.every(({ reason }) => column + stringWidth(reason) <= width);
  return steps
    .map(({ command, reason }) =>
      beside
        ? `  ${style.cyan(command)}${' '.repeat(column - 2 - stringWidth(command))}${style.dim(reason)}`.trimEnd()
        : [
            commandView(command, screen),
            ...(reason === '' ? [] : [style.dim(wrap(reason, { width, indent: 6 }))]),
          ].join('\n'),
    )
    .join('\n');
}

/** One command, broken before its options where it is too long; what is shown can still be pasted into a shell. */
export function commandView(command: string, screen: Screen): string {
  const lines: string[] = [];
  for (const part of command.split(/ (?=--)/u)) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(last) + stringWidth(part) + 7 <= screen.width)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines.map((line, at) => (at === 0 ? '  ' : '      ') + screen.style.cyan(line)).join(' \\\n');
}
