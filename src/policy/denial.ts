import type { Problem } from '../errors/error.ts';
import type { Verdict } from './verdict.ts';

/** What is said of a plugin that a policy doesn't let come: one problem for each key that speaks against it. */
export function denialProblems(name: string, verdicts: readonly Verdict[]): readonly Problem[] {
  return verdicts
    .filter(({ verdict }) => verdict === 'deny')
    .map(({ file, key, reason, message }) => ({
      code: 'POLICY_DENIED',
      message: `${name}: ${reason}`,
      where: { file, key },
      ...(message === undefined ? {} : { hint: message }),
    }));
}
