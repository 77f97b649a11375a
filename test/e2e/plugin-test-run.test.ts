/** Tests `genlock plugin test --run`: packages from npm, and confined scripts of a project. */
import { expect, test } from 'vitest';
import { checkLaws, type LawFindings } from '../../src/flows/plugin-test/check-laws.ts';
import { unrestricted } from '../../src/policy/decide.ts';
import { editedGuestbook, loadFolder, type PluginEdit } from '../support/plugin-mutants.ts';

const route = 'templates/express/server/routes/guestbook.ts';
const provider = 'templates/express/client/components/GreetingProvider.tsx';

/** Edits that each break one script of the project. */
const edits: readonly PluginEdit[] = [
  // A type error.
  { path: route, from: 'take: 50', to: "take: 'fifty'" },
  // An unused variable.
  { path: provider, from: 'const Greeting =', to: 'const unused = title;\nconst Greeting =' },
  // A module that fails on import.
  {
    path: route,
    from: 'const messageInput',
    to: "if (!process.env['GREETING']) throw new Error('no greeting');\nconst messageInput",
  },
];

function run(folder: string): Promise<LawFindings> {
  const scripts = {
    env: process.env,
    clock: () => new Date(),
    progress: () => {},
    signal: () => AbortSignal.timeout(1_200_000),
  };
  return checkLaws({ policy: unrestricted, plugin: loadFolder(folder), cases: [] }, { progress: () => {}, scripts });
}

const statusOf = ({ laws }: LawFindings) =>
  laws
    .filter(({ law }) => ['types', 'lint', 'tests'].includes(law))
    .map(({ law, status, reason }) => [law, status, reason]);

test('a good plugin passes type check, linter and tests of a project', async () => {
  const result = await run(editedGuestbook());
  expect(result.broken).toEqual([]);
  expect(statusOf(result)).toEqual([
    ['lint', 'held', undefined],
    ['types', 'held', undefined],
    ['tests', 'held', undefined],
  ]);
});

test('a type error, a lint error and a module that fails on import each break a law', async () => {
  const { broken } = await run(editedGuestbook(...edits));
  expect(broken.map(({ code }) => code)).toEqual(['PLUGIN_TEST_LINT', 'PLUGIN_TEST_TYPES', 'PLUGIN_TEST_TESTS']);
});
