import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { newBranches } from '../support/branches.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Pick<Life, 'root'>) => [...treeHash(root, ['.env', '.git', 'genlock.json'])];
const read = ({ root }: Pick<Life, 'root'>, path: string) => readFileSync(join(root, path), 'utf8');

const field = (name: string) => ({ name, type: 'String' });

/** Final content of a project. */
interface Reference {
  readonly bytes: ReturnType<typeof bytes>;
  readonly text: (path: string) => string;
}
const references = new Map<string, Reference>();

/** Creates a project in which all named plugins are added one after the other, without a merge. */
async function added(...names: readonly string[]): Promise<Reference> {
  const key = names.toSorted().join(' ');
  const known = references.get(key);
  if (known !== undefined) return known;
  const life = await newLife();
  await life.add(names.map(examplePlugin));
  const shared = ['server/generated/routes.ts', 'server/generated/openapi.ts', 'server/app.ts'];
  const texts = new Map(shared.map((path) => [path, read(life, path)]));
  const reference = { bytes: bytes(life), text: (path: string) => texts.get(path) ?? '' };
  references.set(key, reference);
  return reference;
}

test('two branches that each add a plugin: sync generates both without a prompt', async () => {
  const project = await newBranches();
  await project.on('one', () => project.add([examplePlugin('guestbook')]));
  await project.on('two', () => project.add([examplePlugin('page-views')]));
  const conflicts = project.merge('one');
  expect(conflicts).toEqual(
    expect.arrayContaining([
      '.genlock/baseline.json',
      'genlock.json',
      'genlock.lock.json',
      'server/generated/routes.ts',
    ]),
  );
  const result = await project.sync();
  expect(result).toMatchObject({ status: 'changed', plan: { conflicts: [] } });
  const united = ['genlock.json', 'genlock.lock.json', '.genlock/baseline.json'];
  expect(result.repaired).toEqual(expect.arrayContaining(united.map((file) => ({ file, how: 'united' }))));
  expect(result.steps.map(({ command }) => command)).toContain('git add --all genlock.json genlock.lock.json .genlock');
  expect(bytes(project)).toEqual((await added('guestbook', 'page-views')).bytes);
  expect(await project.sync()).toMatchObject({ status: 'unchanged', steps: [] });
});

test('the records have no lines in a diff', async () => {
  const project = await newBranches();
  await project.on('one', () => project.add([examplePlugin('guestbook')]));
  const linesOf = (...flags: readonly string[]) =>
    project
      .git('diff', ...flags, 'main', 'one', '--', '.genlock')
      .split('\n')
      .filter((line) => /^[+-](?!\+\+|--)/.test(line)).length;
  expect(linesOf()).toBe(0);
  expect(linesOf('--text')).toBeGreaterThan(10);
  const names = project.git('diff', '--name-only', 'main', 'one', '--', '.genlock/objects').split('\n');
  expect(names.length).toBeGreaterThan(3);
});

/** Plugins in a project from the start, and those either branch adds. */
interface Case {
  readonly name: string;
  readonly start: readonly string[];
  readonly one: readonly string[];
  readonly two: readonly string[];
}
const cases: readonly Case[] = [
  { name: 'far from each other', start: ['contact-form', 'legal-pages'], one: ['brand-theme'], two: ['status-page'] },
  {
    name: 'between others, so that git merges genlock.json',
    start: ['contact-form', 'legal-pages', 'status-page'],
    one: ['guestbook'],
    two: ['reports'],
  },
  { name: 'several each', start: ['page-views'], one: ['guestbook', 'reports'], two: ['feature-flags', 'status-page'] },
  { name: 'the same one', start: ['page-views'], one: ['guestbook'], two: ['guestbook'] },
  { name: 'one of them the same', start: [], one: ['guestbook', 'reports'], two: ['guestbook', 'legal-pages'] },
];

test.each(cases)('$name', async ({ start, one, two }) => {
  const project = await newBranches((life) => life.add(start.map(examplePlugin)));
  await project.on('one', () => project.add(one.map(examplePlugin)));
  await project.on('two', () => project.add(two.map(examplePlugin)));
  project.merge('one');
  const { plan } = await project.sync();
  expect(plan.conflicts).toEqual([]);
  expect(bytes(project)).toEqual((await added(...new Set([...start, ...one, ...two]))).bytes);
});

test('with the other style of markers', async () => {
  const project = await newBranches();
  project.git('config', 'merge.conflictStyle', 'diff3');
  await project.on('one', () => project.add([examplePlugin('guestbook')]));
  await project.on('two', () => project.add([examplePlugin('page-views')]));
  project.merge('one');
  expect(read(project, 'genlock.json')).toContain('|||||||');
  await project.sync();
  expect(bytes(project)).toEqual((await added('guestbook', 'page-views')).bytes);
});

