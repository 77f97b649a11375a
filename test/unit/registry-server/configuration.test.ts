import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fits, readRegistryConfiguration, usersOf } from '../../../registry-server/configuration.ts';
import { pathOf, writeOf } from '../../../registry-server/routes.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { codesOf } from '../../support/life.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const read = (value: unknown, flags = {}) =>
  readRegistryConfiguration(
    { written: { text: JSON.stringify(value), file: '/etc/team/registry.json' }, cwd: '/srv' },
    flags,
  );
const codes = (value: unknown, flags = {}) => codesOf(Promise.resolve().then(() => read(value, flags)));

test('is closed and local by default', () => {
  expect(readRegistryConfiguration({ cwd: '/srv' }, {})).toEqual({
    storage: '/srv/registry',
    host: '127.0.0.1',
    port: 4873,
    selfRegistration: false,
    anonymousRead: false,
    unpublish: false,
    publishers: [],
    groups: new Map(),
    packages: [],
    uplinks: new Map(),
  });
});

test('resolves the folder against the file, and flags against the current folder with priority', () => {
  expect(read({ storage: 'data', port: 1 }).storage).toBe('/etc/team/data');
  expect(read({ storage: 'data', port: 1 }, { storage: 'other', port: 2 })).toMatchObject({
    storage: '/srv/other',
    port: 2,
  });
});

test('accepts plain http for other machines only behind a TLS proxy', async () => {
  expect(await codes({ host: '0.0.0.0' })).toEqual(['REGISTRY_SERVER_INSECURE']);
  expect(await codes({ host: '127.0.0.1.evil.example' })).toEqual(['REGISTRY_SERVER_INSECURE']);
  expect(read({ host: '0.0.0.0', publicUrl: 'https://plugins.acme.example' })).toMatchObject({
    publicUrl: 'https://plugins.acme.example/',
  });
  expect(await codes({}, { host: '::', publicUrl: 'http://plugins.acme.example' })).toEqual([
    'REGISTRY_SERVER_CONFIG_INVALID',
  ]);
});

test.each([
  ['an unknown key', { selfregistration: true }],
  ['a port that is none', { port: 65_536 }],
  ['a pattern in the middle', { packages: { '@acme/*-chat': {} } }],
  ['a scope that is open', { packages: { '@*/chat': {} } }],
  ['a publisher that is no name', { publishers: ['Ada Lovelace'] }],
  ['a group of Verdaccio’s own', { packages: { chat: { access: ['$all'] } } }],
  ['an uplink over http', { uplinks: { 'http://other.example/': ['a'] } }],
])('refuses %s', async (_, value) => {
  expect(await codes(value)).toEqual(['REGISTRY_SERVER_CONFIG_INVALID']);
});

test('matches patterns and resolves groups', () => {
  expect(fits('@acme/premium-*', '@acme/premium-chat')).toBe(true);
  expect(fits('@acme/premium-*', '@acme/premium')).toBe(false);
  expect(fits('chat*', 'chat/x')).toBe(false);
  expect(fits('*', '@acme/chat')).toBe(true);
  expect(usersOf(['team', 'ada'], { groups: new Map([['team', ['ada', 'bob']]]) })).toEqual(['ada', 'bob']);
});

describe('writes', () => {
  test.each([
    ['PUT', '/chat', 'packument'],
    ['PUT', '/@acme%2fchat', 'packument'],
    ['PUT', '/@acme%2Fchat/-rev/3-abc', 'revision'],
    ['DELETE', '/@acme/chat/-/chat-1.0.0.tgz/-rev/3-abc', 'archive'],
    ['DELETE', '/chat/-rev/3-abc', 'removal'],
    ['PUT', '/-/package/@acme%2fchat/dist-tags/next', 'tag'],
    ['PUT', '/-/user/org.couchdb.user:ada', 'account'],
    ['POST', '/-/npm/v1/tokens', 'account'],
  ])('%s %s is a write: %s', (method, path, kind) => {
    expect(writeOf(method, path)?.kind).toBe(kind);
  });

  test.each([
    ['PUT', '/chat/-/chat-1.0.0.tgz/x'],
    ['PUT', '/chat/1.0.0/-tag/latest'],
    ['PUT', '/chat/latest'],
    ['PUT', '//chat'],
    ['PUT', '/chat/'],
    ['PUT', '/Chat'],
    ['PUT', '/%63hat'],
    ['PUT', '/@acme%2f..%2fchat'],
    ['PUT', '/@acme%252fchat'],
    ['PUT', '/./chat'],
    ['PUT', 'http://elsewhere/chat'],
    ['POST', '/-/package/chat/dist-tags'],
    ['POST', '/-/npm/v1/security/audits'],
    ['PATCH', '/chat'],
    ['put', '/chat'],
  ])('%s %s is not a known write', (method, path) => {
    expect(writeOf(method, pathOf(path))).toBeUndefined();
  });
});

describe('Verdaccio', () => {
  test('is found in the folder of Genlock, too', async () => {
    const { runServer } = await loadVerdaccio(temporaryFolder());
    expect(runServer).toBeTypeOf('function');
  });

  test('reports an error if it is missing or has an untested version', async () => {
    const empty = temporaryFolder();
    expect(await codesOf(loadVerdaccio(empty, empty))).toEqual(['REGISTRY_SERVER_MISSING']);
    const old = temporaryFolder();
    const folder = join(old, 'node_modules/verdaccio');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "verdaccio", "version": "5.33.0", "main": "index.js" }');
    writeFileSync(join(folder, 'index.js'), '');
    expect(await codesOf(loadVerdaccio(old, empty))).toEqual(['REGISTRY_SERVER_MISSING']);
  });
});
