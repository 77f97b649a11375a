import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveConflicts } from '../../src/flows/project/resolve.ts';
import { codesOf, newLife, type Life } from '../support/life.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Pick<Life, 'root'>, skip: readonly string[] = []) => [...treeHash(root, ['.env', ...skip])];
const shape = 'shared/customer.ts';

function rename({ root }: Pick<Life, 'root'>, [from, to]: readonly [string, string], file = 'genlock.json'): void {
  const path = join(root, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
}

/** Creates a project in which the user and the configuration change the same line of a file. */
async function withConflict(): Promise<Life> {
  const life = await newLife();
  const file = join(life.root, shape);
  const text = readFileSync(file, 'utf8');
  const line = text.split('\n').find((candidate) => candidate.includes('name:') || candidate.includes('name,')) ?? '';
  expect(line).not.toBe('');
  writeFileSync(file, text.replace(line, `${line} // mine`));
  rename(life, ['"name": "name"', '"name": "fullName"']);
  return life;
}

const resolve = ({ root }: Life, how: 'continue' | 'abort') => resolveConflicts({ cwd: root, how, dryRun: false });

test('marks only the line that both sides changed, and loses no line', async () => {
  const life = await withConflict();
  const { plan, status } = await life.sync();
  expect([status, plan.conflicts.map(({ path, reason }) => [path, reason])]).toEqual(['changed', [[shape, 'edited']]]);
  const text = readFileSync(join(life.root, shape), 'utf8');
  expect(text).toContain('<<<<<<<');
  expect(text).toContain('// mine');
  expect(text).toContain('fullName');
  const before = bytes(life);
  expect((await life.sync()).plan.conflicts.map(({ reason }) => reason)).toEqual(['open']);
  expect(bytes(life)).toEqual(before);
});

test('resolve --continue keeps the user’s resolution', async () => {
  const life = await withConflict();
  await life.sync();
  expect(await resolve(life, 'continue')).toMatchObject({ status: 'open', open: [shape], resolved: [] });
  const file = join(life.root, shape);
  const mine = `${readFileSync(file, 'utf8').replaceAll(/^(?:<{7}|\|{7}|={7}|>{7}).*\n/gmu, '')}// resolved\n`;
  writeFileSync(file, mine);
  expect(await resolve(life, 'continue')).toMatchObject({ status: 'resolved', open: [], resolved: [shape] });
  expect((await life.sync()).plan.conflicts).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(mine);
  expect(await codesOf(resolve(life, 'continue'))).toEqual(['PROJECT_NO_CONFLICT']);
});

test('resolve --abort gives the file back as it was', async () => {
  const life = await withConflict();
  const mine = readFileSync(join(life.root, shape), 'utf8');
  await life.sync();
  const aborted = { status: 'resolved', resolved: [shape], yours: [], waiting: [shape] };
  expect(await resolve(life, 'abort')).toMatchObject(aborted);
  expect(readFileSync(join(life.root, shape), 'utf8')).toBe(mine);
});

test('an edit is kept while its plugin is switched off', async () => {
  const { examplePlugin } = await import('../support/life.ts');
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  const page = join(life.root, 'client/pages/guestbook/index.tsx');
  writeFileSync(page, `${readFileSync(page, 'utf8')}// mine\n`);
  const before = bytes(life);
  rename(life, ['"enabled": true', '"enabled": false']);
  const off = await life.sync();
  expect([off.plan.conflicts, off.plugins.map(({ change }) => change)]).toEqual([[], ['disabled']]);
  expect(bytes(life).some(([path]) => path.startsWith('client/pages/guestbook'))).toBe(false);
  rename(life, ['"enabled": false', '"enabled": true']);
  expect((await life.sync()).plan.conflicts).toEqual([]);
  expect(readFileSync(page, 'utf8')).toContain('// mine\n');
  expect(bytes(life)).toEqual(before);
});

test.each([
  ['moved and edited', 'moved'],
  ['deleted', 'deleted'],
])('a plugin file that the user %s is in the same state after the plugin is enabled again', async (_, how) => {
  const { examplePlugin } = await import('../support/life.ts');
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  const page = join(life.root, 'client/pages/guestbook/index.tsx');
  const moved = join(life.root, 'client/guestbook-page.tsx');
  if (how === 'deleted') rmSync(page);
  else renameSync(page, moved);
  await life.sync();
  if (how === 'moved') writeFileSync(moved, `${readFileSync(moved, 'utf8')}// mine\n`);
  const before = bytes(life);
  rename(life, ['"enabled": true', '"enabled": false']);
  expect((await life.sync()).plan.conflicts).toEqual([]);
  expect([existsSync(page), existsSync(moved)]).toEqual([false, false]);
  expect((await life.sync()).status).toBe('unchanged');
  rename(life, ['"enabled": false', '"enabled": true']);
  expect((await life.sync()).plan.conflicts).toEqual([]);
  expect(bytes(life)).toEqual(before);
});

test.each([
  ['other line endings', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))],
  ['an added line', (path: string) => writeFileSync(path, `${readFileSync(path, 'utf8')}// mine\n`)],
  ['a deletion', (path: string) => rmSync(path)],
])('keeps %s of a file that the core renders for a plugin while the plugin is disabled', async (_edit, edit) => {
  const { examplePlugin } = await import('../support/life.ts');
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  const schema = join(life.root, 'prisma/schema/guestbook.prisma');
  edit(schema);
  const before = bytes(life);
  rename(life, ['"enabled": true', '"enabled": false']);
  expect((await life.sync()).plan.conflicts).toEqual([]);
  expect(existsSync(schema)).toBe(false);
  expect((await life.sync()).status).toBe('unchanged');
  rename(life, ['"enabled": false', '"enabled": true']);
  expect((await life.sync()).plan.conflicts).toEqual([]);
  expect(bytes(life)).toEqual(before);
});

