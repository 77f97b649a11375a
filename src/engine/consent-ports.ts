import type { DefaultAccess } from '../config/access-text.ts';
import type { OpenEntity } from '../config/config.ts';
import type { FileDiff } from './patch.ts';

/** The answer that Enter gives. */
export type DefaultAnswer = 'yes' | 'no';

/** Functions for prompting the user for consent. */
export interface ConsentPorts {
  readonly interactive: boolean;
  /** Asks for the default access, because every caller can change these entities. Absent without a prompt. */
  readonly chooseAccess?: (open: readonly OpenEntity[]) => Promise<DefaultAccess>;
  /** Asks whether to apply the plan that was shown. `diff` computes every line of the plan. */
  readonly agree: (diff: () => Promise<readonly FileDiff[]>, byDefault: DefaultAnswer) => Promise<boolean>;
}
