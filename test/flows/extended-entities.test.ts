/** Plugins that add fields to entities of the project. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { changeEntity, type EntityAction } from '../../src/flows/project/entity.ts';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { codesOf, newLifeWith, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;
let home: string;
let how: How;

beforeEach(async () => {
  const fields = [{ name: 'title', type: 'String' }];
  ({ life, home, how } = await newLifeWith([{ name: 'Post', fields }, { name: 'Author' }]));
});

interface Extension {
  readonly name?: string;
  readonly version?: string;
  readonly entity?: string;
  readonly fields?: readonly string[];
}

/** Creates a plugin that adds String fields to the entity in its setting. */
function extension({ name = 'seo', version = '1.0.0', entity = 'Post', fields = ['slug'] }: Extension = {}): string {
  const folder = join(life.root, '..', name);
  const schema = { entity: { type: 'string', default: entity } };
  const files = {
    'manifest.json': JSON.stringify({ name, version, settings: { schema } }),
    'package.json': JSON.stringify({ name, version, license: 'MIT' }),
    'generator.js': `import * as sdk from 'genlock/sdk';
export default async ({ settings }) => {
  const fields = ${JSON.stringify(fields)}.map((name) => ({ name, type: 'String' }));
  await sdk.extendEntity({ entity: settings.entity, fields });
};
`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const change = (action: EntityAction) =>
  changeEntity(action, { cwd: life.root, yes: true, dryRun: false, install: false }, quietPorts);
const read = (path: string): string => readFileSync(join(life.root, path), 'utf8');
const files = () => [...treeHash(life.root)].filter(([path]) => path !== 'genlock.json');

test('adds fields, states them, and removes them without a trace', async () => {
  const before = treeHash(life.root);
  const result = await life.add([extension()], how);
  expect(result.plugins).toMatchObject([{ name: 'seo', footprint: { extensions: ['Post.slug String'] } }]);
  expect(read('prisma/schema/post.prisma')).toContain('slug');
  expect((await verifyProject({ cwd: life.root, strict: true, rerun: quietPorts })).status).toBe('verified');
  await life.remove(['seo'], how);
  expect(treeHash(life.root)).toEqual(before);
});

test('does not depend on the order in which two plugins are added', async () => {
  const [seo, stats] = [extension(), extension({ name: 'stats', entity: '*', fields: ['views'] })];
  await life.add([seo], how);
  await life.add([stats], how);
  const one = files();
  await life.remove(['seo', 'stats'], how);
  await life.add([stats], how);
  await life.add([seo], how);
  expect(files()).toEqual(one);
});

test('an entity that is added later has the fields for every entity, without a run', async () => {
  await life.add([extension({ entity: '*' })], how);
  await change({ kind: 'add', name: 'Tag', fields: [] });
  expect(read('prisma/schema/tag.prisma')).toContain('slug');
});

test('refuses an unknown entity and a field of the user, and changes no file', async () => {
  const before = treeHash(life.root);
  expect(await codesOf(life.add([extension({ entity: 'Page' })], how))).toEqual(['DATA_EXTENSION_ENTITY']);
  const clash = life.add([extension({ fields: ['title'] })], how);
  expect(await codesOf(clash)).toEqual(['DATA_EXTENSION_CLASH']);
  await expect(clash).rejects.toMatchObject({
    problems: [{ where: { file: 'genlock.json', line: expect.any(Number), key: 'entities[0].fields[0].name' } }],
  });
  expect(treeHash(life.root)).toEqual(before);
});

test('a renamed entity keeps its fields if the plugin adds them to every entity', async () => {
  await life.add([extension({ entity: '*' })], how);
  await change({ kind: 'rename', name: 'Post', to: 'Article' });
  expect(read('prisma/schema/article.prisma')).toContain('slug');
});

test('refuses to rename an entity that a plugin names, until its setting has the new name', async () => {
  await life.add([extension()], how);
  const before = treeHash(life.root);
  const refused = change({ kind: 'rename', name: 'Post', to: 'Article' });
  expect(await codesOf(refused)).toEqual(['DATA_EXTENSION_ENTITY']);
  await expect(refused).rejects.toMatchObject({ problems: [{ hint: expect.stringContaining('Article') }] });
  expect(treeHash(life.root)).toEqual(before);
  const config = JSON.parse(read('genlock.json'));
  config.entities[0] = { ...config.entities[0], name: 'Article', was: 'Post' };
  config.plugins.seo = { settings: { entity: 'Article' } };
  writeFileSync(join(life.root, 'genlock.json'), JSON.stringify(config));
  await life.sync({ ...how, yes: true });
  expect(read('prisma/schema/article.prisma')).toContain('slug');
});

test('an update with another field needs consent', async () => {
  await life.add([extension()], how);
  const folder = extension({ version: '1.0.1', fields: ['slug', 'summary'] });
  expect(await codesOf(life.sync(how))).toEqual(['CONSENT_NEEDED']);
  const result = await life.add([folder], { ...how, yes: true });
  expect(result.plugins).toMatchObject([{ growth: { footprint: { extensions: ['Post.summary String'] } } }]);
});

test('a policy restricts the entities', async () => {
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  const policy = { version: 1, permissions: { deny: ['extend:Post'] } };
  writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify(policy));
  expect(await codesOf(life.add([extension()], how))).toEqual(['POLICY_DENIED']);
  expect(await codesOf(life.add([extension({ entity: 'Author' })], how))).toEqual([]);
});

test('plugin validate checks the plugin in a project that has the named entity', async () => {
  const folder = extension();
  const ports = { env: {}, clock: () => new Date(0) };
  const { runs } = await validatePlugin({ cwd: folder, folder }, ports);
  expect(runs).toHaveLength(3);
  const reserved = extension({ fields: ['createdAt'] });
  const refused = validatePlugin({ cwd: reserved, folder: reserved }, ports);
  expect(new Set(await codesOf(refused))).toEqual(new Set(['JUDGE_EXTENSION_MEMBER']));
});
