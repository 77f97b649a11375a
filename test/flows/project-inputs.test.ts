/** Plugins that receive the names of entities and the capabilities of a project. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { changeEntity, type EntityAction } from '../../src/flows/project/entity.ts';
import { readLockfile } from '../../src/lockfile/lockfile.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { printJson } from '../../src/core/json.ts';
import { codesOf, listen, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let life: Life;

beforeEach(async () => {
  const config = join(temporaryFolder(), 'shop.json');
  const entities = [{ name: 'Post' }, { name: 'Author' }];
  writeFileSync(config, JSON.stringify({ name: 'shop', database: 'file', entities }));
  life = await newLife(config);
});

/** Creates a plugin that writes what its generator received into `docs/<name>.json`. */
function reader(inputs: readonly string[] | undefined, name = 'reader'): string {
  const folder = join(life.root, '..', name);
  const files = {
    'manifest.json': JSON.stringify({ name, version: '1.0.0', ...(inputs && { inputs }) }),
    'package.json': JSON.stringify({ name, version: '1.0.0', license: 'MIT' }),
    'generator.js': `import * as sdk from 'genlock/sdk';
export default async ({ entities, capabilities }) => {
  await sdk.copyTemplates({ variables: { received: JSON.stringify({ entities, capabilities }) } });
};
`,
    [`templates/docs/${name}.json`]: '{{received}}\n',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const received = (name = 'reader'): unknown => JSON.parse(readFileSync(join(life.root, `docs/${name}.json`), 'utf8'));
const locked = (name = 'reader') => readLockfile(life.root).lockfile?.plugins.get(name);
const both = ['entities', 'capabilities'];
const request = () => ({ cwd: life.root, yes: true, dryRun: false, install: false });
const change = (action: EntityAction, ports = quietPorts) => changeEntity(action, request(), ports);
const isClean = async () => {
  const { status } = await verifyProject({ cwd: life.root, strict: true, rerun: quietPorts });
  const { said, progress } = listen();
  const before = treeHash(life.root);
  await life.sync({ progress });
  return { status, said, isSame: isDeepStrictEqual(treeHash(life.root), before) };
};
const clean = { status: 'verified', said: [], isSame: true };

test('a plugin receives only what its manifest asks for', async () => {
  await life.add(['auth-jwt', reader(both), reader(undefined, 'other'), reader(['entities'], 'names')]);
  expect(received()).toEqual({ entities: ['Author', 'Post'], capabilities: ['auth'] });
  expect(received('names')).toEqual({ entities: ['Author', 'Post'] });
  expect(received('other')).toEqual({});
  expect(locked()?.received).toEqual({ entities: ['Author', 'Post'], capabilities: ['auth'] });
  expect(locked('other')).not.toHaveProperty('received');
});

test('the consent states what the plugin reads', async () => {
  const result = await life.add([reader(both)]);
  expect(result.plugins).toMatchObject([{ name: 'reader', footprint: { reads: ['capabilities', 'entities'] } }]);
});

test('changes of entities lead to a run in the same plan', async () => {
  await life.add([reader(both), reader(undefined, 'other')]);
  const { said, progress } = listen();
  await change({ kind: 'add', name: 'Tag', fields: [] }, { ...quietPorts, progress });
  expect(said).toEqual(['Running reader in the sandbox']);
  expect(received()).toEqual({ entities: ['Author', 'Post', 'Tag'], capabilities: [] });
  await change({ kind: 'rename', name: 'Post', to: 'Article' });
  expect(received()).toMatchObject({ entities: ['Article', 'Author', 'Tag'] });
  await change({ kind: 'remove', name: 'Tag' });
  expect(received()).toMatchObject({ entities: ['Article', 'Author'] });
  expect(await isClean()).toEqual(clean);
});

test('the plugins that provide capabilities lead to a run when they are added and removed', async () => {
  await life.add([reader(both)]);
  expect(received()).toMatchObject({ capabilities: [] });
  // The values in .env remain, and the user removes them.
  const files = () => [...treeHash(life.root)].filter(([path]) => path !== '.env');
  const before = files();
  await life.add(['mail-smtp'], { yes: true });
  expect(received()).toMatchObject({ capabilities: ['mail'] });
  expect(await isClean()).toEqual(clean);
  await life.remove(['mail-smtp']);
  expect(received()).toMatchObject({ capabilities: [] });
  expect(files()).toEqual(before);
});

test('the result does not depend on the order of the plugins', async () => {
  await life.add([reader(both)]);
  await life.add(['mail-smtp'], { yes: true });
  // The order in genlock.json is the order of the commands.
  const files = () => [...treeHash(life.root)].filter(([path]) => path !== 'genlock.json');
  const one = files();
  await life.remove(['reader', 'mail-smtp']);
  await life.add(['mail-smtp'], { yes: true });
  await life.add([reader(both)]);
  expect(files()).toEqual(one);
});

test('the order of the entities is not an input', async () => {
  await life.add([reader(both)]);
  const path = join(life.root, 'genlock.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, printJson({ ...config, entities: config.entities.toReversed() }));
  const { said, progress } = listen();
  await life.sync({ progress });
  expect(said).toEqual([]);
});

test('status and verify report a changed name, and sync runs the plugin', async () => {
  await life.add([reader(both)]);
  const path = join(life.root, 'genlock.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"Author"', '"Writer"'));
  expect(await projectStatus(life.root)).toMatchObject({ pending: { problem: { code: 'PROJECT_OUT_OF_SYNC' } } });
  await life.sync();
  expect(received()).toMatchObject({ entities: ['Post', 'Writer'] });
  expect(await isClean()).toEqual(clean);
});

test.each([
  [
    '"entities"',
    '"entites"',
    { code: 'CONFIG_KEY_UNKNOWN', where: { line: 1, key: 'entites' }, hint: 'Did you mean "entities"?' },
  ],
  ['"plugins": {', '"plugins": { "auth-jtw": {}', { code: 'PLUGIN_NOT_FOUND', hint: 'Did you mean "auth-jwt"?' }],
])('status shows the location and the fix: %s becomes %s', async (from, to, problem) => {
  const path = join(life.root, 'genlock.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  expect((await projectStatus(life.root)).pending.problem).toMatchObject(problem);
});

test('status names a bundled plugin that is not installed', async () => {
  const path = join(life.root, 'genlock.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"plugins": {', '"plugins": { "auth-jwt": {}'));
  const message = 'auth-jwt is in genlock.json, but is not installed';
  expect((await projectStatus(life.root)).pending.problem).toMatchObject({ code: 'PROJECT_OUT_OF_SYNC', message });
});

test('a changed record of the received data is not repeated', async () => {
  await life.add([reader(both)]);
  const path = join(life.root, 'genlock.lock.json');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"Author"', '"Forged"'));
  const { reruns } = await verifyProject({ cwd: life.root, strict: true, rerun: quietPorts });
  expect(reruns.find(({ name }) => name === 'reader')?.outcome).toBe('other-inputs');
});

test('an unknown kind of data is refused', async () => {
  expect(await codesOf(life.add([reader(['secrets'])]))).toEqual(['PLUGIN_INPUTS_INVALID']);
  expect(await codesOf(life.add([reader(['entities', 'entities'])]))).toEqual(['PLUGIN_INPUTS_INVALID']);
});
