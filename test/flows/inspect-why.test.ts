import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explain, type WhyResult } from '../../src/flows/why/why.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';

const page = 'client/pages/guestbook/index.tsx';

async function withGuestbook(): Promise<Life> {
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  return life;
}

const why = ({ root }: Life, place: string): Promise<WhyResult> => explain({ cwd: root, place });

/** Returns the place (`file:line`) of the first line that contains a string. */
function lineOf({ root }: Life, file: string, text: string): string {
  const at = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text));
  expect(at).toBeGreaterThanOrEqual(0);
  return `${file}:${at + 1}`;
}

test('a file of a plugin: the plugin with its hash, the call, the template, and the files removed with it', async () => {
  const life = await withGuestbook();
  const { origin, reasons, owner } = await why(life, page);
  const template = 'templates/express/client/pages/guestbook/index.tsx';
  const plugin = { name: 'guestbook', version: '1.0.0', integrity: expect.stringMatching(/^sha512-/u) };
  const call = { kind: 'copyTemplates', index: 0, key: page, template };
  expect([owner, origin]).toEqual(['guestbook', { kind: 'plugin', plugin, call }]);
  expect(reasons).toMatchObject([{ kind: 'plugin', name: 'guestbook', effect: 'file', plugin, parts: [call] }]);
});

test('names the template of copied and of rendered files', async () => {
  const life = await withGuestbook();
  const templateOf = async (file: string) => {
    const { origin } = await why(life, file);
    return origin?.kind === 'plugin' ? origin.call.template : undefined;
  };
  expect(await templateOf('client/data/guestbook.json')).toMatch(/^templates\/.*guestbook\.json$/u);
  expect(await templateOf('server/routes/guestbook.ts')).toMatch(/^templates\/.*guestbook\.ts$/u);
  expect(await templateOf('server/app.ts')).toBe('templates/express/server/app.ts');
});

test.each([
  ['client/generated/menu.ts', 'Guestbook', { kind: 'registerAdminMenu', key: 'guestbook' }],
  ['server/generated/routes.ts', '/guestbook', { kind: 'registerAPIRoutes', key: 'GET,POST /api/guestbook' }],
  ['client/generated/providers.tsx', '<GreetingProvider>', { kind: 'registerProvider', key: 'GreetingProvider' }],
  ['client/generated/theme.css', '--guestbook', { kind: 'registerCSS', key: expect.stringMatching(/^--guestbook/u) }],
  ['prisma/schema/guestbook.prisma', 'model Guestbook', { kind: 'registerPrismaSchema', key: 'GuestbookMessage' }],
  ['server/generated/settings.ts', 'welcome', { kind: 'manifest', key: 'settings.welcome' }],
])('a line of %s names the part of the plugin that causes it', async (file, text, part) => {
  const life = await withGuestbook();
  const { reasons, origin } = await why(life, lineOf(life, file, text));
  expect(origin).toMatchObject({ kind: 'core', emitter: expect.stringMatching(/^[a-z]/u) });
  expect(reasons.map(({ name, parts }) => [name, parts])).toEqual([['guestbook', [expect.objectContaining(part)]]]);
});

test('a line of package.json comes from the dependency of the manifest, or from the core', async () => {
  const life = await newLife();
  await life.add([examplePlugin('page-views'), examplePlugin('guestbook')]);
  const packages = JSON.parse(readFileSync(join(life.root, 'package.json'), 'utf8'));
  expect(packages.dependencies).toHaveProperty('express');
  const core = await why(life, lineOf(life, 'package.json', '"express"'));
  expect(core).toMatchObject({ origin: { emitter: 'packageJson' }, isInEveryProject: true, reasons: [] });
});

test('a line of an entity names only the field or relation that causes it', async () => {
  const life = await newLife();
  const reasons = async (text: string) => {
    const { reasons: found } = await why(life, lineOf(life, 'prisma/schema/order.prisma', text));
    return found.map(({ kind, name, parts }) => [kind, name, parts.map((part) => `${part.kind} ${part.key}`)]);
  };
  expect(await reasons('placedAt')).toEqual([['entity', 'Order', ['field placedAt']]]);
  expect(await reasons('  customer ')).toEqual([
    ['entity', 'Customer', []],
    ['entity', 'Order', ['relation customer']],
  ]);
});

