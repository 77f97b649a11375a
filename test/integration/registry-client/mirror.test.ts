/** Requests to a mirror that replaces registries. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import npmFetch from 'npm-registry-fetch';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  fetchRelease,
  findRelease,
  parseSpec,
  resolveRelease,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import type { Mirror } from '../../../registry-client/settings.ts';
import { fakeRegistry, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { archive, codeOf, host, seenBy, settingsOf } from '../../unit/registry-client/asking.ts';

let registry: FakeRegistry;
let mirror: FakeRegistry;
beforeEach(async () => {
  [registry, mirror] = await Promise.all([fakeRegistry(), fakeRegistry()]);
});
afterEach(async () => {
  await Promise.all([registry, mirror].map((each) => each[Symbol.asyncDispose]()));
});

const at = (mode: Mirror['mode'], allowed = [mirror.url]): Mirror => ({ mode, place: { url: mirror.url, allowed } });
const publish = (to: FakeRegistry, name = 'chat', more: object = {}) =>
  to.publish({ name, version: '1.0.0', archive: archive(name), ...more });
const tokens = () => `//${host(registry)}/:_authToken=of-registry\n//${host(mirror)}/:_authToken=of-mirror`;

interface Asking extends Partial<ClientSettings> {
  readonly npmrc?: string;
}

/**
 * Fetches a package.
 *
 * @returns Name, version and registry of the package, or the error code
 */
async function got(spec: string, { npmrc = `registry=${registry.url}`, ...changes }: Asking = {}): Promise<string> {
  const settings = settingsOf(npmrc, changes);
  return codeOf(async () => {
    const { release } = await fetchRelease(await resolveRelease(parseSpec(spec), settings), settings);
    return `${release.name} ${release.version} of ${release.registry}`;
  });
}

describe('alone', () => {
  test('is requested for every name, and a package keeps the registry of its name', async () => {
    publish(mirror);
    publish(mirror, '@acme/chat');
    const npmrc = `registry=${registry.url}\n@acme:registry=${registry.url}acme/`;
    expect(await got('chat', { npmrc, mirror: at('only') })).toBe(`chat 1.0.0 of ${registry.url}`);
    expect(await got('@acme/chat', { npmrc, mirror: at('only') })).toBe(`@acme/chat 1.0.0 of ${registry.url}acme/`);
    expect(registry.received).toEqual([]);
  });

  test.each([404, 401, 500])('a %i response does not fall back to the registry', async (status) => {
    publish(registry);
    mirror.answer('/chat', (_, response) => response.writeHead(status).end('{}'));
    expect(await got('chat', { mirror: at('only') })).toMatch(/^REGISTRY_/u);
    expect(registry.received).toEqual([]);
    // Control: without the mirror, the registry has the package.
    expect(await got('chat')).toBe(`chat 1.0.0 of ${registry.url}`);
  });

  test('receives only its own token', async () => {
    publish(mirror);
    publish(mirror, '@acme/chat');
    const npmrc = `registry=${registry.url}\n${tokens()}\n//${host(registry)}/:@acme:_authToken=of-acme`;
    expect(await got('chat', { npmrc, mirror: at('only') })).toContain('chat');
    expect(await got('@acme/chat', { npmrc, mirror: at('only') })).toContain('chat');
    expect(new Set(seenBy(mirror))).toEqual(new Set(['Bearer of-mirror']));
    const bare = `registry=${registry.url}\n//${host(registry)}/:_authToken=of-registry`;
    const before = mirror.received.length;
    expect(await got('chat', { npmrc: bare, mirror: at('only') })).toContain('chat');
    expect(new Set(seenBy(mirror).slice(before))).toEqual(new Set([undefined]));
  });

  test('receives no token at another path of the registry host', async () => {
    publish(mirror);
    for (const path of ['chat', 'chat/-/chat-1.0.0.tgz']) mirror.alias(`/mirror/${path}`, `/${path}`);
    const own = { registry: `${mirror.url}npm/`, token: `//${host(mirror)}/npm/:_authToken` };
    const place = { url: `${mirror.url}mirror/`, allowed: [mirror.url] };
    const npmrc = `registry=${own.registry}\n${own.token}=canary`;
    expect(await got('chat', { npmrc, mirror: { mode: 'only', place } })).toContain('chat');
    expect(new Set(seenBy(mirror))).toEqual(new Set([undefined]));
    // Control: npm's own client sends the registry's token to the whole host.
    await npmFetch(`${place.url}chat`, { registry: own.registry, [own.token]: 'canary' });
    expect(seenBy(mirror).at(-1)).toBe('Bearer canary');
  });

  test('serves the archive, too, although the metadata names the registry', async () => {
    publish(mirror, 'chat', { dist: { tarball: `${registry.url}chat/-/chat-1.0.0.tgz` } });
    expect(await got('chat', { mirror: at('only') })).toBe(`chat 1.0.0 of ${registry.url}`);
    expect(mirror.received.map(({ path }) => path)).toEqual(['/chat', '/chat/-/chat-1.0.0.tgz']);
    publish(mirror, 'chat', { dist: { tarball: 'https://elsewhere.example/chat-1.0.0.tgz' } });
    expect(await got('chat', { mirror: at('only') })).toBe('REGISTRY_NOT_ALLOWED');
    expect(registry.received).toEqual([]);
  });

  test('cannot provide the keys of a registry, but can provide attestations', async () => {
    const signatures = [{ keyid: 'SHA256:a', sig: 'AAAA' }];
    const attestations = { url: `${registry.url}-/npm/v1/attestations/chat@1.0.0` };
    publish(mirror, 'chat', { dist: { signatures, attestations } });
    expect(await got('chat', { mirror: at('only') })).toContain('chat');
    const asked = mirror.received.map(({ path }) => path);
    expect(asked.filter((path) => path.startsWith('/-/'))).toEqual(['/-/npm/v1/attestations/chat@1.0.0']);
    expect(registry.received).toEqual([]);
  });
});

