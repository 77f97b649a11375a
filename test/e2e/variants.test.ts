import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { done, makeShop, pathWithoutOurs, type Shop, typecheck } from '../support/shop.ts';

const variants = [
  {
    // The last project has no entities either, and passes all tests. These are the tests that depend on entities.
    name: 'no entities at all',
    choices: [],
    format: true,
    tests: 'test/client/first-entity test/client/admin test/server/admin test/server/openapi test/server/setup',
  },
  {
    name: 'demanding names and shapes, and new plugins with a short and the longest name',
    choices: async () => [
      '--config',
      join(repository, 'test/fixtures/demanding/genlock.json'),
      ...(await scaffolded()),
    ],
    format: true,
    tests: '',
  },
  {
    // Plugin templates are formatted by their author, but their values are only known later.
    name: 'a plugin that uses the whole contract',
    choices: ['--plugins', join(repository, 'test/fixtures/plugins/contract')],
    format: false,
    tests: '',
  },
  {
    name: 'accounts as an entity, and a field with the name of a member of errors',
    choices: () => ['--config', accounts()],
    format: true,
    tests: 'test/server/routes/users',
  },
];

const fresh = mkdtempSync(join(tmpdir(), 'genlock-plugins-'));
afterAll(() => rmSync(fresh, { recursive: true, force: true }));

/** A configuration with an entity that a plugin extends. */
function accounts(): string {
  const file = join(fresh, 'accounts.json');
  const email = { name: 'email', type: 'String', required: true, unique: true, format: 'email' };
  const entities = [{ name: 'User', fields: [email, { name: 'code', type: 'String' }] }];
  writeFileSync(file, JSON.stringify({ database: 'file', entities, plugins: { 'auth-jwt': { enabled: true } } }));
  return file;
}

/** Two fresh plugins. */
async function scaffolded(): Promise<readonly string[]> {
  for (const name of ['notes', `n${'o'.repeat(49)}`]) done(await genlock(['plugin', 'create', name], { cwd: fresh }));
  return ['--plugins', fresh];
}

describe.each(variants)('a project with $name', ({ choices, format, tests }) => {
  let project: Shop;
  beforeAll(async () => {
    project = await makeShop(typeof choices === 'function' ? await choices() : choices);
  });
  afterAll(() => project.remove());

  test.each([typecheck, 'lint', ...(format ? ['format:check'] : []), `test -- ${tests}`.trimEnd(), 'build'])(
    'passes %s',
    async (script) => {
      const finished = await run(['npm', 'run', ...script.split(' ')], {
        cwd: project.root,
        env: { PATH: pathWithoutOurs(), CI: '1' },
      });
      expect(done(finished).code).toBe(0);
    },
  );
});
