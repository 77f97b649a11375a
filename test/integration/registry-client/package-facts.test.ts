import { afterEach, beforeEach, expect, test } from 'vitest';
import { readNpmSettings, RegistryError, type ClientSettings } from '../../../registry-client/index.ts';
import { packageFacts } from '../../../registry-client/package-facts.ts';
import { fakeRegistry, type FakeRegistry, type FakeRelease } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let registry: FakeRegistry;
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

const publish = (version: string, more: Partial<FakeRelease> = {}) =>
  registry.publish({ name: '@img/sharp', version, archive: Buffer.from(''), ...more });

function ask(range: string) {
  const settings: ClientSettings = {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text: `@img:registry=${registry.url}` }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    // Requirements for plugins do not apply here.
    freshness: () => ({ minAgeMs: Infinity, acceptsUnknown: false }),
    limits: { retries: 0 },
  };
  return packageFacts({ name: '@img/sharp', range }, settings).catch((error: unknown) => {
    if (error instanceof RegistryError) return error.code;
    throw error;
  });
}

test('uses the same version as npm', async () => {
  publish('1.1.0', { time: '2026-05-01T00:00:00.000Z' });
  publish('1.2.0', { tag: 'next' });
  publish('2.0.0-rc.1', { tag: 'rc' });
  expect(await ask('^1.0.0')).toMatchObject({ version: '1.1.0', publishedAt: new Date('2026-05-01T00:00:00Z') });
  expect(await ask('^1.2.0')).toMatchObject({ version: '1.2.0' });
  expect(await ask('*')).toMatchObject({ version: '1.1.0' });
  expect(await ask('^2.0.0')).toBe('REGISTRY_VERSION_NOT_FOUND');
});

test('ignores a missing or future publish time', async () => {
  publish('1.0.0', { time: null });
  expect(await ask('1.0.0')).toMatchObject({ publishedAt: undefined });
  publish('1.0.0', { time: '2099-01-01T00:00:00.000Z' });
  expect(await ask('1.0.0')).toMatchObject({ publishedAt: undefined });
});

test.each<readonly [boolean, FakeRelease['manifest']]>([
  [false, { scripts: { test: 'x', prepare: 'x' } }],
  [false, { hasInstallScript: false }],
  [true, { hasInstallScript: true }],
  [true, { scripts: { preinstall: 'x' } }],
  [true, { scripts: { install: 'x' } }],
  [true, { hasInstallScript: false, scripts: { postinstall: 'x' } }],
  [true, { gypfile: true }],
])('install scripts: %s of %j', async (installScripts, manifest = {}) => {
  publish('1.0.0', { manifest });
  expect(await ask('^1.0.0')).toMatchObject({ installScripts });
});
