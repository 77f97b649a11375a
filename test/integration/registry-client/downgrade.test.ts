import { expect, test } from 'vitest';
import {
  findRelease,
  parseSpec,
  readNpmSettings,
  RegistryError,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { packageOf } from '../../support/archives.ts';
import { fakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { archive, get } from '../../unit/registry-client/asking.ts';

test.each<[spec: string, installed: string | undefined, result: string]>([
  ['chat', undefined, '1.1.0'],
  ['chat', '1.0.0', '1.1.0'],
  ['chat', '1.1.0', '1.1.0'],
  ['chat', '1.2.0', 'REGISTRY_DOWNGRADE'],
  ['chat', '1.2.0-rc.1', 'REGISTRY_DOWNGRADE'],
  ['chat@^1', '1.2.0', 'REGISTRY_DOWNGRADE'],
  ['chat@old', '1.1.0', 'REGISTRY_DOWNGRADE'],
  // An explicit version may be a downgrade.
  ['chat@1.0.0', '1.2.0', '1.0.0'],
  // A range that excludes the installed version is an explicit downgrade.
  ['chat@~1.0', '1.2.0', '1.0.0'],
  ['chat@~1.2', '1.2.0', 'REGISTRY_VERSION_NOT_FOUND'],
  ['chat@1.0.0', 'not a version', '1.0.0'],
])('%s where %s is installed is %s', async (spec, installed, result) => {
  await using registry = await fakeRegistry();
  registry.publish({ name: 'chat', version: '1.0.0', archive: packageOf({ a: 'b' }), tag: 'old' });
  registry.publish({ name: 'chat', version: '1.1.0', archive: packageOf({ a: 'b' }) });
  const settings: ClientSettings = {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text: `registry=${registry.url}` }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
  };
  const found = findRelease({ ...parseSpec(spec), installed }, settings).then(
    ({ version }) => version,
    (error: unknown) => (error instanceof RegistryError ? error.code : error),
  );
  expect(await found).toBe(result);
});

test.each(['2.0.0', 7])('refuses a packument in which a version declares the version %s', async (called) => {
  await using registry = await fakeRegistry();
  registry.publish({ name: 'chat', version: '2.0.0', archive: archive('chat', '2.0.0'), time: '2026-06-01T00:00:00Z' });
  registry.publish({ name: 'chat', version: '1.0.0', archive: archive(), manifest: { version: called } });
  const aged = { freshness: () => ({ minAgeMs: 86_400_000, acceptsUnknown: false }) };
  expect(await get('chat@^1', `registry=${registry.url}`)).toBe('REGISTRY_ANSWER_INVALID');
  expect(await get('chat', `registry=${registry.url}`, aged)).toBe('REGISTRY_ANSWER_INVALID');
  // Control: the version under its real name is too recent.
  expect(await get('chat@2.0.0', `registry=${registry.url}`, aged)).toBe('REGISTRY_TOO_YOUNG');
});
