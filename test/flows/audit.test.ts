/** Tests the registry queries of `genlock audit`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditProject, type AuditRequest } from '../../src/flows/policy/audit.ts';
import { exampleArchive, publishExample } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { newOnlineLife } from '../support/online-life.ts';
import { temporaryFolder } from '../support/temporary.ts';

let registry: FakeRegistry;
let life: Life;
let online: How;

beforeEach(async () => {
  ({ registry, life, online } = await newOnlineLife());
  publishExample(registry, 'guestbook', { dependencies: { 'date-fns': '^4.1.0' } });
  await life.add(['guestbook'], online);
});

afterEach(() => registry[Symbol.asyncDispose]());

const audit = async (request: Partial<AuditRequest> = {}) => {
  const { passed, advisories } = await auditProject(
    { cwd: life.root, offline: false, level: 'low', ...request },
    { ...quietPorts, ...online },
  );
  return { passed, ...advisories };
};
const path = '/-/npm/v1/security/advisories/bulk';
const asked = () => registry.received.filter((request) => request.path === path).length;
const fault = (severity: string) => ({ id: 1, title: 'Open to all', severity, vulnerable_versions: '*' });
const says = (answer: object) => registry.answer(path, (_, response) => json(response, answer));
const installed = (version: string) =>
  writeFileSync(
    join(life.root, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/date-fns': { version } } }),
  );

test('fails for a known vulnerability of a plugin at or above the given severity', async () => {
  installed('4.1.0');
  says({ guestbook: [fault('moderate')] });
  expect(await audit()).toMatchObject({
    passed: false,
    checked: true,
    faults: [{ kind: 'plugin', name: 'guestbook', version: '1.0.0', severity: 'moderate' }],
    unchecked: [],
  });
  const levels = ['info', 'low', 'moderate', 'high', 'critical', 'none'] as const;
  const passed = await Promise.all(levels.map(async (level) => (await audit({ level })).passed));
  expect(passed).toEqual([false, false, false, true, true, true]);
  says({ guestbook: [fault('info')] });
  expect(await audit()).toMatchObject({ passed: true, faults: [{}] });
});

test('looks up the installed version of a plugin, even if a hand-merged lockfile names another version', async () => {
  const file = join(life.root, 'genlock.lock.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "1\.0\.0"/u, '"version": "2.0.0"'));
  says({ guestbook: [{ ...fault('high'), vulnerable_versions: '<2' }] });
  expect(JSON.parse(readFileSync(file, 'utf8')).plugins.guestbook.version).toBe('2.0.0');
  expect(await audit()).toMatchObject({ passed: false, faults: [{ name: 'guestbook', version: '1.0.0' }] });
});

test('a package it brought is looked up in the version that is installed, if that is known', async () => {
  says({ 'date-fns': [{ ...fault('critical'), vulnerable_versions: '<4.1.2' }] });
  expect(await audit()).toMatchObject({
    passed: true,
    checked: false,
    unchecked: [{ names: ['date-fns'], reason: expect.stringContaining('package-lock.json') }],
  });
  installed('4.1.0');
  expect(await audit()).toMatchObject({ passed: false, checked: true, faults: [{ kind: 'package' }] });
  installed('4.1.2');
  expect(await audit()).toMatchObject({ passed: true, checked: true, faults: [] });
  writeFileSync(join(life.root, 'package-lock.json'), '<<<<<<<');
  expect(await audit()).toMatchObject({ passed: true, checked: false });
});

test('queries no registry offline, and names registries without advisories', async () => {
  installed('4.1.0');
  says({ guestbook: [fault('high')] });
  expect(await audit({ offline: true })).toMatchObject({
    passed: true,
    checked: false,
    faults: [],
    unchecked: [{ names: ['guestbook', 'date-fns'], reason: 'no registry was queried' }],
  });
  expect(asked()).toBe(0);
  registry.answer(path, (_, response) => json(response, {}, 404));
  const { host } = new URL(registry.url);
  expect(await audit()).toMatchObject({
    passed: true,
    checked: false,
    unchecked: [
      { names: ['guestbook'], reason: `${host} has no advisories` },
      { names: ['date-fns'], reason: `${host} has no advisories` },
    ],
  });
});

test('queries only the mirror for plugins, and the npm registry for packages', async () => {
  await using mirror = await fakeRegistry();
  installed('4.1.0');
  mirror.answer(path, (_, response) => json(response, { guestbook: [fault('low')] }));
  says({ 'date-fns': [fault('low')] });
  const policy = join(temporaryFolder(), 'policy.json');
  const rules = { version: 1, registries: { mirror: { mode: 'only', url: mirror.url } } };
  writeFileSync(policy, JSON.stringify(rules));
  online = { ...online, env: { ...online.env, GENLOCK_POLICY: policy } };
  expect(await audit()).toMatchObject({ checked: true, faults: [{ name: 'date-fns' }, { name: 'guestbook' }] });
  expect([asked(), mirror.received.map((request) => request.path).toSorted()]).toEqual([1, [path, '/guestbook']]);
});

test('does not query a registry that is no longer allowed', async () => {
  writeFileSync(
    join(life.root, 'genlock.policy.json'),
    JSON.stringify({ version: 1, registries: { deny: [registry.url] } }),
  );
  says({});
  expect(await audit()).toMatchObject({
    passed: false,
    checked: false,
    unchecked: [{ names: ['date-fns'] }, { names: ['guestbook'] }],
  });
  expect(asked()).toBe(0);
});

/** Changes of the release, and whether the audit passes. */
const releases = async (request: Partial<AuditRequest> = {}) => {
  const ports = { ...quietPorts, ...online };
  const { passed, releases: report } = await auditProject(
    { cwd: life.root, offline: false, level: 'low', ...request },
    ports,
  );
  return { passed, ...report };
};

