import { expect, test, vi } from 'vitest';
import { calls, count, expiredServer, hadSession, noContent, problem } from './client-support';

/** The requests of a tab: every tab has its own modules, and shares storage with the others. */
async function openTab() {
  vi.resetModules();
  await import('@/lib/auth/renewal');
  return import('@/lib/api');
}

/** What browsers have on pages that came by HTTPS. */
function withLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) =>
    (last = last.catch(() => {}).then(work));
  vi.stubGlobal('navigator', { locks: { request } });
}

const refresh = 'POST /api/auth/refresh';

test('many refused requests renew the session once, and each is sent once more', async () => {
  hadSession();
  expiredServer();
  const { get } = await openTab();
  await Promise.all(Array.from({ length: 20 }, () => get('/api/things')));
  expect(count(refresh)).toBe(1);
  expect(count('GET /api/things')).toBe(40);
});

test('two tabs renew it once', async () => {
  hadSession();
  expiredServer();
  withLocks();
  const tabs = [await openTab(), await openTab()];
  await Promise.all(tabs.map(({ get }) => get('/api/things')));
  expect(count(refresh)).toBe(1);
});

test('two tabs renew it once, even if they see late what the other stored', async () => {
  hadSession();
  expiredServer();
  withLocks();
  vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => {}, removeItem: () => {} });
  const tabs = [await openTab(), await openTab()];
  await Promise.all(tabs.map(({ get }) => get('/api/things')));
  expect(count(refresh)).toBe(1);
});

test('without locks two tabs may both renew it, and both go on', async () => {
  hadSession();
  expiredServer();
  vi.stubGlobal('navigator', {});
  const tabs = [await openTab(), await openTab()];
  await Promise.all(tabs.map(({ get }) => get('/api/things')));
  expect(count(refresh)).toBe(2);
});

test('a session that is over ends the matter: no request is sent again', async () => {
  hadSession();
  expiredServer(() => problem(401, 'invalid_refresh_token'));
  const { get } = await openTab();
  await expect(get('/api/things')).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
  await expect(get('/api/things')).rejects.toMatchObject({ status: 401 });
  expect(calls.map(({ name }) => name)).toEqual([
    'GET /api/things',
    'GET /api/auth/me',
    refresh,
    'GET /api/things',
  ]);
});

test('a renewal that brings nothing is not tried again and again', async () => {
  hadSession();
  const { get } = await openTab();
  let requests = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    requests += 1;
    return path === '/api/auth/refresh' ? noContent() : problem(401, 'invalid_token');
  });
  await expect(get('/api/things')).rejects.toMatchObject({ status: 401 });
  expect(requests).toBe(4);
});

test('a visitor who never signed in uses up no attempt', async () => {
  expiredServer();
  const { get } = await openTab();
  await expect(get('/api/things')).rejects.toMatchObject({ status: 401 });
  expect(count(refresh)).toBe(0);
});

test.each([429, 503])(
  'a server that says %i to the renewal has not ended the session',
  async (status) => {
    hadSession();
    let isBusy = true;
    expiredServer(() =>
      isBusy ? problem(status, 'busy', { headers: { 'retry-after': '7' } }) : noContent(),
    );
    const { get } = await openTab();
    await expect(get('/api/things')).rejects.toMatchObject({ status, retryAfter: 7 });
    isBusy = false;
    expect(await get('/api/things')).toBeDefined();
  },
);

test('a 401 about anything else is left alone', async () => {
  hadSession();
  vi.stubGlobal('fetch', async () => problem(401, 'invalid_credentials'));
  const { send } = await openTab();
  await expect(send('POST', '/api/auth/login', {})).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

test('tokens are asked for in cookies only', async () => {
  hadSession();
  expiredServer();
  const { get } = await openTab();
  await get('/api/things');
  expect(calls.map(({ headers }) => headers.get('x-token-delivery'))).toEqual(
    calls.map(() => 'cookie'),
  );
});
