import type { FileDiff } from './patch.ts';

/** The answer that Enter gives. */
export type DefaultAnswer = 'yes' | 'no';

/** Functions for prompting the user for consent. */
export interface ConsentPorts {
  readonly interactive: boolean;
  /** Asks whether to apply the plan that was shown. `diff` computes every line of the plan. */
  readonly agree: (diff: () => Promise<readonly FileDiff[]>, byDefault: DefaultAnswer) => Promise<boolean>;
}
