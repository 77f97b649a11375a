import type { SandboxErrorCode } from './errors.ts';
import type { FatalLimit } from './limits.ts';

/** Error code for each exceeded limit. */
export const limitCodes = {
  wallMs: 'SANDBOX_TIMEOUT',
  cpuMs: 'SANDBOX_TIMEOUT',
  memoryMb: 'SANDBOX_MEMORY',
  processMemoryMb: 'SANDBOX_MEMORY',
  inputBytes: 'SANDBOX_INPUT_LIMIT',
  outputBytes: 'SANDBOX_OUTPUT_LIMIT',
  operations: 'SANDBOX_OUTPUT_LIMIT',
  values: 'SANDBOX_OUTPUT_LIMIT',
  listEntries: 'SANDBOX_CALL',
  files: 'SANDBOX_OUTPUT_LIMIT',
  fileBytes: 'SANDBOX_OUTPUT_LIMIT',
  pathLength: 'SANDBOX_PATH',
  pathDepth: 'SANDBOX_PATH',
  templateDepth: 'SANDBOX_TEMPLATE',
  templateItems: 'SANDBOX_OUTPUT_LIMIT',
  templateOutputBytes: 'SANDBOX_OUTPUT_LIMIT',
} as const satisfies Record<FatalLimit, SandboxErrorCode>;

/** Limits that end a run when exceeded. */
export const fatalLimits = Object.keys(limitCodes).filter(isFatalLimit);

export function isFatalLimit(name: string): name is FatalLimit {
  return Object.hasOwn(limitCodes, name);
}
