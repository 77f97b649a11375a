/** Requests from users without access, or with access to some packages only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { accountsPerMinute, requestFilter } from '../../../registry-server/request-filter.ts';
import { escaped, gatedRegistry, publication, send } from '../../support/verdaccio.ts';

test('responds the same for existing and missing packages that a user cannot see, and refuses to publish there', async () => {
  const configuration = { packages: [{ pattern: '@acme/premium-*', access: ['ada', 'bob'] }] };
  await using registry = await gatedRegistry({ users: ['ada', 'bob', 'eve'], configuration });
  const by = (user: string, request: Parameters<typeof send>[1]) =>
    send(registry.url, { token: registry.token(user), ...request });
  const publish = async (user: string, name: string) =>
    (await by(user, { method: 'PUT', path: escaped(name), body: publication(name) })).status;
  expect(await publish('ada', '@acme/premium-a')).toBe(201);
  const answers = async (user: string, name: string) => {
    const requests = [
      { method: 'PUT', path: escaped(name), body: {} },
      { method: 'PUT', path: `${escaped(name)}/-rev/1`, body: { maintainers: [{ name: user }] } },
      { method: 'PUT', path: `-/package/${escaped(name)}/dist-tags/x`, body: '"1.0.0"' },
    ];
    return Promise.all(requests.map(async (request) => (await by(user, request)).text.replaceAll(name, 'it')));
  };
  expect(await answers('eve', '@acme/premium-a')).toEqual(await answers('eve', '@acme/premium-nothing'));
  expect(await answers('bob', '@acme/premium-a')).not.toEqual(await answers('bob', '@acme/premium-nothing'));
  expect([await publish('eve', '@acme/premium-e'), await publish('bob', '@acme/premium-b')]).toEqual([403, 201]);
});

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Creates a request filter for a user who is not signed in.
 *
 * @returns A function that returns the status of a request
 */
function asked(): (method: string, url: string, headers?: object) => number {
  let status = 0;
  const behind = requestFilter(() => (status = 200), { publicUrl: undefined, identifies: () => false });
  const response = { writeHead: (code: number) => (status = code), end: () => undefined };
  return (method, url, headers = {}) => {
    const request = { method, url, headers, socket: { remoteAddress: '192.0.2.1' } };
    behind(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return status;
  };
}

const times = (count: number, ask: () => number) => Array.from({ length: count }, ask).at(-1);
const account = '/-/user/org.couchdb.user:ada';

test('limits only requests with passwords', () => {
  const ask = asked();
  const reads = ['/-/npm/v1/attestations/chat@1.0.0', '/-/npm/v1/tokens', account];
  for (const path of reads) expect(times(accountsPerMinute * 2, () => ask('GET', path))).toBe(200);
  expect(times(accountsPerMinute * 2, () => ask('POST', '/-/npm/v1/security/advisories/bulk'))).toBe(404);
  const guess = () => ask('GET', account, { authorization: 'Basic eDp5' });
  expect([times(accountsPerMinute, guess), guess(), ask('PUT', account)]).toEqual([200, 429, 429]);
});

test('a minute starts with the first attempt, not with the process', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const ask = asked();
  const guess = () => ask('PUT', account);
  vi.advanceTimersByTime(59_000);
  expect([times(accountsPerMinute, guess), guess()]).toEqual([200, 429]);
  vi.advanceTimersByTime(2000);
  expect(guess()).toBe(429);
  vi.advanceTimersByTime(59_000);
  expect(guess()).toBe(200);
});

test('a clock that is set back does not extend the limit', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const ask = asked();
  const guess = () => ask('PUT', account);
  expect([times(accountsPerMinute, guess), guess()]).toEqual([200, 429]);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(guess()).toBe(429);
  vi.advanceTimersByTime(61_000);
  expect(guess()).toBe(200);
});
