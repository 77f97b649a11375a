import { expect, test, vi } from 'vitest';
import { calls, count, expiredServer, hadSession, noContent, problem } from './client-support';

/**
 * Loads the request functions of a new tab. Each tab has separate modules; tabs share the storage.
 */
async function openTab() {
  vi.resetModules();
  const { loadMessages } = await import('@/lib/i18n');
  await loadMessages();
  await import('@/lib/auth/renewal');
  return import('@/lib/api');
}

/** Adds the Web Locks API, which browsers provide on HTTPS pages. */
function withLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) =>
    (last = last.catch(() => {}).then(work));
  vi.stubGlobal('navigator', { languages: ['en'], locks: { request } });
}

const refresh = 'POST /api/auth/refresh';

test('renews the session once for many refused requests and repeats each', async () => {
  hadSession();
  expiredServer();
  const { get } = await openTab();
  await Promise.all(Array.from({ length: 20 }, () => get('/api/things')));
  expect(count(refresh)).toBe(1);
  expect(count('GET /api/things')).toBe(40);
});

test('renews the session once for two tabs', async () => {
  hadSession();
  expiredServer();
  withLocks();
  const tabs = [await openTab(), await openTab()];
  await Promise.all(tabs.map(({ get }) => get('/api/things')));
  expect(count(refresh)).toBe(1);
});

test('renews once even if a tab sees the stored time late', async () => {
  hadSession();
  expiredServer();
  withLocks();
  vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => {}, removeItem: () => {} });
  const tabs = [await openTab(), await openTab()];
  await Promise.all(tabs.map(({ get }) => get('/api/things')));
  expect(count(refresh)).toBe(1);
});

test('lets two tabs renew concurrently without locks', async () => {
  hadSession();
  expiredServer();
  vi.stubGlobal('navigator', { languages: [] });
  const tabs = [await openTab(), await openTab()];
  await Promise.all(tabs.map(({ get }) => get('/api/things')));
  expect(count(refresh)).toBe(2);
});

test('repeats no request after the session has ended', async () => {
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

test('does not repeat a failed renewal', async () => {
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

test('sends no refresh for visitors who never signed in', async () => {
  expiredServer();
  const { get } = await openTab();
  await expect(get('/api/things')).rejects.toMatchObject({ status: 401 });
  expect(count(refresh)).toBe(0);
});

test.each([429, 503])(
  'keeps the session when the server answers the renewal with status %i',
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

test('ignores a 401 with another code', async () => {
  hadSession();
  vi.stubGlobal('fetch', async () => problem(401, 'invalid_credentials'));
  const { send } = await openTab();
  await expect(send('POST', '/api/auth/login', {})).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

test('requests tokens in cookies only', async () => {
  hadSession();
  expiredServer();
  const { get } = await openTab();
  await get('/api/things');
  expect(calls.map(({ headers }) => headers.get('x-token-delivery'))).toEqual(
    calls.map(() => 'cookie'),
  );
});
