import type { LargeTableLock } from '../../database/large-tables.ts';
import type { Progress } from '../../engine/progress.ts';
import type { Environment } from '../../database/project-env.ts';

/** External functions and values for the `db` commands. */
export interface DbPorts {
  readonly env: Environment;
  readonly clock: () => Date;
  /** Shows the running step. */
  readonly progress: Progress;
  /** Stops child processes of the project when aborted. */
  readonly signal?: AbortSignal;
  /** Receives the output of child processes, line by line. */
  readonly onLine?: (line: string) => void;
  /** Receives the statements of the pending migrations that lock large tables, before they run. */
  readonly onLocks?: (locks: readonly LargeTableLock[]) => void;
  /** Asks a yes-or-no question; absent without a terminal. */
  readonly ask?: (question: DbQuestion) => Promise<boolean>;
}

/** Question about a change that can lose data. */
export interface DbQuestion {
  readonly question: string;
  /** Reason or affected data; one sentence or line each. */
  readonly details: readonly string[];
}

/** Location of the project. */
export interface DbRequest {
  /** Absolute path of the project's root or of a folder below it. */
  readonly cwd: string;
}
