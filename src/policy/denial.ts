import type { Problem } from '../errors/error.ts';
import type { Verdict } from './verdict.ts';

/** Converts denials of a plugin to problems, one for each policy key that denies it. */
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
