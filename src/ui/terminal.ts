/** Functions that write to the terminal. All other code writes through them. */
import { isPlain } from './accessible.ts';
import { printableJson } from '../errors/printable.ts';
import { redact } from '../errors/redact.ts';
import { safeForTerminal } from './text.ts';
import { plain, styleFor, type Style } from './style.ts';

/** Width and style of the output for a view. */
export interface Screen {
  /** Columns to use, at most 80. */
  readonly width: number;
  readonly style: Style;
  /** Lines of the terminal; absent for a file or a pipe. */
  readonly height?: number;
}

const widest = 80;

/** Returns the screen of a stream. Without a known width it has 80 columns. */
function screenOf(stream: NodeJS.WriteStream): Screen {
  const height = stream.isTTY ? { height: stream.rows } : {};
  return { width: Math.min(stream.columns ?? widest, widest), style: styleFor(stream), ...height };
}

/** Screen for tests and files: 80 columns, no colour. */
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

/** Prints a message to standard error, separate from the result. */
export function printMessage(view: (screen: Screen) => string): void {
  clearStatus();
  process.stderr.write(`${shown(view(screenOf(process.stderr)))}\n`);
}

/** Removes control sequences and secrets from output. */
function shown(text: string): string {
  return safeForTerminal(redact(text));
}

/** Prints one line of a program's output to standard error. The status line stays below it. */
export function printLine(line: string): void {
  eraseStatus();
  process.stderr.write(`${shown(line)}\n`);
  drawStatus();
}

/** Replaces the last lines of the terminal. */
export function replaceLastLines(count: number, text: string): void {
  process.stdout.write(`\u001B[${count}A\r\u001B[J${text}\n`);
}

/** Running step, shown on the last line of the terminal. */
interface Status {
  readonly step: string;
  readonly detail: string;
  /** Start time in milliseconds, from `performance.now`. */
  readonly began: number;
  readonly timer: NodeJS.Timeout;
}

let status: Status | undefined;
const second = 1000;

/** Returns whether {@link showStatus} shows the running step: only in a terminal. */
export function showsStatus(): boolean {
  return process.stderr.isTTY;
}

/**
 * Shows the running step on one line, with its elapsed time from the first second on. The next step or message replaces
 * the line. A terminal for plain text ({@link isPlain}) gets a plain line for a step that takes longer than a second.
 * Without a terminal nothing is shown. The timer does not keep the process alive.
 *
 * @param detail changes during the step, such as the number of bytes so far
 */
export function showStatus(step: string, detail = ''): void {
  if (!showsStatus()) return;
  const isSame = status?.step === step;
  if (isSame && isDumb()) return;
  const began = isSame && status !== undefined ? status.began : performance.now();
  clearStatus();
  const timer = isDumb() ? setTimeout(drawStatus, second) : setInterval(drawStatus, second);
  status = { step, detail, began, timer: timer.unref() };
  if (!isDumb()) drawStatus();
}

/** Removes the status line, so that other output can take its place. */
export function clearStatus(): void {
  if (status === undefined) return;
  clearTimeout(status.timer);
  eraseStatus();
  status = undefined;
}

function drawStatus(): void {
  if (status === undefined) return;
  const { step, detail, began } = status;
  if (isDumb()) return void process.stderr.write(`${shown(step)}...\n`);
  const { width, style } = screenOf(process.stderr);
  const seconds = Math.floor((performance.now() - began) / second);
  const words = [`… ${step}`, ...(detail === '' ? [] : [detail]), ...(seconds === 0 ? [] : [`(${seconds} s)`])];
  process.stderr.write(`${eraseLine}${style.dim(shown(words.join(' ')).slice(0, width - 1))}`);
}

const eraseLine = '\r\u001B[2K';

function eraseStatus(): void {
  if (status !== undefined && !isDumb()) process.stderr.write(eraseLine);
}

const isDumb = (): boolean => isPlain(process.env);
