import { expect, test } from 'vitest';
import { GenlockError, type Problem } from '../../../src/errors/error.ts';
import { toErrorReport } from '../../../src/errors/report.ts';
import { errorView } from '../../../src/ui/error.ts';
import { onPage } from './page.ts';

const usage: Problem = { code: 'USAGE', message: 'Nonexistent flag: --databse', hint: 'Did you mean --database?' };
const placed: Problem = {
  code: 'USAGE',
  message:
    'The type "Strng" of this field is none that Genlock knows, and this sentence is long enough to need a second line.',
  where: { file: 'genlock.json', line: 12, column: 15, key: 'entities[0].fields[2].type' },
};

test.each<readonly [name: string, error: unknown]>([
  ['error', new GenlockError(usage)],
  ['error-with-place', new GenlockError(placed)],
  ['several-errors', new GenlockError([placed, usage])],
  ['bug', new TypeError("Cannot read properties of undefined (reading 'path')")],
])('%s', async (name, error) => {
  const seen = onPage((screen) => errorView(toErrorReport(error), screen));
  await expect(seen).toMatchFileSnapshot(`cases/${name}.txt`);
});

test('shows an internal error without a stack', () => {
  const seen = onPage((screen) => errorView(toErrorReport(new Error('oops')), screen));
  expect(seen).not.toMatch(/^\s+at /mu);
});
