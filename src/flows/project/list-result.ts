import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import type { PrintedFootprint } from '../../consent/footprint-increase.ts';

/** One plugin of a project. */
export interface ListedPlugin {
  readonly name: string;
  /**
   * `on` and `off`: installed. `missing`: enabled in genlock.json but not installed. `leaving`: installed but no longer
   * in genlock.json. `genlock sync` applies the last two states and a changed `enabled` value.
   */
  readonly state: 'on' | 'off' | 'missing' | 'leaving';
  readonly waits: boolean;
  readonly version?: string;
  /** `bundled:…` or `folder:…` */
  readonly source?: string;
  readonly footprint?: PrintedFootprint;
  /** Plugins that the plugin requires; absent if the list is empty. */
  readonly requires?: readonly string[];
}

/** Result of `genlock list`; `--json` prints exactly this object. */
export interface ListResult {
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: RecoveryOutcome;
  readonly project: { readonly name: string; readonly root: string };
  /** Sorted by name, without `base`, which is part of every project. */
  readonly plugins: readonly ListedPlugin[];
  /** Bundled plugins that are not installed. */
  readonly available: readonly string[];
}

/** The part of a list that depends only on the project. */
export type ProjectList = Omit<ListResult, 'available'>;
