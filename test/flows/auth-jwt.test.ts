import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initProject } from '../../src/flows/project/init.ts';
import { repository } from '../support/cli.ts';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const text = (name: string, rest: object = {}) => ({
  name,
  fields: [{ name: 'title', type: 'String', required: true }],
  ...rest,
});
const bytes = ({ root }: Life) => [...treeHash(root, ['.env'])];

/** A new project from a configuration. */
async function lifeOf(config: object): Promise<Life> {
  const file = join(temporaryFolder(), 'genlock.json');
  writeFileSync(file, JSON.stringify(config));
  return newLife(file);
}

const read = ({ root }: Life, path: string): string => readFileSync(join(root, path), 'utf8');

test.each(['file', 'relational', 'document'])('is added to a project and removed again, on %s', async (database) => {
  const life = await lifeOf({ database, entities: [text('Note'), text('Notice')] });
  const before = bytes(life);
  const { plugins, steps } = await life.add(['auth-jwt'], { random: randomBytes });
  expect(plugins).toMatchObject([{ name: 'auth-jwt', change: 'added', open: ['Note', 'Notice'] }]);
  expect(read(life, 'server/generated/auth.ts')).toContain("from '../lib/auth/port'");
  const secrets = read(life, '.env').match(/^JWT_(?:REFRESH_)?SECRET="[\w-]{43}"$/gm);
  expect(new Set(secrets?.map((line) => line.split('=')[1])).size).toBe(2);
  expect(steps.map(({ command }) => command).join()).not.toContain('.env');
  expect(steps.at(-1)?.command).toBe('read server/lib/auth/README.md');
  expect(read(life, 'README.md')).toContain('`server/lib/auth/README.md`');
  const { left } = await life.remove(['auth-jwt']);
  const accounts = [
    'AuditEvent',
    'AuthLock',
    'AuthToken',
    'RecoveryCode',
    'Role',
    'Session',
    'SignInChallenge',
    'Totp',
  ];
  expect(left).toMatchObject({ models: [...accounts, 'User'] });
  expect(left.variables).toContain('JWT_SECRET');
  expect(bytes(life)).toEqual(before);
});

test('reports the entities of a new project that everyone can change', async () => {
  const cwd = temporaryFolder();
  const notes = [text('Note'), text('Kept', { access: 'admin' }), text('Half', { access: { write: 'admin' } })];
  const config = join(cwd, 'genlock.json');
  const request = { cwd, root: join(cwd, 'shop'), config, plugins: [], yes: true, dryRun: true, install: false };
  const summaryOf = async (plugins: object) => {
    const entities = notes.slice(0, Object.keys(plugins).length === 0 ? 1 : 3);
    writeFileSync(config, JSON.stringify({ database: 'file', entities, plugins }));
    return (await initProject(request, quietPorts)).summary;
  };
  expect(await summaryOf({ 'auth-jwt': { enabled: true } })).toMatchObject({ open: ['Note'] });
  expect(await summaryOf({})).not.toHaveProperty('open');
});

test('is installed with a project whose entities need it, with its settings', async () => {
  const author = { name: 'author', type: 'many-to-one', target: 'User', required: true };
  const plugins = { 'auth-jwt': { enabled: true, settings: { tokenExpiry: '15m' } } };
  const entities = [text('Note', { relations: [author], access: 'owner' })];
  const life = await lifeOf({ database: 'file', entities, plugins });
  expect(existsSync(join(life.root, 'server/routes/auth/login.ts'))).toBe(true);
  expect(read(life, 'server/generated/settings.ts')).toContain("tokenExpiry: '15m',");
  expect(read(life, 'server/routes/notes.ts')).toContain('caller.ownerOfNew(');
});

