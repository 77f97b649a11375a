/** `plugin test --run` in bubblewrap: the scripts of a project with a plugin, and with edits that break each of them. */
import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { checkLaws, type LawFindings } from '../../src/flows/plugin-test/check-laws.ts';
import type { LawResult } from '../../src/flows/plugin-test/result.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import { unrestricted } from '../../src/policy/effective-policy.ts';
import { confinedRunner } from '../../src/processes/confined-script.ts';
import { examplePlugin } from '../support/life.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

const progress = (): void => {};

/** Runs only the scripts, because other tests check the grid. */
async function run(
  folder: string,
  context: TestContext,
  checked: (law: LawResult) => void = () => {},
): Promise<LawFindings> {
  if ((await confinedRunner(temporaryFolder(), temporaryFolder())) === undefined) {
    notVerified(context, { reason: 'this system cannot confine a program', remedy: 'apt-get install bubblewrap' });
  }
  // Without authentication and entities, the project has fewer tests.
  const project = { graph: 'none', auth: false } as const;
  const machine = { env: process.env, progress, checked, clock: () => new Date(), project };
  const scripts = { ...machine, signal: () => AbortSignal.timeout(1_200_000) };
  const plugin = loadPlugin({ kind: 'folder', path: folder });
  return checkLaws({ policy: unrestricted, plugin, cases: [] }, { progress, scripts });
}

const lawsOfScripts = ({ laws }: LawFindings) =>
  laws.flatMap(({ law, status }) => (['types', 'lint', 'tests'].includes(law) ? [[law, status]] : []));

test('the scripts of a project pass with a small plugin', async (context) => {
  const reported: string[] = [];
  const findings = await run(examplePlugin('page-views'), context, ({ law }) => reported.push(law));
  expect(reported.toSorted()).toEqual(['formatting', 'lint', 'tests', 'types']);
  expect(findings.broken).toEqual([]);
  expect(lawsOfScripts(findings)).toEqual([
    ['lint', 'held'],
    ['types', 'held'],
    ['tests', 'held'],
  ]);
});

test('an edit of the types, of the style and of a test is reported by its own script', async (context) => {
  const folder = join(temporaryFolder(), 'page-views');
  cpSync(examplePlugin('page-views'), folder, { recursive: true });
  const templates = join(folder, 'templates/express');
  appendFileSync(join(templates, 'server/routes/page-views.ts'), "\nexport const total: number = 'none';\n");
  writeFileSync(join(templates, 'server/routes/page-views-tools.ts'), 'export function inspect() {\n  debugger;\n}\n');
  const failing = "\ntest('counts', () => {\n  expect(1).toBe(2);\n});\n";
  appendFileSync(join(templates, 'test/server/routes/page-views.test.ts'), failing);
  const findings = await run(folder, context);
  expect(lawsOfScripts(findings)).toEqual([
    ['lint', 'broken'],
    ['types', 'broken'],
    ['tests', 'broken'],
  ]);
  const files = [
    ['PLUGIN_TEST_LINT', 'page-views-tools.ts'],
    ['PLUGIN_TEST_TYPES', 'server/routes/page-views.ts'],
    ['PLUGIN_TEST_TESTS', 'page-views.test.ts'],
  ];
  const named = findings.broken.map(({ code, output = [] }) => [
    code,
    files.find(([, file]) => output.join('\n').includes(file ?? ''))?.[1],
  ]);
  expect(named).toEqual(files);
});
