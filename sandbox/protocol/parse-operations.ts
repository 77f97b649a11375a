import { SandboxError } from './errors.ts';
import { defaultLimits } from './limits.ts';
import type { Operation } from './operations.ts';
import { jsonFault } from './json-limits.ts';
import { operationList } from './operation-schemas.ts';

/**
 * Validates stored operations with the same rules as for a run's result.
 *
 * @throws {SandboxError} SANDBOX_RESULT
 */
export function parseOperations(value: unknown): readonly Operation[] {
  const reason = jsonFault(value, defaultLimits.values);
  const read = operationList.safeParse(reason === undefined ? value : undefined);
  if (read.success) return read.data;
  const where = reason ?? `${read.error.issues[0]?.path.join('.') ?? ''} is not well-formed`;
  throw new SandboxError('SANDBOX_RESULT', `the operations are refused: ${where}`);
}
