import type { Where } from '../../errors/error.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import type { TestCase } from './cases.ts';
import type { ConsentChange } from './check-consent.ts';
import type { Law } from './laws.ts';

/** Result of one law over all cases. */
export interface LawResult {
  readonly law: Law;
  readonly status: 'held' | 'broken' | 'unchecked';
  /** Number of cases in which the law was checked. */
  readonly cases: number;
  /** Why the law was not checked. */
  readonly reason?: string;
}

/** A broken law with the smallest case that breaks it. */
export interface BrokenLaw {
  readonly code: ErrorCode;
  readonly law: Law;
  readonly message: string;
  readonly where?: Where;
  readonly hint: string;
  /** Last lines of a failed script. */
  readonly output?: readonly string[];
  readonly case: TestCase;
}

/** A project that the plugin refuses with a clear error. */
export interface RefusedCase {
  readonly code: ErrorCode;
  readonly message: string;
  readonly case: TestCase;
}

/** Result of `genlock plugin test`; `--json` prints exactly this object. */
export interface PluginTestResult {
  readonly status: 'passed' | 'failed';
  readonly plugin: { readonly name: string; readonly version: string; readonly folder?: string };
  /** sha512 of the package's files without the report. */
  readonly digest: string;
  /** Version of Genlock. */
  readonly genlock: string;
  readonly grid: 'small' | 'large';
  /** The generated projects. */
  readonly cases: readonly TestCase[];
  readonly laws: readonly LawResult[];
  readonly broken: readonly BrokenLaw[];
  /** Settings and databases that change what a user consents to. */
  readonly consent: readonly ConsentChange[];
  readonly refused: readonly RefusedCase[];
  /** Processor time without the sandboxed runs, in milliseconds. */
  readonly processorMs: number;
  /** Path of the written report. */
  readonly report?: string;
}