test('lists releases that were deprecated, replaced or unpublished since they were installed', async () => {
  expect(await releases()).toEqual({ passed: true, checked: true, changed: [], unchecked: [] });
  const dependencies = { 'date-fns': '^4.1.0' };
  const release = { name: 'guestbook', version: '1.0.0', registry: registry.url };
  publishExample(registry, 'guestbook', { dependencies, manifest: { deprecated: 'use chat' } });
  const deprecated = [{ ...release, state: 'deprecated', message: 'use chat' }];
  expect(await releases()).toMatchObject({ passed: true, checked: true, changed: deprecated });
  publishExample(registry, 'guestbook', { dependencies, note: 'other bytes' });
  expect(await releases()).toMatchObject({ passed: false, changed: [{ ...release, state: 'replaced' }] });
  registry.answer('/guestbook', (_, response) =>
    json(response, { name: 'guestbook', 'dist-tags': {}, versions: {}, time: {} }),
  );
  expect(await releases()).toMatchObject({ passed: false, changed: [{ ...release, state: 'unpublished' }] });
  registry.answer('/guestbook', (_, response) => json(response, { error: 'not found' }, 404));
  expect(await releases()).toMatchObject({
    passed: false,
    changed: [{ ...release, state: 'unpublished', message: expect.stringContaining('does not have guestbook') }],
  });
});

test('a registry that does not respond, and --offline, are no evidence of a change', async () => {
  registry.answer('/guestbook', (_, response) => json(response, {}, 403));
  const unchecked = [{ names: ['guestbook'], reason: expect.stringContaining('denied access') }];
  expect(await releases()).toMatchObject({ passed: true, checked: false, changed: [], unchecked });
  const asked = registry.received.length;
  expect(await releases({ offline: true })).toMatchObject({ passed: true, checked: false, changed: [] });
  expect(registry.received).toHaveLength(asked);
});

const archive = (note?: string) =>
  exampleArchive('guestbook', { dependencies: { 'date-fns': '^4.1.0' }, ...(note !== undefined && { note }) });

test('names the mirror that was queried', async () => {
  const folder = temporaryFolder();
  const policy = join(temporaryFolder(), 'policy.json');
  writeFileSync(policy, JSON.stringify({ version: 1, registries: { mirror: { mode: 'only', path: folder } } }));
  online = { ...online, env: { ...online.env, GENLOCK_POLICY: policy } };
  expect(await releases()).toMatchObject({ passed: false, changed: [{ state: 'unpublished', mirror: folder }] });
  mkdirSync(join(folder, 'guestbook'));
  writeFileSync(join(folder, 'guestbook/guestbook-1.0.0.tgz'), archive('other bytes'));
  expect(await releases()).toMatchObject({ passed: false, changed: [{ state: 'replaced', mirror: folder }] });
  writeFileSync(join(folder, 'guestbook/guestbook-1.0.0.tgz'), archive());
  expect(await releases()).toMatchObject({ passed: true, changed: [] });
});
