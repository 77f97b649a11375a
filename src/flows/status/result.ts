import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import type { Problem } from '../../errors/error.ts';
import type { Change, Moved } from '../../plan/plan.ts';
import type { Repair } from '../../project/verify-records.ts';

/** How a project stands, as data; `--json` prints exactly this. */
export interface StatusResult {
  readonly healed: RecoveryOutcome;
  /** Records that aren't whole, as far as they could be read; `genlock sync` repairs them. */
  readonly damaged: readonly Repair[];
  readonly project: { readonly root: string };
  /** How its files stand to what Genlock last wrote. Paths are sorted. */
  readonly files: {
    readonly edited: readonly string[];
    readonly missing: readonly string[];
    readonly moved: readonly Moved[];
    /** Something that is no file is in their place. */
    readonly blocked: readonly string[];
    /** Conflicts that wait for `genlock resolve`. */
    readonly conflicts: readonly string[];
  };
  /** What `genlock sync` would do. */
  readonly pending: {
    /** Without Genlock's own records. */
    readonly changes: readonly Pick<Change, 'kind' | 'path'>[];
    /** Plugins whose folder holds something else than what is installed. */
    readonly plugins: readonly string[];
    /** Why it can't be said without running something, or at all. */
    readonly problem?: Pick<Problem, 'code' | 'message'>;
  };
}
