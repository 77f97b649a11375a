import { expect, test } from 'vitest';
import type { TestCase } from '../../../src/flows/plugin-test/cases.ts';
import type { PluginTestResult } from '../../../src/flows/plugin-test/result.ts';
import { testedView } from '../../../src/ui/plugin-test.ts';
import { onPage } from './page.ts';

const hostile = 'a\u001B[2J\u202Eb\nc';

const least: TestCase = { database: 'file', graph: 'none', auth: false, neighbour: 'none', settings: {} };
const passed: PluginTestResult = {
  status: 'passed',
  plugin: { name: 'guestbook', version: '1.0.0', folder: '/plugins/guestbook' },
  digest: 'sha512-abc',
  genlock: '0.1.0',
  grid: 'small',
  cases: [least],
  laws: [
    { law: 'addition', status: 'held', cases: 12 },
    { law: 'order', status: 'held', cases: 1 },
    { law: 'formatting', status: 'unchecked', cases: 0, reason: 'The formatter is not installed.' },
  ],
  broken: [],
  consent: [],
  refused: [],
  processorMs: 9000,
  report: '/plugins/guestbook/genlock-report.json',
};
const failed: PluginTestResult = {
  ...passed,
  status: 'failed',
  laws: [{ law: 'formatting', status: 'broken', cases: 12 }],
  broken: [
    {
      code: 'PLUGIN_TEST_FORMATTING',
      law: 'formatting',
      message: `The format check changes ${hostile}.`,
      where: { file: 'client/pages/guestbook/index.tsx', line: 8, column: 1 },
      hint: 'Format the file in a generated project with `npm run format`, and copy it into the template.',
      output: ['src/a.ts: error', hostile, 'x'.repeat(100)],
      case: {
        ...least,
        graph: 'relations',
        auth: true,
        neighbour: 'after',
        settings: { title: hostile },
        isText: true,
      },
    },
  ],
  consent: [{ by: 'settings.welcome', value: false, added: ['routes: GET /api/x public'], removed: [hostile] }],
  refused: [{ code: 'JUDGE_PATH_ENTITY', message: hostile, case: { ...least, graph: 'names' } }],
};

test.each([
  ['plugin-test-passed', passed],
  ['plugin-test-failed', failed],
])('%s', async (name, result) => {
  await expect(onPage((screen) => testedView(result, screen))).toMatchFileSnapshot(`cases/${name}.txt`);
});
