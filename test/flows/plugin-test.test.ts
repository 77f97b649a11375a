import { expect, test } from 'vitest';
import { casesOf, type TestCase } from '../../src/flows/plugin-test/cases.ts';
import { checkLaws, type LawFindings } from '../../src/flows/plugin-test/check-laws.ts';
import type { Engine } from '../../src/flows/plugin-test/projects.ts';
import { unrestricted } from '../../src/policy/decide.ts';
import { editedGuestbook, engineMutants, loadFolder, pluginMutants } from '../support/plugin-mutants.ts';

function check(folder: string, cases: readonly TestCase[], engine?: (real: Engine) => Engine): Promise<LawFindings> {
  const request = { policy: unrestricted, plugin: loadFolder(folder), cases };
  return checkLaws(request, { progress: () => {}, ...(engine && { engine }) });
}

const brokenIn = ({ broken }: LawFindings) => broken.map(({ law }) => law);

test('a plugin that obeys all laws breaks none', async () => {
  const plugin = loadFolder(editedGuestbook());
  const { broken, laws, consent, refused } = await check(editedGuestbook(), casesOf(plugin, 'small'));
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
