import type { SandboxErrorCode } from './errors.ts';
import type { FatalLimit } from './limits.ts';

/** What a run ends as that goes over a limit. */
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

/** The limits that end a run. */
export const fatalLimits = Object.keys(limitCodes).filter(isFatalLimit);

export function isFatalLimit(name: string): name is FatalLimit {
  return Object.hasOwn(limitCodes, name);
}
