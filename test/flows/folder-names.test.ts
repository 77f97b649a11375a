import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addPlugins } from '../../src/flows/plugins/add.ts';
import { initProject, type InitRequest } from '../../src/flows/project/init.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { syncProject } from '../../src/flows/project/sync.ts';
import { examplePlugin } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

const flags = { yes: true, dryRun: false, install: false } as const;
const changePorts = { ...quietPorts, preview: () => undefined };
const init = (request: Pick<InitRequest, 'cwd' | 'root' | 'config'>) =>
  initProject({ ...request, ...flags, plugins: [] }, quietPorts);
const nameIn = (root: string, file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8')).name;

test.each([
  ['NmShop', 'nm-shop'],
  ['My Shop', 'my-shop'],
  ['Ünï', 'uni'],
  ['日本', 'app'],
])('derives the project name from the folder %j and reports it', async (folder, name) => {
  const cwd = temporaryFolder();
  const root = join(cwd, folder);
  const made = await init({ cwd, root });
  expect(made.project.name).toBe(name);
  expect(made.warnings).toEqual([expect.stringContaining(`"${name}"`)]);
  expect([nameIn(root, 'genlock.json'), nameIn(root, 'package.json')]).toEqual([name, name]);
});

test('uses the name in genlock.json in a folder whose name is not valid', async () => {
  const root = join(temporaryFolder(), 'My Shop');
  mkdirSync(root);
  writeFileSync(join(root, 'genlock.json'), '{ "name": "store" }\n');
  const made = await init({ cwd: root, root });
  expect(made).toMatchObject({ project: { name: 'store' }, warnings: [] });
  const request = { ...flags, cwd: root };
  expect(await syncProject(request, changePorts)).toMatchObject({ status: 'unchanged', warnings: [] });
  const added = await addPlugins({ ...request, plugins: [examplePlugin('guestbook')] }, changePorts);
  expect(added).toMatchObject({ status: 'changed', project: { name: 'store' } });
  expect(nameIn(root, 'package.json')).toBe('store');
});

test('derives the name on every run while genlock.json has none', async () => {
  const cwd = temporaryFolder();
  const root = join(cwd, 'NmShop');
  await init({ cwd, root });
  const text = readFileSync(join(root, 'genlock.json'), 'utf8');
  writeFileSync(join(root, 'genlock.json'), text.replace(/ *"name": "nm-shop",\n/u, ''));
  const synced = await syncProject({ ...flags, cwd: root }, changePorts);
  expect(synced).toMatchObject({ project: { name: 'nm-shop' }, warnings: [expect.stringContaining('"nm-shop"')] });
  await expect(listPlugins(root)).resolves.toBeDefined();
});

test('takes the name from --config, and keeps the current name if that file has none', async () => {
  const cwd = temporaryFolder();
  const root = join(cwd, 'My Shop');
  const config = join(cwd, 'given.json');
  writeFileSync(config, '{ "name": "store" }\n');
  expect(await init({ cwd, root, config })).toMatchObject({ project: { name: 'store' } });
  writeFileSync(config, '{ "entities": [{ "name": "Post" }] }\n');
  const again = await init({ cwd, root, config });
  expect(again).toMatchObject({ status: 'changed', project: { name: 'store' }, warnings: [] });
});
