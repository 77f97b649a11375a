import type { ErrorReport } from '../errors/report.ts';

/**
 * The words that start Genlock in some folders (absolute), quoted for a shell. Everywhere else in Genlock a command starts
 * with `genlock`; this module alone replaces that word when a command is shown.
 */
export type Invocation = (folders: readonly string[]) => string;

let invocation: Invocation = () => 'genlock';
const folders = new Set<string>();

/** Sets how commands of Genlock are shown from now on; until then it is `genlock`. */
export function showCommandsWith(shown: Invocation): void {
  invocation = shown;
}

/** Adds a folder in which a shown command may be pasted, besides the current one. */
export function commandsArePastedIn(folder: string): void {
  folders.add(folder);
}

/** One command as it can be pasted: `genlock sync` as `node /opt/genlock/bin/run.js sync`, others unchanged. */
export function ownCommand(command: string): string {
  return /^genlock(?= |$)/u.test(command) ? prefix() + command.slice('genlock'.length) : command;
}

/** A command in a sentence: between backticks, a command of Genlock between quotation marks, or one after a colon at the end. */
const commands = /`[^`\n]+`|"genlock [^"\n]+"|(?<=: )genlock [a-z][^\n]*?(?=\.?$)/gu;

/**
 * A sentence with every command of Genlock in it as it can be pasted.
 *
 * @param space replaces each space in a command
 */
export function ownCommands(text: string, space = ' '): string {
  return text.replaceAll(commands, (command) =>
    command.replace(/(?<=^[`"]?)genlock(?= )/u, () => prefix()).replaceAll(' ', space),
  );
}

/** An error report for programs, with the commands in its hints as they can be pasted. */
export function withOwnHints(report: ErrorReport): ErrorReport {
  const problems = report.problems.map((problem) => ({ ...problem, hint: ownCommands(problem.hint) }));
  return { ...report, hint: ownCommands(report.hint), problems };
}

/** A result for programs, with the commands in its steps and its replay as they can be pasted. */
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
