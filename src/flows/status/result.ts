import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import type { OpenEntity } from '../../config/config.ts';
import type { Problem } from '../../errors/error.ts';
import type { Change, Moved } from '../../plan/plan.ts';
import type { Override } from '../../project/overrides.ts';
import type { Repair } from '../../project/verify-records.ts';

/** Result of `genlock status`; `--json` prints exactly this object. */
export interface StatusResult {
  readonly healed: RecoveryOutcome;
  /** Damaged records that were found. `genlock sync` repairs them. */
  readonly damaged: readonly Repair[];
  readonly project: { readonly root: string };
  /** Differences from the files that Genlock last wrote. Paths are sorted. */
  readonly files: {
    readonly edited: readonly string[];
    readonly missing: readonly string[];
    readonly moved: readonly Moved[];
    /** Paths at which an object that is not a file exists. */
    readonly blocked: readonly string[];
    /** Conflicts to resolve with `genlock resolve`. */
    readonly conflicts: readonly string[];
  };
  /** Entities that every caller can change, because no access rule covers them; absent without such entities. */
  readonly open?: readonly OpenEntity[];
  /** Files of the user that replace files of the client; absent without such files. */
  readonly overrides?: readonly Override[];
  /** Changes that `genlock sync` would make. */
  readonly pending: {
    /** Without Genlock's own records. */
    readonly changes: readonly Pick<Change, 'kind' | 'path'>[];
    /** Plugins with a folder that differs from the installed version. */
    readonly plugins: readonly string[];
    /** Why the changes cannot be determined, for example because a plugin must run. */
    readonly problem?: Omit<Problem, 'run'>;
  };
}
