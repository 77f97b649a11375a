/** Addresses and package names from untrusted sources. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pacote from 'pacote';
import { describe, expect, test, vi } from 'vitest';
import {
  fetchRelease,
  findRelease,
  parseSpec,
  readNpmSettings,
  registryUrl,
  type FoundRelease,
} from '../../../registry-client/index.ts';
import { addressProblem, isWithin } from '../../../registry-client/origins.ts';
import { requireAllowed } from '../../../registry-client/registries.ts';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { archive, codeOf, get, settingsOf } from '../../unit/registry-client/asking.ts';

/** npm treats addresses of this host as git repositories. */
const registry = 'https://gitlab.com/api/v4/packages/npm/';
const release: FoundRelease = {
  name: 'chat',
  version: '1.0.0',
  registry,
  tarball: `${registry}chat`,
  integrity: `sha512-${Buffer.alloc(64).toString('base64')}`,
  publishedAt: undefined,
  publisher: undefined,
  signatures: [],
  attestations: undefined,
  deprecated: undefined,
};

/**
 * Adds a git to the PATH that only records its calls.
 *
 * @returns The path of the record
 */
function tracedGit(): string {
  const folder = temporaryFolder();
  const trace = join(folder, 'trace');
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$@" >> '${trace}'\nexit 1\n`);
  chmodSync(join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  return trace;
}

test.each([
  'https://host.example./npm/',
  'https://host.example//npm/',
  'https://host.example/.;/npm/',
  'https://host.example/a/..;/npm/',
])('refuses %s as a registry: a list entry for host.example/npm would not match it', (address) => {
  expect(registryUrl(address)).toBeUndefined();
  // Lists are compared like this.
  expect(isWithin(new URL(address), 'https://host.example/npm/')).toBe(false);
});

test.each(['https://host.example/?', 'https://host.example/#', 'https://host.example/npm?/'])(
  'refuses %s as a registry: it is another spelling of a different registry',
  (address) => {
    expect(registryUrl(address)).toBeUndefined();
    expect(isWithin(new URL(address), 'https://host.example/')).toBe(true);
  },
);

test.each([
  ['registry.example', 'https://registry.example/'],
  ['ftp://registry.example/', 'https://registry.example/'],
  ['http://registry.example/', 'use https'],
  ['https://ada:secret@registry.example/', 'credentials'],
  ['https://registry.example/?a', '"?"'],
])('names the problem of the registry address %s', (address, problem) => {
  expect(registryUrl(address)).toBeUndefined();
  expect(addressProblem(address)).toContain(problem);
  expect(addressProblem(address)).not.toContain('secret');
});

test('an archive is always an address and never a git repository', async () => {
  const trace = tracedGit();
  const fetched = (offline: boolean, proxy?: string) =>
    codeOf(async () => {
      const settings = settingsOf(`registry=${registry}\n${proxy === undefined ? '' : `proxy=${proxy}`}`, { offline });
      await fetchRelease(release, settings);
      return 'fetched';
    });
  expect(await fetched(true)).toBe('REGISTRY_OFFLINE');
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  await fetched(false, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
  proxy.close();
  // Over the network, through the guard for every connection.
  expect(asked).toEqual(['gitlab.com:443']);
  expect(existsSync(trace)).toBe(false);
  // Control: npm itself runs git, even offline.
  await pacote.tarball(release.tarball, { cache: temporaryFolder(), offline: true }).catch(() => undefined);
  expect(existsSync(trace)).toBe(true);
  vi.unstubAllEnvs();
});

test.each(['git+ssh://host/x', 'https://host/x', 'github:a/b', 'file:x', '../x', 'x?y', '@ACME/chat', 'chat@1', ''])(
  'does not request the recorded name %j',
  async (name) => {
    const spec = { name, scope: undefined, wanted: '1.0.0', kind: 'version', registry } as const;
    const found = () => findRelease(spec, settingsOf(`registry=${registry}`, { offline: true }));
    expect(await codeOf(async () => (await found()).name)).toBe('REGISTRY_SPEC_INVALID');
  },
);

test.each(['@ACME/chat', '@acme/Chat', 'Chat', 'Chat@1'])(
  'refuses %s as a name: its scope would differ from the bound scope',
  (spec) => {
    expect(() => parseSpec(spec)).toThrow(expect.objectContaining({ code: 'REGISTRY_SPEC_INVALID' }));
  },
);

test.each(['', ' ', '_x', '-', '__proto__', 'node_modules', 'favicon.ico'])(
  'refuses %j as a name, although npm’s library reads it as a tag',
  (spec) => {
    expect(() => parseSpec(spec)).toThrow(expect.objectContaining({ code: 'REGISTRY_SPEC_INVALID' }));
  },
);

const passes = (path: string, { allowed = ['https://host.test/'], denied = [] as readonly string[] } = {}) => {
  const url = new URL(`https://host.test${path}`);
  try {
    requireAllowed(url, { npm: readNpmSettings([], {}), allowed, denied });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'REGISTRY_NOT_ALLOWED' });
    return false;
  }
};