describe('before the registry', () => {
  test('is requested first, and the registry only for missing packages', async () => {
    publish(mirror);
    publish(registry);
    publish(registry, 'other');
    expect(await got('chat', { mirror: at('prefer') })).toBe(`chat 1.0.0 of ${registry.url}`);
    expect(registry.received).toEqual([]);
    expect(await got('other', { mirror: at('prefer') })).toBe(`other 1.0.0 of ${registry.url}`);
    expect(mirror.received.at(-1)?.path).toBe('/other');
  });

  test.each([401, 403, 429, 500])('a %i response does not fall back to the registry', async (status) => {
    publish(registry);
    mirror.answer('/chat', (_, response) => response.writeHead(status).end('{}'));
    expect(await got('chat', { mirror: at('prefer') })).toMatch(/^REGISTRY_(?!PACKAGE_NOT_FOUND)/u);
    await mirror[Symbol.asyncDispose]();
    expect(await got('chat', { mirror: at('prefer') })).toBe('REGISTRY_UNREACHABLE');
    expect(registry.received).toEqual([]);
  });

  test('each registry receives only its own token', async () => {
    publish(registry);
    expect(await got('chat', { npmrc: `registry=${registry.url}\n${tokens()}`, mirror: at('prefer') })).toContain(
      'chat',
    );
    expect(new Set(seenBy(mirror))).toEqual(new Set(['Bearer of-mirror']));
    expect(new Set(seenBy(registry))).toEqual(new Set(['Bearer of-registry']));
  });

  test('offline, cached packages of both are available', async () => {
    publish(mirror);
    publish(registry, 'other');
    const kept = { cache: temporaryFolder(), mirror: at('prefer') };
    for (const name of ['chat', 'other']) expect(await got(name, kept)).toContain(name);
    for (const name of ['chat', 'other']) expect(await got(name, { ...kept, offline: true })).toContain(name);
    expect(await got('third', { ...kept, offline: true })).toBe('REGISTRY_OFFLINE');
  });
});

describe('a list of allowed addresses', () => {
  test('applies to the mirror', async () => {
    publish(mirror);
    for (const mode of ['only', 'prefer'] as const)
      expect(await got('chat', { mirror: at(mode, []), allowed: [registry.url] })).toBe('REGISTRY_NOT_ALLOWED');
    expect(await got('chat', { mirror: at('only'), denied: [mirror.url] })).toBe('REGISTRY_NOT_ALLOWED');
    expect([mirror.received, registry.received]).toEqual([[], []]);
    expect(await got('chat', { mirror: at('only'), allowed: [registry.url] })).toContain('chat');
  });

  test('applies to the replaced registry', async () => {
    publish(mirror);
    expect(await got('chat', { mirror: at('only'), allowed: [mirror.url] })).toBe('REGISTRY_NOT_ALLOWED');
    expect(await got('chat', { mirror: at('only'), denied: [registry.url] })).toBe('REGISTRY_NOT_ALLOWED');
    expect(mirror.received).toEqual([]);
  });

  test('does not follow a redirect of the mirror to the registry', async () => {
    publish(registry);
    mirror.answer('/chat', (_, response) => response.writeHead(302, { location: `${registry.url}chat` }).end());
    for (const mode of ['only', 'prefer'] as const)
      expect(await got('chat', { mirror: at(mode) })).toBe('REGISTRY_NOT_ALLOWED');
    expect(await got('chat', { mirror: at('only'), redirects: 'listed' })).toBe('REGISTRY_NOT_ALLOWED');
    expect(registry.received).toEqual([]);
  });
});

