import type { DatabaseKind } from '../config/config.ts';
import type { NextStep, Plan } from '../plan/plan.ts';
import type { Summary } from './summary.ts';

/** What `genlock init` was asked to do; every path absolute. */
export interface InitRequest {
  readonly cwd: string;
  /** The project's folder; its last segment is the project's name. */
  readonly root: string;
  /** Wins over the configuration and is written to it. */
  readonly database?: DatabaseKind;
  /** The configuration to start from; otherwise found as the documentation says. */
  readonly config?: string;
  /** Plugin folders, or folders of plugin folders. */
  readonly plugins: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly install: boolean;
}

/** What the flow can't decide alone. Without a terminal `askDatabase` is absent and `agree` is never called. */
export interface InitPorts {
  readonly interactive: boolean;
  readonly askDatabase?: () => Promise<DatabaseKind>;
  /** Shows what is about to happen; resolves to whether the user agrees. */
  readonly agree: (preview: InitPreview) => Promise<boolean>;
  /** A line about what is going on now, for people who wait. */
  readonly progress: (message: string) => void;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface InitPreview {
  readonly plan: Plan;
  readonly summary: Summary;
  readonly warnings: readonly string[];
}

/** What happened, as data; `--json` prints exactly this. */
export interface InitResult {
  /** `planned` after a dry run; `differs` if the project exists and its configuration wants something else. */
  readonly status: 'created' | 'finished' | 'unchanged' | 'differs' | 'planned';
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  readonly plan: Plan;
  readonly summary: Summary;
  readonly warnings: readonly string[];
  /** What remains to be done, in order. */
  readonly steps: readonly NextStep[];
  /** The command that makes the same project again, version pinned. */
  readonly replay: string;
}

/** Makes a project, or says what is in the way. */
export async function initProject(request: InitRequest, ports: InitPorts): Promise<InitResult> {
  ports.progress(request.root);
  throw new Error('init is not there yet');
}
