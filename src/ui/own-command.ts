import type { ErrorReport } from '../errors/report.ts';

/**
 * Returns the words that start Genlock in the given absolute folders, quoted for a shell. All other modules write
 * `genlock`. Only this module replaces it when a command is shown.
 */
export type Invocation = (folders: readonly string[]) => string;

let invocation: Invocation = () => 'genlock';
const folders = new Set<string>();

/** Sets the words that replace `genlock` in shown commands. */
export function showCommandsWith(shown: Invocation): void {
  invocation = shown;
}

/** Adds a folder, besides the current one, in which users paste shown commands. */
export function commandsArePastedIn(folder: string): void {
  folders.add(folder);
}

/**
 * Converts a command for pasting: `genlock sync` to `node /opt/genlock/bin/run.js sync`. Other commands are unchanged.
 */
export function ownCommand(command: string): string {
  return /^genlock(?= |$)/u.test(command) ? prefix() + command.slice('genlock'.length) : command;
}

/**
 * Matches commands in a sentence: between backticks, Genlock commands between quotation marks, or after a colon at the
 * end.
 */
const commands = /`[^`\n]+`|"genlock [^"\n]+"|(?<=: )genlock [a-z][^\n]*?(?=\.?$)/gu;

/**
 * Converts all Genlock commands in a sentence for pasting.
 *
 * @param space replaces each space in a command
 */
export function ownCommands(text: string, space = ' '): string {
  return text.replaceAll(commands, (command) =>
    command.replace(/(?<=^[`"]?)genlock(?= )/u, () => prefix()).replaceAll(' ', space),
  );
}

/** Converts the commands in an error report's hints for pasting. */
export function withOwnHints(report: ErrorReport): ErrorReport {
  const problems = report.problems.map((problem) => ({ ...problem, hint: ownCommands(problem.hint) }));
  return { ...report, hint: ownCommands(report.hint), problems };
}

/** Converts the commands in a result's steps and replay for pasting. */
export function withOwnCommands(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result;
  const { steps, replay }: { steps?: unknown; replay?: unknown } = result;
  return {
    ...result,
    ...(Array.isArray(steps) ? { steps: steps.map((step: unknown) => withOwnCommand(step)) } : {}),
    ...(typeof replay === 'string' ? { replay: ownCommand(replay) } : {}),
  };
}

function withOwnCommand(step: unknown): unknown {
  if (typeof step !== 'object' || step === null || !('command' in step)) return step;
  return typeof step.command === 'string' ? { ...step, command: ownCommand(step.command) } : step;
}

function prefix(): string {
  return invocation([process.cwd(), ...folders]);
}