describe('ambiguous addresses', () => {
  test.each([
    '/secret/x',
    '/%73ecret/x',
    '/secre%74/x',
    '//secret/x',
    '/%2fsecret/x',
    '/a/..%2fsecret/x',
    '/a/%2e%2e/secret/x',
    '/a/%2e%2e%2fsecret/x',
    '/a%5c..%5csecret/x',
    '/a/..;/secret/x',
    '/%2573ecret/x',
    '/@a%2f../secret/x',
    '/-/user/token/..%2f..%2f..%2fsecret/x',
    '/-/user/token/..%2f..%2f..%2fsecret',
  ])('%s does not bypass a denied address', (path) => {
    expect(passes(path, { denied: ['https://host.test/secret/'] })).toBe(false);
  });

  test.each([
    '/team-a/..%2fteam-b/x',
    '/team-a/..%5cteam-b/x',
    '/team-a/%2e%2e/team-b/x',
    '/team-a/%2e%2e%2fteam-b/x',
    '/team-a/x%2f..%2f..%2fteam-b/x',
    '/team-a/..;/team-b/x',
    '/team-a/.%2e/team-b/x',
    '/team-a//team-b/x',
    '/team-a/x%',
    '/team-a/x%00',
  ])('%s does not leave an allowed address', (path) => {
    expect(passes(path, { allowed: ['https://host.test/team-a/'] })).toBe(false);
  });

  test.each([
    '/team-a/chat',
    '/team-a/@acme%2fchat',
    '/team-a/@acme%2Fchat/1.0.0',
    '/team-a/@acme/chat/-/@acme/chat-1.0.0-rc.1+build.tgz',
    '/team-a/-/npm/v1/attestations/@acme%2fchat@1.0.0',
    '/team-a/%40acme/chat',
    '/team-a/-/user/org.couchdb.user%3Aada%20l',
    '/team-a/-/user/token/ab%2Fc%2F%2Fd%2B%25%3D',
    '/team-a/-/package/chat..x/dist-tags',
  ])('accepts the ordinary address %s', (path) => {
    expect(passes(path, { allowed: ['https://host.test/team-a/'] })).toBe(true);
  });

  test.each(['/@acme/chat', '/@acme%2fchat', '/@acme%2Fchat', '/%40acme/chat', '/%40acme%2fchat'])(
    'applies a denied scope to %s',
    (path) => {
      expect(passes(path, { denied: ['https://host.test/@acme/'] })).toBe(false);
    },
  );

  test('accepts an encoded address of the registry itself', () => {
    const allowed = ['https://host.test/projects/team%2Fchat/npm/'];
    expect(passes('/projects/team%2Fchat/npm/@acme%2fchat', { allowed })).toBe(true);
    expect(passes('/projects/team%2Fchat/npm/..%2f..%2fx', { allowed })).toBe(false);
    expect(passes('/projects/team%2Fother/npm/@acme%2fchat', { allowed })).toBe(false);
  });

  test('refuses an address with a user name and password', () => {
    const url = new URL('https://ada:secret@host.test/chat');
    const settings = { npm: readNpmSettings([], {}), allowed: ['https://host.test/'] };
    expect(() => requireAllowed(url, settings)).toThrow(expect.objectContaining({ code: 'REGISTRY_NOT_ALLOWED' }));
  });

  test.each(['chat/..%2f-/chat-1.0.0.tgz', '%63hat/-/chat-1.0.0.tgz', '/chat/-/chat-1.0.0.tgz'])(
    'refuses %s as the address of an archive or redirect',
    async (path) => {
      await using local = await fakeRegistry();
      const tarball = `${local.url}${path}`;
      local.publish({ name: 'chat', version: '1.0.0', archive: archive(), dist: { tarball } });
      local.publish({ name: 'other', version: '1.0.0', archive: archive('other') });
      local.answer('/other/-/other-1.0.0.tgz', (_, response) => response.writeHead(302, { location: tarball }).end());
      expect(await get('chat', `registry=${local.url}`)).toBe('REGISTRY_NOT_ALLOWED');
      expect(await get('other', `registry=${local.url}`)).toBe('REGISTRY_NOT_ALLOWED');
      expect(local.received.map(({ path: asked }) => asked)).toEqual(['/chat', '/other', '/other/-/other-1.0.0.tgz']);
    },
  );
});
