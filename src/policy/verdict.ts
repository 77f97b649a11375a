import type { Opinion } from './schema/values.ts';

export type { Opinion } from './schema/values.ts';

/** Verdict of one policy key on one plugin. */
export interface Verdict {
  /** The policy, or `genlock` for rules that always apply. */
  readonly file: string;
  /** Dotted path of the key in the policy. */
  readonly key: string;
  readonly verdict: Opinion;
  readonly reason: string;
  /** Message from the policy's author for users whose action is denied. */
  readonly message?: string;
  /** Exception that turned a denial or a question of the key into `allow`. */
  readonly exception?: {
    /** The policy that grants it. */
    readonly file: string;
    /** ISO 8601, as written. */
    readonly until: string;
    readonly reason: string;
  };
}

/** Value of `Verdict.file` for rules that apply without any policy. */
export const everywhere = 'genlock';

/** Returns the strictest verdict. */
export function strictest(verdicts: readonly Pick<Verdict, 'verdict'>[]): Opinion {
  const said = new Set(verdicts.map(({ verdict }) => verdict));
  if (said.has('deny')) return 'deny';
  return said.has('ask') ? 'ask' : 'allow';
}
