import type { Progress } from '../../engine/progress.ts';
import type { Environment } from '../../database/project-env.ts';

/** What the data-layer flows get from outside. */
export interface DbPorts {
  readonly env: Environment;
  readonly clock: () => Date;
  /** Says what is going on, for people who wait. */
  readonly progress: Progress;
  /** Ends the programs of the project when aborted. */
  readonly signal?: AbortSignal;
  /** Takes what a program of the project writes, line by line. */
  readonly onLine?: (line: string) => void;
  /** Asks a yes-or-no question; absent where nobody can be asked. */
  readonly ask?: (question: DbQuestion) => Promise<boolean>;
}

/** What only the user can decide: each of them loses data. */
export interface DbQuestion {
  readonly question: string;
  /** Why it is asked, or what would be lost; one sentence or line each. */
  readonly details: readonly string[];
}

/** Where a flow is to look for the project. */
export interface DbRequest {
  /** Absolute path of the project's root or of a folder below it. */
  readonly cwd: string;
}
