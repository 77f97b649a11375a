/** Checks the example plugins and the bundled plugins against the laws, on the small grid. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { casesOf } from '../../src/flows/plugin-test/cases.ts';
import { checkLaws } from '../../src/flows/plugin-test/check-laws.ts';
import { availablePlugins, basePlugin, bundledFolder } from '../../src/plugin/bundled.ts';
import { findPlugins } from '../../src/plugin/load.ts';
import { unrestricted } from '../../src/policy/effective-policy.ts';
import { repository } from '../support/cli.ts';
import { loadFolder } from '../support/plugin-mutants.ts';

// The repeated runs are the subject of these tests.
vi.unmock('../../sandbox/index.ts');

const bundled = availablePlugins().filter((name) => name !== basePlugin);
const folders = [...findPlugins(join(repository, 'examples/plugins')), ...bundled.map(bundledFolder)];

test.each(folders.map((folder) => folder.slice(repository.length + 1)))('%s obeys all laws', async (path) => {
  const plugin = loadFolder(join(repository, path));
  const cases = casesOf(plugin, 'small');
  const { broken, laws } = await checkLaws({ policy: unrestricted, plugin, cases }, { progress: () => {} });
  expect(broken).toEqual([]);
  expect(laws.map(({ law, status }) => [law, status])).toEqual(laws.map(({ law }) => [law, 'held']));
});