describe('a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  const inFolder = (mode: Mirror['mode'] = 'only'): Asking => ({ mirror: { mode, place: { folder } } });

  function lay(path: string, name: string, version: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), archive(name, version));
  }

  const found = async (spec: string) => got(spec, inFolder());

  test('contains archives in folders with the package name', async () => {
    for (const version of ['1.0.0', '1.2.0', '2.0.0-rc.1']) lay(`chat/chat-${version}.tgz`, 'chat', version);
    lay('@acme/chat/acme-chat-3.0.0.tgz', '@acme/chat', '3.0.0');
    lay('chat/notes-9.9.9.tgz', 'chat', '9.9.9');
    lay('chat/chat-latest.tgz', 'chat', '9.9.9');
    expect(await found('chat')).toBe(`chat 1.2.0 of ${registry.url}`);
    expect(await found('chat@~1.0')).toBe(`chat 1.0.0 of ${registry.url}`);
    expect(await found('chat@2.0.0-rc.1')).toBe(`chat 2.0.0-rc.1 of ${registry.url}`);
    expect(await found('@acme/chat')).toBe(`@acme/chat 3.0.0 of ${registry.url}`);
    expect(await found('chat@9')).toBe('REGISTRY_VERSION_NOT_FOUND');
    expect(await found('chat@next')).toBe('REGISTRY_VERSION_NOT_FOUND');
    expect(await found('@acme/other')).toBe('REGISTRY_PACKAGE_NOT_FOUND');
    expect(registry.received).toEqual([]);
  });

  test('is trusted only for data that the archive contains', async () => {
    lay('chat/chat-1.0.0.tgz', 'evil', '1.0.0');
    expect(await got('chat', inFolder())).toBe('REGISTRY_ANSWER_INVALID');
    writeFileSync(join(folder, 'chat/chat-1.0.0.tgz'), 'no archive');
    expect(await got('chat', inFolder())).toBe('ARCHIVE_REFUSED');
    lay('chat/chat-1.0.0.tgz', 'chat', '1.0.0');
    const aged = { freshness: () => ({ minAgeMs: 1, acceptsUnknown: false }) };
    expect(await got('chat', { ...inFolder(), ...aged })).toBe('REGISTRY_TOO_YOUNG');
    expect(await got('chat', inFolder())).toContain('chat');
  });

  test('has a size limit, and an archive that changed after resolving is refused', async () => {
    lay('chat/chat-1.0.0.tgz', 'chat', '1.0.0');
    const settings = settingsOf(`registry=${registry.url}`, inFolder());
    const release = await resolveRelease(parseSpec('chat'), settings);
    lay('chat/chat-1.0.0.tgz', 'chat', '1.0.0-swapped');
    expect(await codeOf(async () => (await fetchRelease(release, settings)).release.name)).toBe(
      'REGISTRY_INTEGRITY_MISMATCH',
    );
    writeFileSync(join(folder, 'chat/chat-1.0.0.tgz'), Buffer.alloc(11 * 1024 * 1024));
    expect(await got('chat', inFolder())).toBe('REGISTRY_TOO_LARGE');
  });

  test('finds no package for a name that leads out of the folder', async () => {
    const settings = settingsOf(`registry=${registry.url}`, {
      mirror: { mode: 'only', place: { folder: join(folder, 'in') } },
    });
    lay('out/..-out-1.0.0.tgz', '../out', '1.0.0');
    lay('in/chat/chat-1.0.0.tgz', 'chat', '1.0.0');
    const find = (name: string) =>
      codeOf(async () => (await findRelease({ ...parseSpec('chat'), name }, settings)).name);
    expect(await find('../out')).toBe('REGISTRY_SPEC_INVALID');
    expect(await find('chat')).toBe('chat');
  });

  test('is refused as a relative path, because the current folder can be a clone', async () => {
    lay('chat/chat-1.0.0.tgz', 'chat', '1.0.0');
    const place = { folder: relative(process.cwd(), folder) };
    expect(await got('chat', { mirror: { mode: 'only', place } })).toBe('REGISTRY_UNREACHABLE');
    // Control: the absolute path is this folder.
    expect(await got('chat', { mirror: { mode: 'only', place: { folder: resolve(place.folder) } } })).toContain('chat');
  });

  test('falls back to the registry for a missing name if it is preferred, but not if the folder is missing', async () => {
    publish(registry);
    lay('other/other-1.0.0.tgz', 'other', '1.0.0');
    expect(await got('chat')).toContain('chat');
    expect(await got('chat', inFolder('prefer'))).toBe(`chat 1.0.0 of ${registry.url}`);
    const asked = registry.received.length;
    expect(await got('chat', inFolder())).toBe('REGISTRY_PACKAGE_NOT_FOUND');
    rmSync(folder, { recursive: true });
    expect(await got('chat', inFolder('prefer'))).toBe('REGISTRY_UNREACHABLE');
    expect(registry.received).toHaveLength(asked);
  });
});