test.each([
  ['tokenExpiry', '15 minutes'],
  ['refreshExpiry', '0d'],
  ['algorithm', 'none'],
])('does not take %s %s', async (key, value) => {
  const life = await lifeOf({ database: 'file', entities: [] });
  const config = { ...JSON.parse(read(life, 'genlock.json')), plugins: { 'auth-jwt': { settings: { [key]: value } } } };
  writeFileSync(join(life.root, 'genlock.json'), JSON.stringify(config));
  const before = bytes(life);
  expect(await codesOf(life.add(['auth-jwt']))).toEqual(['PLUGIN_SETTING_PATTERN']);
  expect(bytes(life)).toEqual(before);
});

const email = { name: 'email', type: 'String', required: true, unique: true };

test('extends a User entity with additional fields, for administrators', async () => {
  const entities = [{ name: 'User', fields: [email, { name: 'bio', type: 'String' }] }];
  const life = await lifeOf({ database: 'file', entities });
  const { plugins } = await life.add(['auth-jwt']);
  expect(plugins).toMatchObject([{ extends: ['User'] }]);
  expect(read(life, 'server/generated/access.ts')).toMatch(/'User',\s*\{\s*read: 'admin',\s*create: 'admin'/u);
  expect(read(life, 'server/generated/omitted.ts')).toContain(
    'user: { emailVerified: true, password: true, name: true, role: true, disabledAt: true }',
  );
  // The entity's pages and the administration of accounts have different URLs.
  expect(read(life, 'client/pages/admin/users/index.tsx')).toContain('<RecordList');
  expect(read(life, 'client/pages/admin/auth/users.tsx')).toContain('UsersPage');
});

test.each([
  ['another address', [{ ...email, unique: false }], 'DATA_MODEL_CLASH'],
  [
    'a password, which its API would show',
    [email, { name: 'password', type: 'String', required: true }],
    'DATA_FIELD_RESERVED',
  ],
  ['no address', [], 'DATA_FIELD_REQUIRED'],
])('refuses User as a user entity with %s', async (_, fields, code) => {
  const life = await lifeOf({ database: 'file', entities: [{ name: 'User', fields }] });
  expect(await codesOf(life.add(['auth-jwt']))).toEqual([code]);
});

/** The models of the bundled plugins, except `User`. */
const internalModels = ['base', 'auth-jwt', 'auth-passkey', 'auth-nextauth'].flatMap((plugin) => {
  const folder = join(repository, 'plugins', plugin, 'templates/prisma');
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^model (\w+)/gmu)].map(([, name = '']) => name),
  );
});

test.each(internalModels.filter((name) => name !== 'User'))(
  'accepts no entity with the name of its model %s',
  async (name) => {
    const life = await lifeOf({ database: 'file', entities: [] });
    const config = { database: 'file', entities: [{ name, fields: [] }], plugins: {} };
    writeFileSync(join(life.root, 'genlock.json'), JSON.stringify(config));
    expect(await codesOf(life.add(['auth-jwt', 'auth-passkey', 'auth-nextauth']))).toEqual(['DATA_ENTITY_REFUSED']);
  },
);

test.each([
  ['password', { name: 'password', type: 'String', required: true, default: '!' }, 'DATA_FIELD_RESERVED'],
  ['a required field', { name: 'phone', type: 'String', required: true }, 'DATA_FIELD_UNFILLED'],
])('refuses User as a user entity with %s', async (_, field, code) => {
  const life = await lifeOf({ database: 'file', entities: [{ name: 'User', fields: [email, field] }] });
  const before = bytes(life);
  expect(await codesOf(life.add(['auth-jwt']))).toEqual([code]);
  expect(bytes(life)).toEqual(before);
});

test('removes the rules of User with the plugin', async () => {
  const life = await lifeOf({ database: 'file', entities: [{ name: 'User', fields: [email] }] });
  const before = bytes(life);
  await life.add(['auth-jwt']);
  expect(read(life, 'server/generated/guards.ts')).toContain("refuse: ['create', 'delete'],");
  expect(existsSync(join(life.root, 'client/pages/admin/users/new.tsx'))).toBe(false);
  await life.remove(['auth-jwt']);
  expect(bytes(life)).toEqual(before);
});
