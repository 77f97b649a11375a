/** Selects tests that a generated project contains. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './cli.ts';

const baseTests = join(repository, 'plugins/base/templates/express/test');

/** Tests of `plugins/base` whose result depends on the entities and plugins of the project. */
const dependent = [
  'client/admin.test.tsx',
  'client/first-entity.test.tsx',
  'client/palette.test.tsx',
  'client/shell.test.tsx',
  'server/app.test.ts',
  'server/openapi.test.ts',
  'server/own-routes.test.ts',
  'server/setup.test.ts',
];

/**
 * Returns the test files of a project that depend on its entities and plugins. The others have the same content and
 * test the same code in every project. `operations.test.ts` runs all files.
 *
 * @param root of the project
 */
export function ownTests(root: string): readonly string[] {
  const base = testsIn(baseTests);
  const missing = dependent.filter((path) => !base.includes(path));
  if (missing.length > 0) throw new Error(`plugins/base has no test ${missing.join(', ')}`);
  const same = base.filter((path) => !dependent.includes(path));
  return testsIn(join(root, 'test'))
    .filter((path) => !same.includes(path))
    .map((path) => `test/${path}`);
}

/**
 * Flags for the tests of a generated project: all tests except those that send every strange value of a field, which
 * take half of the time. For projects whose fields and validation code other projects test completely.
 */
export const withoutValues = '-t ^(?!.*every.value.of)';

/**
 * Flags for the tests of a generated project: the files of a worker share a process, each in a new context. This needs 26
 * to 40 % less processor time than a process for each file, the default. operations.test.ts, shop.test.ts and, with sign-in, a test in
 * auth/invited-edits.test.ts use the default, like users. With one worker, Vitest would run all files in one context. On
 * Node 20, it cannot load every CommonJS package in this way.
 */
export const sharedProcesses = '--pool=vmForks --maxWorkers=2 --vmMemoryLimit=600MB';

function testsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.test\.tsx?$/u.test(path));
}
