import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import { ownRoute } from '@/lib/own-route';
import { defineRoute, endpoint } from '../../server/lib/route';

const route = defineRoute({
  GET: endpoint({
    query: z.object({ year: z.coerce.number<number>().optional() }),
    handle: () => ({ total: 5n, at: new Date(), rows: [{ at: new Date() }] }),
  }),
  DELETE: endpoint({ handle: () => {} }),
  PUT: (_req, res) => void res.json([]),
});
const recordRoute = defineRoute({
  POST: endpoint({
    params: z.object({ id: z.string() }),
    body: z.object({ reason: z.string(), copies: z.number().default(1) }),
    handle: async () => ({ ok: true }),
  }),
});
const lineRoute = defineRoute({
  DELETE: endpoint({
    params: z.object({ id: z.string(), line: z.string() }),
    handle: () => {},
  }),
});
const reports = ownRoute<typeof route>('/reports');
const cancel = ownRoute<typeof recordRoute>('/orders/:id/cancel');

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => Response.json({ ok: true }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

/** Returns the method, URL and body of the last request. */
function request(): unknown[] {
  const [address, init] = fetched.mock.lastCall ?? [];
  return [init?.method, address, init?.body];
}

describe('a route of the project in the client', () => {
  it('sends parameters and a body', async () => {
    const result = await cancel('POST', { params: { id: 'a/b' }, body: { reason: 'late' } });
    expectTypeOf(result).toEqualTypeOf<{ ok: boolean }>();
    expect(result).toEqual({ ok: true });
    expect(request()).toEqual(['POST', '/api/orders/a%2Fb/cancel', '{"reason":"late"}']);
  });

  it('sends a query', async () => {
    await reports('GET', { query: { year: 2024 } });
    expect(request()).toEqual(['GET', '/api/reports?year=2024', undefined]);
    await reports('GET');
    expect(request()).toEqual(['GET', '/api/reports', undefined]);
  });

  it('passes the signal of an abort', async () => {
    const { signal } = new AbortController();
    await reports('GET', { signal });
    expect(fetched.mock.lastCall?.[1]?.signal).toBe(signal);
  });

  it('has the types that JSON leaves', () => {
    void (async () => {
      const result = await reports('GET');
      expectTypeOf(result).toEqualTypeOf<{ total: string; at: string; rows: { at: string }[] }>();
      expectTypeOf(await reports('PUT', { body: 1 })).toEqualTypeOf<unknown>();
      expectTypeOf(await reports('DELETE')).toEqualTypeOf<void>();
    });
    expect(fetched).not.toHaveBeenCalled();
  });

  it('checks the parameters of the path at compile time', () => {
    ownRoute<typeof lineRoute>('/orders/:id/lines/:line');
    // @ts-expect-error The parameter is missing.
    ownRoute<typeof recordRoute>('/orders/cancel');
    // @ts-expect-error One of two parameters is missing.
    ownRoute<typeof lineRoute>('/orders/:id/lines');
    // @ts-expect-error The path is not absolute.
    ownRoute<typeof route>('reports');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('checks types at compile time', () => {
    // @ts-expect-error The body is missing.
    void (() => cancel('POST', { params: { id: '1' } }));
    // @ts-expect-error The parameter is missing.
    void (() => cancel('POST', { body: { reason: 'late' } }));
    // @ts-expect-error The value has another type.
    void (() => cancel('POST', { params: { id: '1' }, body: { reason: 5 } }));
    // @ts-expect-error The endpoint has no body.
    void (() => reports('DELETE', { body: {} }));
    // @ts-expect-error The route has no such method.
    void (() => reports('PATCH'));
    // @ts-expect-error The key is misspelled.
    void (() => defineRoute({ acces: 'public', DELETE: endpoint({ handle: () => {} }) }));
    expect(fetched).not.toHaveBeenCalled();
  });
});
