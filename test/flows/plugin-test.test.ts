import { expect, test, vi } from 'vitest';
import { casesOf, type TestCase } from '../../src/flows/plugin-test/cases.ts';
import { checkLaws, type LawFindings } from '../../src/flows/plugin-test/check-laws.ts';
import type { Engine } from '../../src/flows/plugin-test/projects.ts';
import type { LawResult } from '../../src/flows/plugin-test/result.ts';
import { unrestricted } from '../../src/policy/effective-policy.ts';
import {
  dataMigration,
  editedGuestbook,
  engineMutants,
  loadFolder,
  migrationMutants,
  pluginMutants,
  soundMigration,
} from '../support/plugin-mutants.ts';

// The repeated runs are the subject of these tests.
vi.unmock('../../sandbox/index.ts');

function check(folder: string, cases: readonly TestCase[], engine?: (real: Engine) => Engine): Promise<LawFindings> {
  const request = { policy: unrestricted, plugin: loadFolder(folder), cases };
  return checkLaws(request, { progress: () => {}, ...(engine && { engine }) });
}

const brokenIn = ({ broken }: LawFindings) => broken.map(({ law }) => law);

test('a plugin that obeys all laws breaks none', async () => {
  const plugin = loadFolder(editedGuestbook());
  const request = { policy: unrestricted, plugin, cases: casesOf(plugin, 'small') };
  const reported: LawResult[] = [];
  const ports = { progress: () => {}, checked: (law: LawResult) => reported.push(law) };
  const { broken, laws, consent, refused } = await checkLaws(request, ports);
  expect(reported).toEqual(laws);
  expect({ broken, consent, refused }).toEqual({ broken: [], consent: [], refused: [] });
  expect(laws.map(({ status }) => status)).toEqual(laws.map(() => 'held'));
});

test.each(pluginMutants)('an edit of the plugin breaks one law: %s', async (...[, law, least, edit]) => {
  const { broken } = await check(editedGuestbook(edit), [{ ...least, graph: 'one' }]);
  expect(broken.map((one) => [one.law, one.case])).toEqual([[law, least]]);
});

test.each(engineMutants)('an edit of the engine breaks a law: %s', async (...[, law, cases, engine]) => {
  expect(brokenIn(await check(editedGuestbook(), cases, engine))).toContain(law);
});

test.each(migrationMutants)('a data migration breaks its law: %s', async (...[, sqlite, postgresql]) => {
  const findings = await check(editedGuestbook(...dataMigration(sqlite, postgresql)), []);
  expect(brokenIn(findings)).toEqual(['migration']);
  expect(findings.laws.at(-1)).toEqual({ law: 'migration', status: 'broken', cases: 1 });
});

test('a data migration of the own models obeys its law', async () => {
  const { broken, laws } = await check(editedGuestbook(...soundMigration), []);
  expect([broken, laws.at(-1)]).toEqual([[], { law: 'migration', status: 'held', cases: 1 }]);
});