test.each(['--ours', '--theirs'])('with the records of one side (%s)', async (side) => {
  const project = await newBranches();
  await project.on('one', () => project.add([examplePlugin('guestbook')]));
  await project.on('two', () => project.add([examplePlugin('page-views')]));
  project.merge('one');
  project.git('checkout', side, '--', '.genlock/baseline.json', 'genlock.lock.json');
  const lockfile = JSON.parse(read(project, 'genlock.lock.json'));
  expect(Object.keys(lockfile.plugins)).toHaveLength(2);
  const other = examplePlugin(side === '--ours' ? 'guestbook' : 'page-views');
  const { plan } = await project.add([other]);
  expect(plan.conflicts).toEqual([]);
  expect(bytes(project)).toEqual((await added('guestbook', 'page-views')).bytes);
});

test('entities and fields of both branches', async () => {
  const project = await newBranches();
  const edited = (edit: (config: { entities: { name: string; fields: object[] }[] }) => void) => async () => {
    const config = JSON.parse(read(project, 'genlock.json'));
    edit(config);
    writeFileSync(join(project.root, 'genlock.json'), `${JSON.stringify(config, null, 2)}\n`);
    await project.sync();
  };
  await project.on(
    'format',
    edited(() => undefined),
  );
  project.git('branch', '--force', 'main', 'format');
  await project.on(
    'one',
    edited(({ entities }) => {
      entities[0]?.fields.push(field('nickname'));
      entities.push({ name: 'Ticket', fields: [field('title')] });
    }),
  );
  const both = edited(({ entities }) => {
    entities[0]?.fields.push(field('motto'));
    entities.push({ name: 'Visit', fields: [field('place')] });
  });
  await project.on('two', both);
  expect(project.merge('one')).toContain('genlock.json');
  const { plan } = await project.sync();
  expect(plan.conflicts).toEqual([]);
  const { entities } = JSON.parse(read(project, 'genlock.json'));
  expect(entities.map(({ name }: { name: string }) => name)).toEqual([
    'Customer',
    'Product',
    'Order',
    'Visit',
    'Ticket',
  ]);
  const merged = bytes(project);
  const alone = await newLife(join(project.root, 'genlock.json'));
  expect(merged.filter(([path]) => !path.startsWith('.genlock') && path !== 'genlock.lock.json')).toEqual(
    bytes(alone).filter(([path]) => !path.startsWith('.genlock') && path !== 'genlock.lock.json'),
  );
});

test('keeps user edits of both branches', async () => {
  const project = await newBranches();
  const file = (path: string): string => join(project.root, path);
  const prepend = (path: string, line: string): void => writeFileSync(file(path), `${line}\n${read(project, path)}`);
  await project.on('one', async () => {
    await project.add([examplePlugin('guestbook')]);
    prepend('server/generated/routes.ts', '// one was here');
    appendFileSync(file('server/app.ts'), '// one, too\n');
  });
  await project.on('two', async () => {
    await project.add([examplePlugin('page-views')]);
    appendFileSync(file('server/generated/openapi.ts'), '// two was here\n');
    prepend('server/app.ts', '// two, too');
  });
  const conflicts = project.merge('one');
  expect(conflicts).toEqual(expect.arrayContaining(['server/generated/routes.ts', 'server/generated/openapi.ts']));
  const { plan } = await project.sync();
  expect(plan.conflicts).toEqual([]);
  const wanted = await added('guestbook', 'page-views');
  const texts = [
    ['server/generated/routes.ts', (text: string) => `// one was here\n${text}`],
    ['server/generated/openapi.ts', (text: string) => `${text}// two was here\n`],
    ['server/app.ts', (text: string) => `// two, too\n${text}// one, too\n`],
  ] as const;
  for (const [path, edit] of texts) expect(read(project, path)).toBe(edit(wanted.text(path)));
});

