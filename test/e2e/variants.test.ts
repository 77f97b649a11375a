import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { ownTests, sharedProcesses, withoutValues } from '../support/generated-tests.ts';
import { done, makeShop, pathWithoutOurs, type Shop, typecheck } from '../support/shop.ts';

const variants = [
  {
    name: 'no entities at all',
    choices: [],
    format: true,
  },
  {
    name: 'demanding names and shapes, and new plugins with a short and the longest name',
    choices: async () => [
      '--config',
      join(repository, 'test/fixtures/demanding/genlock.json'),
      ...(await scaffolded()),
    ],
    format: true,
  },
  {
    // Plugin templates are formatted by their author, but their values are only known later.
    name: 'a plugin that uses the whole contract',
    choices: ['--plugins', join(repository, 'test/fixtures/plugins/contract')],
    format: false,
  },
  {
    name: 'accounts as an entity, and a field with the name of a member of errors',
    choices: () => ['--config', accounts()],
    format: true,
    // The tests of accounts run in auth/invited-edits.test.ts.
    files: ['test/server/routes/users.test.ts'],
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

describe.each(variants)('a project with $name', ({ choices, format, files }) => {
  let project: Shop;
  beforeAll(async () => {
    project = await makeShop(typeof choices === 'function' ? await choices() : choices);
  });
  afterAll(() => project.remove());

  const script = async (name: string) => {
    const env = { PATH: pathWithoutOurs(), CI: '1' };
    return done(await run(['npm', 'run', ...name.split(' ')], { cwd: project.root, env }));
  };

  test.each([typecheck, 'lint', ...(format ? ['format:check'] : []), 'build'])('passes %s', async (name) => {
    expect((await script(name)).code).toBe(0);
  });

  test('passes its own tests', async () => {
    const own = files ?? ownTests(project.root);
    const { stdout } = await script(`test -- ${own.join(' ')} ${sharedProcesses} ${withoutValues}`);
    expect(stdout).toContain(`Test Files  ${own.length} passed`);
  });
});
