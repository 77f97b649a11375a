import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/** Result of a run, written as JSON to the file that `GENLOCK_TEST_SUMMARY` names. */
export interface TestSummary {
  readonly passed: number;
  /** Failed tests, files that didn't load, errors outside tests, and tests skipped without saying why. */
  readonly failed: readonly string[];
  readonly notVerified: readonly { readonly test: string; readonly reason: string; readonly remedy: string }[];
}

/** Counts without kindness: only what ran and passed has passed. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const file = process.env['GENLOCK_TEST_SUMMARY'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(summaryOf(modules, errors)));
  }
}

function summaryOf(modules: readonly TestModule[], errors: readonly SerializedError[]): TestSummary {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const skipped = tests.filter((test) => test.result().state === 'skipped');
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: [
      ...tests.filter((test) => ['failed', 'pending'].includes(test.result().state)).map(nameOf),
      ...skipped.filter((test) => test.meta().notVerified === undefined).map((test) => `skipped: ${nameOf(test)}`),
      ...modules
        .filter((module) => module.errors().length > 0)
        .map((module) => `not loaded: ${module.relativeModuleId}`),
      ...modules
        .filter((module) => module.errors().length === 0 && [...module.children.allTests()].length === 0)
        .map((module) => `empty: ${module.relativeModuleId}`),
      ...errors.map(({ message }) => `outside a test: ${message}`),
    ],
    notVerified: skipped.flatMap((test) => {
      const why = test.meta().notVerified;
      return why === undefined ? [] : [{ test: nameOf(test), ...why }];
    }),
  };
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`;
