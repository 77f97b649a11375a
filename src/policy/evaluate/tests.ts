import type { ReportState } from '../../plugin/test-report.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Verdict } from '../verdict.ts';

/** Reasons of verdicts by the state of a package's report. */
export const reportReasons: Readonly<Record<ReportState['state'], string>> = {
  absent: 'its package contains no report of `genlock plugin test`',
  invalid: 'the report of `genlock plugin test` in its package cannot be read',
  stale: 'the report of `genlock plugin test` in its package is about other files',
  broken: 'the report of `genlock plugin test` in its package lists a broken law',
  current: 'its package contains a current report of `genlock plugin test`',
};

/** Checks whether a policy requires that the plugin's own tests pass before publishing. */
export function requiresTests(tests: Policy['tests']): boolean {
  return tests?.require === true || tests?.require === 'report';
}

/**
 * Evaluates a policy's `tests` section for the installation of a plugin. Only a packed Genlock has the reports of the
 * bundled plugins. Without a report, a bundled plugin is permitted, because the tests of Genlock check it against the same laws.
 */
export function evaluateTests({ source, report }: Subject, { file, tests }: Policy): readonly Verdict[] {
  if (tests?.require !== 'report' || report === undefined) return [];
  if (source === 'bundled' && report === 'absent') return [];
  const verdict = report === 'current' ? 'allow' : 'deny';
  return [{ file, key: 'tests.require', verdict, reason: reportReasons[report] }];
}