test('after remove and resolve --abort an edited plugin file belongs to the user, and no later command asks', async () => {
  const { examplePlugin } = await import('../support/life.ts');
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  const page = join(life.root, 'client/pages/guestbook/index.tsx');
  const mine = `${readFileSync(page, 'utf8')}// mine\n`;
  writeFileSync(page, mine);
  expect((await life.remove(['guestbook'])).plan.conflicts.map(({ reason }) => reason)).toEqual(['deleted']);
  const path = 'client/pages/guestbook/index.tsx';
  expect(await resolve(life, 'abort')).toMatchObject({ resolved: [path], yours: [path], waiting: [] });
  expect((await life.sync()).status).toBe('unchanged');
  expect(readFileSync(page, 'utf8')).toBe(mine);
  expect((await life.add([examplePlugin('guestbook')])).plan.conflicts).toEqual([]);
  expect(readFileSync(page, 'utf8')).toBe(mine);
});

test.each([false, true])(
  'abort and add undo a removal with a conflict in a file of several plugins (sync between: %s)',
  async (isAskedAgain) => {
    const { examplePlugin } = await import('../support/life.ts');
    const life = await newLife();
    await life.add([examplePlugin('page-views'), examplePlugin('guestbook')]);
    const path = 'server/generated/routes.ts';
    const file = join(life.root, path);
    const mine = readFileSync(file, 'utf8').replace(/^.*guestbook.*$/mu, '$& // mine');
    expect(mine).toContain('// mine');
    writeFileSync(file, mine);
    const before = bytes(life);
    expect((await life.remove(['guestbook'])).plan.conflicts.map((conflict) => conflict.path)).toEqual([path]);
    expect(await resolve(life, 'abort')).toMatchObject({ resolved: [path], yours: [], waiting: [path] });
    expect(readFileSync(file, 'utf8')).toBe(mine);
    if (isAskedAgain) {
      await life.sync();
      // Refused if there is no open conflict.
      await resolve(life, 'abort');
    }
    expect((await life.add([examplePlugin('guestbook')])).plan.conflicts).toEqual([]);
    expect(bytes(life)).toEqual(before);
  },
);
