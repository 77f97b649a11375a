import { expect, test } from 'vitest';
import type { CacheInfoResult } from '../../../src/flows/registry/cache.ts';
import type { PublishResult } from '../../../src/flows/author/publish.ts';
import type { InfoResult } from '../../../src/flows/registry/search.ts';
import { cacheClearedView, cacheInfoView, cacheVerifiedView } from '../../../src/ui/cache.ts';
import { publicationView, publishView } from '../../../src/ui/publish.ts';
import { deprecatedView, infoView, searchView } from '../../../src/ui/search.ts';
import { loginView, logoutView, whoamiView } from '../../../src/ui/session.ts';
import type { Screen } from '../../../src/ui/terminal.ts';
import { onPage } from './page.ts';

const registry = 'https://plugins.acme.example/';
const other = 'https://npm.partner.example/';
const integrity = `sha512-${'A'.repeat(86)}==`;
const hostile = 'a\u001B[2J\u202Eb\nc';

const publication: PublishResult = {
  status: 'planned',
  plugin: { name: '@acme/chat', version: '1.2.0', folder: '/home/ada/chat' },
  registry,
  tag: 'latest',
  access: 'public',
  provenance: true,
  stage: false,
  files: [
    { path: 'generator.js', bytes: 614 },
    { path: 'manifest.json', bytes: 2048 },
    { path: 'templates/express/client/pages/chat/index.tsx', bytes: 3_400_000 },
  ],
  archive: { bytes: 1_200_000, unpacked: 3_402_662, integrity },
  warnings: ['chat: README.md is missing, so users see no description'],
};
const info: InfoResult = {
  name: '@acme/chat',
  version: '1.2.0',
  registry,
  integrity,
  publishedAt: '2026-05-01T10:00:00.000Z',
  publisher: 'ada',
  tests: { state: 'current', laws: 8, cases: 12, genlock: '0.1.0' },
  trust: {
    signatures: 'verified',
    provenance: {
      issuer: 'https://token.actions.githubusercontent.com',
      subject: 'https://github.com/acme/chat/.github/workflows/release.yml@refs/tags/v1.2.0',
    },
  },
};
const relations = { requires: ['@acme/users', 'auth-jwt'], provides: 'mail', extends: 'auth' } as const;
const bundled: InfoResult = {
  name: 'auth-jwt',
  version: '0.1.0',
  integrity: 'sha512-QUJD',
  provides: 'auth',
  tests: { state: 'current', laws: 8, cases: 12, genlock: '0.1.0' },
};

const bare: InfoResult = {
  name: 'chat',
  version: '1.0.0',
  registry,
  integrity,
  deprecated: hostile,
  tests: { state: 'unknown', reason: hostile },
  trust: { signatures: 'absent', provenance: 'absent' },
};
const found = [
  {
    name: '@acme/chat',
    version: '1.2.0',
    registry,
    description: 'Rooms, messages and who is typing, for everybody who is signed in.',
    publisher: 'ada',
  },
  { name: 'evil', version: '1.0.0', registry, description: hostile },
];
const cache: CacheInfoResult = { folder: '/home/ada/.cache/genlock', entries: 12, bytes: 3_400_000, most: 268_435_456 };
const session = { registry, user: 'ada', file: '/home/ada/.npmrc' };

test.each<[name: string, view: (screen: Screen) => string]>([
  ['publish-preview', (screen) => publicationView(publication, screen)],
  [
    'publish-staged-preview',
    (screen) =>
      publicationView(
        {
          ...publication,
          files: [],
          stage: true,
          tests: 'npm run test',
          report: { laws: 8, cases: 12, genlock: '0.1.0' },
        },
        screen,
      ),
  ],
  [
    'publish-staged',
    (screen) => publishView({ ...publication, status: 'staged', stage: true, stageId: '0b6f5a0e-0001' }, screen),
  ],
  ['publish-done', (screen) => publishView({ ...publication, status: 'published' }, screen)],
  ['plugin-info', (screen) => infoView(info, screen)],
  ['plugin-info-relations', (screen) => infoView({ ...info, ...relations }, screen)],
  ['plugin-info-bundled', (screen) => infoView(bundled, screen)],
  ['plugin-info-bare', (screen) => infoView(bare, screen)],
  ['plugin-search', (screen) => searchView({ registries: [{ registry }], plugins: found }, screen)],
  ['plugin-search-none', (screen) => searchView({ registries: [{ registry }], plugins: [] }, screen)],
  [
    'plugin-search-mirror',
    (screen) => searchView({ registries: [{ registry, mirror: true }], plugins: found.slice(0, 1) }, screen),
  ],
  [
    'plugin-search-some',
    (screen) =>
      searchView({ registries: [{ registry }, { registry: other, problem: hostile }], plugins: found }, screen),
  ],
  ['plugin-info-mirror', (screen) => infoView({ ...info, mirror: 'https://mirror.acme.example/npm/' }, screen)],
  [
    'deprecated',
    (screen) => deprecatedView({ name: 'chat', registry, versions: ['1.0.0', '1.1.0'], message: 'use 2' }, screen),
  ],
  ['login', (screen) => loginView(session, screen)],
  ['logout', (screen) => logoutView({ ...session, revoked: true }, screen)],
  ['logout-not-revoked', (screen) => logoutView({ ...session, revoked: false }, screen)],
  ['whoami', (screen) => whoamiView(session, screen)],
  ['whoami-unknown', (screen) => whoamiView({ registry: session.registry }, screen)],
  ['cache-info', (screen) => cacheInfoView(cache, screen)],
  ['cache-clear', (screen) => cacheClearedView({ folder: cache.folder, removed: cache }, screen)],
  ['cache-verify', (screen) => cacheVerifiedView({ ...cache, damaged: 2, freed: 1200 }, screen)],
])('%s', async (name, view) => {
  await expect(onPage(view)).toMatchFileSnapshot(`cases/${name}.txt`);
});
