import { expect, test } from 'vitest';
import { ownerAddedView, servedView, userAddedView, userRemovedView } from '../../../src/ui/registry.ts';
import { onPage } from './page.ts';

const storage = '/srv/plugins/registry';
const closed = {
  url: 'http://127.0.0.1:4873/',
  storage,
  selfRegistration: false,
  anonymousRead: false,
  publishers: [],
};

test.each([
  ['registry-served', { ...closed, publicUrl: closed.url }],
  [
    'registry-served-open',
    {
      ...closed,
      publicUrl: 'https://plugins.acme.example/',
      selfRegistration: true,
      anonymousRead: true,
      publishers: ['ada', 'maintainers'],
    },
  ],
])('%s', async (name, result) => {
  await expect(onPage((screen) => servedView(result, screen))).toMatchFileSnapshot(`cases/${name}.txt`);
});

test('registry-user-added', async () => {
  const shown = onPage((screen) => userAddedView({ name: 'ada', storage }, screen));
  await expect(shown).toMatchFileSnapshot('cases/registry-user-added.txt');
});

test('registry-owner-added', async () => {
  const result = { name: '@acme/chat', owner: 'bob', owners: ['ada', 'bob'], storage };
  const shown = onPage((screen) => ownerAddedView(result, screen));
  await expect(shown).toMatchFileSnapshot('cases/registry-owner-added.txt');
});

test.each([
  ['registry-user-removed', []],
  ['registry-user-removed-orphans', ['@acme/chat', 'guestbook']],
])('%s', async (name, orphaned) => {
  const shown = onPage((screen) => userRemovedView({ name: 'ada', storage, orphaned }, screen));
  await expect(shown).toMatchFileSnapshot(`cases/${name}.txt`);
});
