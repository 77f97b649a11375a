/** The only code that writes to the terminal: every view ends in one of these functions. */
import { printableJson } from '../errors/printable.ts';
import { redact } from '../errors/redact.ts';
import { safeForTerminal } from './text.ts';
import { plain, styleFor, type Style } from './style.ts';

/** What a view needs to know of the place it is shown in. */
export interface Screen {
  /** Columns to use, at most 80. */
  readonly width: number;
  readonly style: Style;
}

const widest = 80;

/** The screen behind a stream; 80 columns where the stream has no width of its own. */
function screenOf(stream: NodeJS.WriteStream): Screen {
  return { width: Math.min(stream.columns ?? widest, widest), style: styleFor(stream) };
}

/** What tests and files show: 80 columns, no colour. */
export const page: Screen = { width: widest, style: plain };

/** Prints a result to standard output. */
export function printResult(view: (screen: Screen) => string): void {
  clearStatus();
  process.stdout.write(`${shown(view(screenOf(process.stdout)))}\n`);
}

/** Prints a result as JSON to standard output, for programs. */
export function printJson(value: unknown): void {
  process.stdout.write(`${printableJson(value)}\n`);
}

/** Prints a message beside the result, to standard error. */
export function printMessage(view: (screen: Screen) => string): void {
  clearStatus();
  process.stderr.write(`${shown(view(screenOf(process.stderr)))}\n`);
}

/** What may be seen: nothing that acts, and no secret, whoever wrote the text. */
function shown(text: string): string {
  return safeForTerminal(redact(text));
}

let statusShown = false;

/** Shows what is going on now on one line that the next message replaces; nothing outside a terminal. */
export function showStatus(message: string): void {
  if (!process.stderr.isTTY) return;
  clearStatus();
  const { width, style } = screenOf(process.stderr);
  process.stderr.write(style.dim(shown(`… ${message}`).slice(0, width - 1)));
  statusShown = true;
}

/** Takes the status line away, so that something else can be written in its place. */
export function clearStatus(): void {
  if (!statusShown) return;
  statusShown = false;
  process.stderr.write('\r\u001B[2K');
}
