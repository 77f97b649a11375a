import type { Opinion } from './schema/values.ts';

export type { Opinion } from './schema/values.ts';

/** What one key of one policy says of one plugin. */
export interface Verdict {
  /** The policy, or `genlock` for what holds everywhere. */
  readonly file: string;
  /** Dotted path in it. */
  readonly key: string;
  readonly verdict: Opinion;
  readonly reason: string;
  /** What its author tells those it stops. */
  readonly message?: string;
}

/** How `Verdict.file` names what holds without any policy. */
export const everywhere = 'genlock';

/** All verdicts together: the strictest of them. */
export function strictest(verdicts: readonly Pick<Verdict, 'verdict'>[]): Opinion {
  const said = new Set(verdicts.map(({ verdict }) => verdict));
  if (said.has('deny')) return 'deny';
  return said.has('ask') ? 'ask' : 'allow';
}
