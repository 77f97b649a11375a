import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Life) => [...treeHash(root, ['.env'])];
const read = ({ root }: Life, path: string): string => readFileSync(join(root, path), 'utf8');

async function lifeOf(database: string, plugins: object = {}): Promise<Life> {
  const file = join(temporaryFolder(), 'genlock.json');
  writeFileSync(file, JSON.stringify({ database, entities: [], plugins }));
  return newLife(file);
}

/** Sets the settings of the plugin before it is added. */
function configure(life: Life, settings: object): void {
  const config = JSON.parse(read(life, 'genlock.json'));
  config.plugins = { ...config.plugins, 'auth-nextauth': { enabled: false, settings } };
  writeFileSync(join(life.root, 'genlock.json'), JSON.stringify(config));
}

test.each(['file', 'relational', 'document'])('is added with auth-jwt and removed again, on %s', async (database) => {
  const life = await lifeOf(database);
  const before = bytes(life);
  const { plugins } = await life.add(['auth-nextauth'], { random: randomBytes });
  expect(plugins.map(({ name, change }) => [name, change])).toEqual([
    ['auth-jwt', 'added'],
    ['auth-nextauth', 'added'],
  ]);
  expect(read(life, 'prisma/schema/auth-jwt.prisma')).toMatch(/accounts +Account\[\]/u);
  const { left } = await life.remove(['auth-nextauth', 'auth-jwt']);
  expect(left.models).toContain('Account');
  expect(bytes(life)).toEqual(before);
});

test('is added to a project with auth-jwt and removed again', async () => {
  const life = await lifeOf('file', { 'auth-jwt': { enabled: true } });
  const before = bytes(life);
  await life.add(['auth-nextauth']);
  expect(bytes(life)).not.toEqual(before);
  const { left } = await life.remove(['auth-nextauth']);
  expect(left).toMatchObject({ models: ['Account'] });
  expect(bytes(life)).toEqual(before);
});

test.each([
  [
    'google,github',
    ['AUTH_GITHUB_ID', 'AUTH_GITHUB_ISSUER', 'AUTH_GITHUB_SECRET', 'AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET'],
  ],
  ['microsoft', ['AUTH_MICROSOFT_ID', 'AUTH_MICROSOFT_ISSUER', 'AUTH_MICROSOFT_SECRET']],
  ['apple', ['AUTH_APPLE_ID', 'AUTH_APPLE_KEY', 'AUTH_APPLE_KEY_ID', 'AUTH_APPLE_TEAM_ID']],
  ['discord,discord', ['AUTH_DISCORD_ID', 'AUTH_DISCORD_SECRET']],
  ['oidc', ['AUTH_OIDC_ID', 'AUTH_OIDC_ISSUER', 'AUTH_OIDC_NAME', 'AUTH_OIDC_SECRET']],
])('describes only the variables of the chosen providers: %s', async (providers, variables) => {
  const life = await lifeOf('file', {
    'auth-jwt': { enabled: true },
    'auth-nextauth': { enabled: true, settings: { providers } },
  });
  const named = read(life, '.env.example').match(/^AUTH_[A-Z]+_(?:ID|SECRET|ISSUER|NAME|KEY|KEY_ID|TEAM_ID)(?==)/gmu);
  expect(named?.toSorted()).toEqual(variables);
});

test.each([
  ['providers', 'facebook'],
  ['providers', ''],
  ['providers', 'google, github'],
  ['linking', 'always'],
  ['signup', 'closed'],
])('does not accept %s %j', async (key, value) => {
  const life = await lifeOf('file', { 'auth-jwt': { enabled: true } });
  configure(life, { [key]: value });
  const before = bytes(life);
  expect(await codesOf(life.add(['auth-nextauth']))).toEqual(['PLUGIN_SETTING_PATTERN']);
  expect(bytes(life)).toEqual(before);
});
