import { afterEach, expect, test, vi } from 'vitest';
import { aroundRequests, getPage, nextLink, ProblemError, send } from '@/lib/api';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['</api/orders?cursor=a>; rel="next"', '/api/orders?cursor=a'],
  ['</api/orders>; rel="first", </api/orders?cursor=b>; rel="next"', '/api/orders?cursor=b'],
  ['</api/orders>; rel="prev"', undefined],
  [null, undefined],
])('finds the next page in %s', (header, next) => {
  expect(nextLink(header)).toBe(next);
});

test('reads a page of a list', async () => {
  const headers = { link: '</api/orders?cursor=a>; rel="next"' };
  vi.stubGlobal('fetch', async () => Response.json([{ id: '1' }], { headers }));
  expect(await getPage('/api/orders')).toEqual({
    items: [{ id: '1' }],
    next: '/api/orders?cursor=a',
  });
});

test('throws a ProblemError when the server refuses a request', async () => {
  const problem = {
    title: 'Conflict',
    code: 'unique',
    errors: [{ pointer: '/a', detail: 'taken' }],
  };
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: 409 }));
  const refused = await send('POST', '/api/orders', {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ProblemError);
  expect(refused).toMatchObject({ status: 409, code: 'unique', errors: problem.errors });
});

test('reports an error page of a proxy in the language of the user', async () => {
  const page = { status: 502, statusText: 'Bad Gateway' };
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', page));
  const message = 'The server answered with status 502.';
  await expect(getPage('/api/orders')).rejects.toMatchObject({ status: 502, message });
});

test('throws a ProblemError when the server is unreachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(getPage('/api/orders')).rejects.toMatchObject({ name: 'ProblemError', status: 0 });
});

test.each([
  ['a value', { id: 1n }, 'application/json', '{"id":"1"}'],
  ['a file', new Blob(['text'], { type: 'text/html' }), 'application/octet-stream', undefined],
  ['a form', new FormData(), null, undefined],
])('sends %s with its type', async (_kind, body, type, text) => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init);
    return Response.json({});
  });
  await send('POST', '/api/files', body);
  const [init] = sent;
  expect(new Headers(init?.headers).get('content-type')).toBe(type);
  expect(init?.body).toBe(text ?? body);
});

test('reports the retry delay', async () => {
  const headers = { 'retry-after': '30' };
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 429, headers }));
  await expect(getPage('/api/orders')).rejects.toMatchObject({ status: 429, retryAfter: 30 });
});

test('sends the language that the user selected', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init);
    return Response.json([]);
  });
  await getPage('/api/orders');
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  await getPage('/api/orders');
  const languages = sent.map(({ headers }) => new Headers(headers).get('Accept-Language'));
  expect(languages).toEqual([null, 'en']);
});

test('lets wrappers add to every request', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init);
    return Response.json([]);
  });
  aroundRequests(
    (inner) => (path, init) => inner(path, { ...init, headers: { 'x-from': 'test' } }),
  );
  await getPage('/api/orders');
  expect(sent).toEqual([expect.objectContaining({ headers: { 'x-from': 'test' } })]);
});