test('reports user lines on both sides of a marker as a conflict and changes nothing', async () => {
  const project = await newBranches();
  const path = 'server/generated/routes.ts';
  const prepend = (line: string): void => writeFileSync(join(project.root, path), `${line}\n${read(project, path)}`);
  for (const [branch, plugin] of [
    ['one', 'guestbook'],
    ['two', 'page-views'],
  ] as const) {
    await project.on(branch, async () => {
      await project.add([examplePlugin(plugin)]);
      prepend(`// ${branch} was here`);
    });
  }
  project.merge('one');
  const before = [...treeHash(project.root)];
  expect(await codesOf(project.sync())).toEqual(['PROJECT_MERGE_CONFLICT']);
  expect([...treeHash(project.root)]).toEqual(before);
  const resolved = read(project, path)
    .replace(/<<<<<<< HEAD\n(\/\/ two.*\n)=======\n(\/\/ one.*\n)>>>>>>> one\n/u, '$1$2')
    .replaceAll(/^(?:<<<<<<<|=======|>>>>>>>).*\n/gmu, '');
  writeFileSync(join(project.root, path), resolved);
  const { plan } = await project.sync();
  expect(plan.conflicts.map((conflict) => conflict.path)).toEqual([]);
  const wanted = await added('guestbook', 'page-views');
  expect(read(project, path)).toBe(`// two was here\n// one was here\n${wanted.text(path)}`);
});

test('a configuration only its author can merge is named by its line', async () => {
  const project = await newBranches((life) => life.add([examplePlugin('guestbook')]));
  const titled = (title: string) => async () => {
    const settings = JSON.stringify({ title });
    writeFileSync(
      join(project.root, 'genlock.json'),
      read(project, 'genlock.json').replace(/"settings": \{\}/u, `"settings": ${settings}`),
    );
    await project.sync();
  };
  await project.on('one', titled('One'));
  await project.on('two', titled('Two'));
  project.merge('one');
  const before = [...treeHash(project.root)];
  const line =
    read(project, 'genlock.json')
      .split('\n')
      .findIndex((text) => text.startsWith('<<<<<<<')) + 1;
  await expect(project.sync()).rejects.toMatchObject({
    problems: [
      { code: 'CONFIG_MERGE_CONFLICT', where: { file: 'genlock.json', line, key: 'plugins.guestbook.settings.title' } },
    ],
  });
  expect([...treeHash(project.root)]).toEqual(before);
  const [mine] = read(project, 'genlock.json').match(/(?<=<<<<<<< HEAD\n)[^]*?(?========)/u) ?? [''];
  writeFileSync(
    join(project.root, 'genlock.json'),
    read(project, 'genlock.json').replace(/<<<<<<<[^]*>>>>>>> one\n/u, mine),
  );
  const refused = await project.sync().then(
    () => [],
    (error: unknown) => (error instanceof GenlockError ? error.problems : []),
  );
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['PROJECT_MERGE_CONFLICT']));
  project.git('checkout', '--ours', '--', ...refused.map(({ where }) => where?.file ?? ''));
  expect((await project.sync()).plan.conflicts).toEqual([]);
  expect(read(project, 'server/generated/settings.ts')).toContain('Two');
});

test('asks when one branch removes a plugin and the other adds one, because the base is unknown', async () => {
  const project = await newBranches((life) => life.add([examplePlugin('page-views')]));
  await project.on('one', () => project.add([examplePlugin('reports')]));
  await project.on('two', () => project.remove(['page-views']));
  expect(project.merge('one')).toContain('genlock.json');
  expect(await codesOf(project.sync())).toEqual(['CONFIG_MERGE_CONFLICT']);
  // Ask git for the common base in the markers.
  project.git('checkout', '--conflict=diff3', 'genlock.json');
  expect((await project.sync()).plan.conflicts).toEqual([]);
  expect(bytes(project)).toEqual((await added('reports')).bytes);
});

test.each(['diff3', 'zdiff3'])('the first entity and the first plugin of a project (%s)', async (style) => {
  const file = join(temporaryFolder(), 'genlock.json');
  writeFileSync(file, JSON.stringify({ database: 'file', entities: [], plugins: {} }));
  const project = await newBranches(undefined, file);
  project.git('config', 'merge.conflictStyle', style);
  await project.on('one', () => project.add([examplePlugin('guestbook')]));
  await project.on('two', async () => {
    const config = JSON.parse(read(project, 'genlock.json'));
    const entities = [{ name: 'Ticket', fields: [field('title')] }];
    writeFileSync(join(project.root, 'genlock.json'), `${JSON.stringify({ ...config, entities }, null, 2)}\n`);
    await project.sync();
  });
  expect(project.merge('one')).toContain('genlock.json');
  expect((await project.sync()).plan.conflicts).toEqual([]);
  const { entities, plugins } = JSON.parse(read(project, 'genlock.json'));
  expect([entities.map(({ name }: { name: string }) => name), Object.keys(plugins)]).toEqual([
    ['Ticket'],
    ['guestbook'],
  ]);
  expect((await project.sync()).status).toBe('unchanged');
});
