/** State of the isolate's single run: its inputs and the recorded operations. */
import type { GuestInput, GuestResult } from '../protocol/messages.ts';
import type { Operation } from '../protocol/operations.ts';
import { exceeded, UsageCounter } from '../protocol/usage-counter.ts';
import type { Excess } from '../protocol/usage-counter.ts';
import { bounded, refuse } from './failure.ts';

const operations: Operation[] = [];
const warnings: string[] = [];
let given: GuestInput | undefined;
let usage: UsageCounter | undefined;
let isClosed = false;

/** Sets the run's inputs, before any plugin module runs. */
export function open(input: GuestInput): void {
  given = input;
  usage = new UsageCounter(input.limits);
}

/** Returns the run's inputs. */
export function input(): GuestInput {
  if (given === undefined) throw new Error('the run has not begun');
  return given;
}

/** Records an operation and checks the run's limits. */
export function record(operation: Operation): void {
  operations.push(operation);
  refuseExcess(usage?.add(operation));
}

/**
 * Throws if a limit was exceeded.
 *
 * @throws {Refusal} for an exceeded limit
 */
export function refuseExcess(excess: Excess | undefined): void {
  if (excess !== undefined) throw refuse(excess.limit, excess.message);
}

/** Records a warning. */
export function warn(text: string): void {
  if (warnings.length < 100) warnings.push(bounded(text));
}

/** Returns all recorded operations. Later calls are refused. */
export function close(): GuestResult {
  isClosed = true;
  return { operations, warnings };
}

/**
 * Checks that the generator is still running.
 *
 * @throws {Refusal} SANDBOX_CALL if the generator has ended, because later calls would be lost
 */
export function requireOpen(call: string): void {
  if (isClosed)
    throw refuse('SANDBOX_CALL', `${call} was called after the generator ended; await the function that calls it`);
}

/** Refuses text that exceeds the output limit, before an operation is built. */
export function withinOutput(text: string): string {
  const { outputBytes } = input().limits;
  if (text.length > outputBytes) refuseExcess(exceeded('outputBytes', outputBytes, 'bytes'));
  return text;
}

/** Returns the remaining output in bytes. */
export function outputLeft(): number {
  return input().limits.outputBytes - (usage?.length ?? 0);
}
