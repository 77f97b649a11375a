import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outdatedPlugins } from '../../src/flows/registry/outdated.ts';
import { outdatedView } from '../../src/ui/outdated.ts';
import { page } from '../../src/ui/terminal.ts';
import { repository } from '../support/cli.ts';
import { publishExample } from '../support/example-archive.ts';
import type { FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { newOnlineLife } from '../support/online-life.ts';
import { treeHash } from '../support/tree-hash.ts';

let registry: FakeRegistry;
let life: Life;
let online: How;

beforeEach(async () => {
  ({ registry, life, online } = await newOnlineLife());
});

afterEach(() => registry[Symbol.asyncDispose]());

const publish = (version: string): void => publishExample(registry, 'guestbook', { version });
const outdated = () => outdatedPlugins({ cwd: life.root }, { ...quietPorts, ...online });

test('lists the wanted and the latest version, and changes no file', async () => {
  publish('1.0.0');
  await life.add(['guestbook@~1.0', examplePlugin('page-views')], online);
  expect(await outdated()).toEqual({ plugins: [], checked: 1 });
  publish('1.0.1');
  publish('2.0.0');
  const before = treeHash(life.root);
  const result = await outdated();
  const versions = { current: '1.0.0', wanted: '1.0.1', latest: '2.0.0' };
  expect(result.plugins).toEqual([{ name: 'guestbook', ...versions, registry: registry.url }]);
  expect(outdatedView(result, page)).toContain('current 1.0.0, wanted 1.0.1, latest 2.0.0');
  expect(treeHash(life.root)).toEqual(before);
});

test('lists a plugin without a version in its range, and a plugin that a policy denies', async () => {
  publish('1.0.0');
  await life.add(['guestbook@~1.0'], online);
  const file = join(life.root, 'genlock.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('~1.0', '~7.0'));
  expect((await outdated()).plugins[0]?.problem?.code).toBe('REGISTRY_VERSION_NOT_FOUND');
  writeFileSync(file, text);
  const rules = { guestbook: { mode: 'blocked' } };
  writeFileSync(join(life.root, 'genlock.policy.json'), JSON.stringify({ version: 1, plugins: { rules } }));
  const denied = await outdated();
  expect(denied.plugins[0]?.problem?.code).toBe('POLICY_DENIED');
  expect(outdatedView(denied, page)).toContain('POLICY_DENIED');
});

test('fails if the registry does not answer', async () => {
  publish('1.0.0');
  await life.add(['guestbook'], online);
  await registry[Symbol.asyncDispose]();
  expect((await codesOf(outdated()))[0]).toMatch(/^REGISTRY_/u);
});

interface CustomManager {
  readonly managerFilePatterns: readonly string[];
  readonly matchStrings: readonly string[];
}

test('the documented configuration of Renovate finds the range of each plugin in genlock.json', async () => {
  publish('1.0.0');
  publishExample(registry, 'page-views', { version: '1.2.0' });
  await life.add(['guestbook@~1.0', 'page-views'], online);
  const docs = readFileSync(join(repository, 'docs/REGISTRIES.md'), 'utf8');
  const json = /## Renovate[^]*?```json\n([^]*?)```/u.exec(docs)?.[1] ?? '';
  const [manager] = (JSON.parse(json) as { readonly customManagers: readonly CustomManager[] }).customManagers;
  const [pattern = ''] = manager?.managerFilePatterns ?? [];
  expect('apps/shop/genlock.json').toMatch(new RegExp(pattern.slice(1, -1), 'u'));
  expect('genlock.json.md').not.toMatch(new RegExp(pattern.slice(1, -1), 'u'));
  const text = readFileSync(join(life.root, 'genlock.json'), 'utf8');
  const found = [...text.matchAll(new RegExp(manager?.matchStrings[0] ?? '', 'gu'))].map(({ groups }) => ({
    ...groups,
  }));
  expect(found).toEqual([
    { depName: 'guestbook', currentValue: '~1.0' },
    { depName: 'page-views', currentValue: '^1.2.0' },
  ]);
});
