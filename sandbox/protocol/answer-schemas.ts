/** Schemas of the lines that a worker writes, with the guest's result. The host checks each line. */
import * as z from 'zod';
import { fatalLimits } from './limit-codes.ts';
import { maximumTextLength } from './limits.ts';
import { operationList } from './operation-schemas.ts';

/** Result of a guest whose generator succeeded. */
export const guestResult = z.strictObject({
  operations: operationList,
  warnings: z.array(z.string().max(maximumTextLength + 100)).max(100),
});

const frame = z.strictObject({
  file: z.string().max(1_000),
  line: z.int().nonnegative(),
  column: z.int().nonnegative(),
});

/** Failure reported by a guest or the worker. */
export const failure = z.strictObject({
  code: z.string().max(100),
  message: z.string().max(maximumTextLength + 1_000),
  frames: z.array(frame).max(20),
  limit: z.enum(fatalLimits).exactOptional(),
});

const common = {
  log: z.string(),
  cost: z.strictObject({ cpuMs: z.number().nonnegative(), memoryBytes: z.number().nonnegative() }),
};

/** The worker's answer for a run. */
export const answer = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('done'), ...common }),
  z.strictObject({ status: z.literal('failed'), failure, ...common }),
]);

/** A captured console line. */
export const logLine = z.tuple([z.enum(['debug', 'info', 'warn', 'error']), z.string()]);