test('a line the user wrote is theirs; the line below still is the plugin’s', async () => {
  const life = await withGuestbook();
  const file = join(life.root, page);
  writeFileSync(file, `// mine\n${readFileSync(file, 'utf8')}`);
  expect(await why(life, `${page}:1`)).toMatchObject({ line: { text: '// mine', isYours: true }, reasons: [] });
  expect((await why(life, `${page}:2`)).reasons.map(({ name }) => name)).toEqual(['guestbook']);
  writeFileSync(join(life.root, 'notes.md'), 'mine\n');
  const notes = await why(life, 'notes.md:1');
  expect(notes).toMatchObject({ line: { isYours: true }, reasons: [] });
  expect([notes.owner, notes.origin]).toEqual([undefined, undefined]);
  expect(await why(life, 'genlock.json:2')).toMatchObject({ origin: { kind: 'record' }, line: { isYours: false } });
});

test('explains a moved file at its new path', async () => {
  const life = await withGuestbook();
  mkdirSync(join(life.root, 'client/pages/visitors'));
  renameSync(join(life.root, page), join(life.root, 'client/pages/visitors/index.tsx'));
  const found = await why(life, 'client/pages/visitors/index.tsx');
  expect(found).toMatchObject({ movedFrom: page, owner: 'guestbook', reasons: [{ name: 'guestbook' }] });
});

test('predicts each line that remove deletes', async () => {
  const life = await withGuestbook();
  const [reason] = (await why(life, page)).reasons;
  const menu = 'client/generated/menu.ts';
  const before = readFileSync(join(life.root, menu), 'utf8').split('\n');
  const { plan } = await life.remove(['guestbook']);
  const paths = (kind: string) =>
    plan.changes.flatMap((change) => (change.kind === kind && change.owner !== 'genlock' ? [change.path] : []));
  expect(reason?.goes.files).toEqual(paths('delete'));
  expect(reason?.goes.changed.map(({ path }) => path)).toEqual(paths('update'));
  const after = new Set(readFileSync(join(life.root, menu), 'utf8').split('\n'));
  const lines = reason?.goes.changed.find(({ path }) => path === menu)?.lines ?? [];
  const going = lines.flatMap(({ from, to }) => before.slice(from - 1, to));
  const filled = going.filter((line) => line !== '');
  expect(filled).toEqual(before.filter((line) => line !== '' && !after.has(line)));
});

test('refuses a missing file and a missing line', async () => {
  const life = await newLife();
  expect(await codesOf(why(life, 'nowhere.ts'))).toEqual(['WHY_NO_FILE']);
  expect(await codesOf(why(life, '../secret'))).toEqual(['WHY_NO_FILE']);
  expect(await codesOf(why(life, 'server/app.ts:9999'))).toEqual(['WHY_NO_LINE']);
});

test('an override names the file that it replaces, and that file names its override', async () => {
  const life = await newLife();
  const [shell, override] = ['client/components/Shell.tsx', 'client/overrides/components/Shell.tsx'];
  expect((await why(life, shell)).replacedBy).toBeUndefined();
  mkdirSync(join(life.root, 'client/overrides/components'), { recursive: true });
  writeFileSync(join(life.root, override), '');
  expect((await why(life, shell)).replacedBy).toBe(override);
  expect(await why(life, override)).toMatchObject({ replaces: { path: shell, exists: true }, reasons: [] });
});

test('an override without a generated file names the nearest one', async () => {
  const life = await newLife();
  mkdirSync(join(life.root, 'client/overrides/components'), { recursive: true });
  writeFileSync(join(life.root, 'client/overrides/components/Shel.tsx'), '');
  const { replaces } = await why(life, 'client/overrides/components/Shel.tsx');
  const path = 'client/components/Shel.tsx';
  expect(replaces).toEqual({ path, exists: false, nearest: 'client/components/Shell.tsx' });
});
