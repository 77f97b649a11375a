/** The state of the one run an isolate is made for: its inputs, and what the plugin has contributed so far. */
import type { GuestInput, GuestResult } from '../protocol/messages.ts';
import type { Operation } from '../protocol/operations.ts';
import { bounded, refuse } from './failure.ts';

const operations: Operation[] = [];
const warnings: string[] = [];
let given: GuestInput | undefined;
let length = 0;
let files = 0;

/** Gives the run its inputs; comes before any module of the plugin. */
export function open(input: GuestInput): void {
  given = input;
}

/** The run's inputs. */
export function input(): GuestInput {
  if (given === undefined) throw new Error('the run has not begun');
  return given;
}

/** Records an operation, within the run's limits on count and size. */
export function record(operation: Operation): void {
  const { limits } = input();
  operations.push(operation);
  length += lengthOf(operation);
  if (operation.kind === 'copyTemplates') files += operation.files.length;
  if (operations.length > limits.operations) throw tooMuch(`${limits.operations} operations`);
  if (files > limits.files) throw tooMuch(`${limits.files} files`);
  if (length > limits.outputBytes) throw tooMuch(`${limits.outputBytes} bytes`);
}

/** Keeps a remark that stops nothing. */
export function warn(text: string): void {
  if (warnings.length < 100) warnings.push(bounded(text));
}

/** Everything recorded. */
export function result(): GuestResult {
  return { operations, warnings };
}

/** Refuses a text so long that building an operation from it would already be too much. */
export function withinOutput(text: string): string {
  const { outputBytes } = input().limits;
  if (text.length > outputBytes) throw tooMuch(`${outputBytes} bytes`);
  return text;
}

function tooMuch(limit: string): Error {
  return refuse('SANDBOX_OUTPUT_LIMIT', `the operations exceed a limit of ${limit}`);
}

/** The characters of all texts in a plain value: a lower bound of its JSON. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 0;
  for (const [key, inner] of Object.entries(value)) sum += key.length + lengthOf(inner);
  return sum;
}
