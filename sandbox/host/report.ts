/** Reads and validates a worker's answer. The worker is not trusted. */
import type { z } from 'zod';
import { SandboxError, sandboxErrorCodes } from '../protocol/errors.ts';
import type { LogLine, SandboxErrorCode } from '../protocol/errors.ts';
import { limitCodes } from '../protocol/limit-codes.ts';
import { maximumTextLength } from '../protocol/limits.ts';
import type { Limits } from '../protocol/limits.ts';
import type { WorkerCost } from '../protocol/messages.ts';
import type { ContributedFile, Operation } from '../protocol/operations.ts';
import { jsonFault } from '../protocol/json-limits.ts';
import { UsageCounter } from '../protocol/usage-counter.ts';
import type { Excess } from '../protocol/usage-counter.ts';
import type { RunInput } from './input.ts';
import type { SandboxLayer } from './layers.ts';
import { answer, failure, guestResult, logLine } from '../protocol/answer-schemas.ts';

/** Result of a run. */
export interface RunReport {
  /** Operations in call order. Models in `templates/prisma/` are last. */
  readonly operations: readonly Operation[];
  /** Warnings, which do not stop the run. */
  readonly warnings: readonly string[];
  /** The plugin's console output. */
  readonly log: readonly LogLine[];
  /** The active sandbox layers. */
  readonly layers: readonly SandboxLayer[];
  readonly cost: WorkerCost & { /** From the request to the answer, in milliseconds. */ readonly wallMs: number };
}

/**
 * Maximum number of values in a result in addition to the operations: the result object, its two lists, and warnings.
 */
const aroundOperations = 103;

interface Run {
  readonly limits: Limits;
  readonly wallMs: number;
  readonly files: RunInput['files'];
  readonly layers: readonly SandboxLayer[];
}

/**
 * Reads a worker's answer.
 *
 * @param lines the worker's answer in one line, and the guest's result, if any
 * @throws {SandboxError} the reported failure, or SANDBOX_PROTOCOL, _OUTPUT_LIMIT, _RESULT
 */
export function readReport(lines: readonly string[], { limits, wallMs, files, layers }: Run): RunReport {
  const [first = '', second] = lines;
  const said = answer.safeParse(parse(first));
  if (!said.success || lines.length !== (said.data.status === 'done' ? 2 : 1)) {
    throw new SandboxError('SANDBOX_PROTOCOL', 'the worker sent no answer, or more than one');
  }
  const log = readLog(said.data.log, limits);
  if (said.data.status === 'failed') throw failureError(said.data.failure, log);
  const { operations, warnings } = readResult(second ?? '', { limits, log });
  const stray = operations.flatMap(sourcesOf).find((source) => !files.has(source));
  if (stray !== undefined)
    throw new SandboxError('SANDBOX_RESULT', 'the result names a file that does not exist', { log });
  const excess = excessOf(operations, { limits, files });
  if (excess !== undefined)
    throw new SandboxError(limitCodes[excess.limit], excess.message, { log, limit: excess.limit });
  return { operations, warnings, log, layers, cost: { ...said.data.cost, wallMs } };
}

function readResult(
  text: string,
  { limits, log }: { readonly limits: Limits; readonly log: readonly LogLine[] },
): z.infer<typeof guestResult> {
  const value = parse(text);
  const failed = failure.safeParse(value);
  if (failed.success) throw failureError(failed.data, log);
  const reason = jsonFault(value, limits.values + aroundOperations);
  if (reason !== undefined) throw new SandboxError('SANDBOX_RESULT', `the result is refused: ${reason}`, { log });
  const read = guestResult.safeParse(value);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new SandboxError('SANDBOX_RESULT', `the result is refused: ${where} is not well-formed`, { log });
}

/** Returns the package files that an operation refers to. */
function sourcesOf(operation: Operation): string[] {
  if (operation.kind === 'registerPrismaSchema') return operation.source === undefined ? [] : [operation.source];
  if (operation.kind !== 'copyTemplates') return [];
  return operation.files.flatMap((file) => ('source' in file ? [file.source] : []));
}

/**
 * Checks the operations against the limits again. Also checks the size of unrendered files, which only the host knows.
 */
function excessOf(
  operations: readonly Operation[],
  { limits, files }: Pick<Run, 'limits' | 'files'>,
): Excess | undefined {
  const usage = new UsageCounter(limits);
  for (const operation of operations) {
    const excess = usage.add(operation);
    if (excess !== undefined) return excess;
    const contributed = operation.kind === 'copyTemplates' ? operation.files : [];
    const large = contributed.find((file) => bytesOf(file, files) > limits.fileBytes);
    if (large !== undefined) {
      return { limit: 'fileBytes', message: `the file "${large.path}" exceeds a limit of ${limits.fileBytes} bytes` };
    }
  }
  return undefined;
}

function bytesOf(file: ContributedFile, files: RunInput['files']): number {
  return 'content' in file ? Buffer.byteLength(file.content) : (files.get(file.source)?.length ?? 0);
}

function failureError(said: z.infer<typeof failure>, log: readonly LogLine[]): SandboxError {
  const code = sandboxErrorCodes.find((known) => known === said.code) satisfies SandboxErrorCode | undefined;
  return new SandboxError(code ?? 'SANDBOX_RESULT', said.message, { frames: said.frames, log, limit: said.limit });
}

function readLog(text: string, limits: Limits): LogLine[] {
  const lines: LogLine[] = [];
  for (const line of text.split('\n').slice(0, limits.logLines)) {
    const read = logLine.safeParse(parse(line));
    if (read.success) lines.push({ level: read.data[0], text: read.data[1].slice(0, maximumTextLength + 100) });
  }
  return lines;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
