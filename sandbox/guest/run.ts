/** The state of the one run an isolate is made for: its inputs, and what the plugin has contributed so far. */
import type { GuestInput, GuestResult } from '../protocol/messages.ts';
import type { Operation } from '../protocol/operations.ts';
import { exceeded, UsageCounter } from '../protocol/usage-counter.ts';
import type { Excess } from '../protocol/usage-counter.ts';
import { bounded, refuse } from './failure.ts';

const operations: Operation[] = [];
const warnings: string[] = [];
let given: GuestInput | undefined;
let tally: UsageCounter | undefined;
let isClosed = false;

/** Gives the run its inputs; comes before any module of the plugin. */
export function open(input: GuestInput): void {
  given = input;
  tally = new UsageCounter(input.limits);
}

/** The run's inputs. */
export function input(): GuestInput {
  if (given === undefined) throw new Error('the run has not begun');
  return given;
}

/** Records an operation, within the run's limits on count and size. */
export function record(operation: Operation): void {
  operations.push(operation);
  refuseExcess(tally?.add(operation));
}

/** @throws {Refusal} if a limit was gone over. */
export function refuseExcess(excess: Excess | undefined): void {
  if (excess !== undefined) throw refuse(excess.limit, excess.message);
}

/** Keeps a remark that stops nothing. */
export function warn(text: string): void {
  if (warnings.length < 100) warnings.push(bounded(text));
}

/** Everything recorded; nothing is from here on. */
export function close(): GuestResult {
  isClosed = true;
  return { operations, warnings };
}

/** @throws {Refusal} SANDBOX_CALL if the generator has ended: what is called then would be part of nothing */
export function requireOpen(call: string): void {
  if (isClosed) throw refuse('SANDBOX_CALL', `${call} was called after the generator had ended; await what calls it`);
}

/** Refuses a text so long that building an operation from it would already be too much. */
export function withinOutput(text: string): string {
  const { outputBytes } = input().limits;
  if (text.length > outputBytes) refuseExcess(exceeded('outputBytes', outputBytes, 'bytes'));
  return text;
}

/** How many bytes of output are left before the operation that is being built. */
export function outputLeft(): number {
  return input().limits.outputBytes - (tally?.length ?? 0);
}
