import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@/lib/api';
import { collection } from '@/lib/collection';
import type * as filter from '@/lib/filters';

interface Song {
  id: string;
  title: string;
  year: number | null;
  singer?: { name: string };
}

const songs = collection<{
  record: Song;
  input: { title: string };
  patch: { title?: string };
  filter: {
    title?: filter.Text;
    year?: filter.Optional<filter.Ordered<number>>;
    'singer.name'?: filter.Text;
    tags?: filter.Link;
  };
  sort: 'title';
  include: 'singer';
}>('/songs');

const fetched = vi.fn<typeof fetch>();
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answer(body: unknown, init?: ResponseInit): void {
  fetched.mockResolvedValue(new Response(body === undefined ? null : JSON.stringify(body), init));
}

/** Returns the method, URL and body of the last request. */
function request(): unknown[] {
  const [address, init] = fetched.mock.lastCall ?? [];
  return [init?.method ?? 'GET', address, init?.body];
}

describe('a collection', () => {
  it('lists the requested records and returns the next page', async () => {
    answer([{ id: '1', title: 'One', year: null, singer: { name: 'Ann' } }], {
      headers: { Link: '</api/songs?cursor=x>; rel="next"' },
    });
    const { items, next } = await songs.list({
      limit: 10,
      sort: '-title',
      include: ['singer'],
      filters: { title: 'A & B', year: null },
    });
    expect(request()[1]).toBe('/api/songs?limit=10&sort=-title&include=singer&title=A+%26+B&year=');
    expect(items[0]?.singer.name).toBe('Ann');
    expect(next).toBe('/api/songs?cursor=x');
  });

  it('sends operators, a search and the request for the total', async () => {
    answer([], { headers: { 'X-Total-Count': '12' } });
    const { total } = await songs.list({
      q: 'blue sky',
      count: true,
      filters: {
        title: { in: ['A, B', 'C\\'], ne: 'D' },
        year: { gte: 1990, null: false },
        'singer.name': { contains: 'Ann' },
        tags: { some: '7' },
      },
    });
    const [, address] = request();
    expect([...new URL(String(address), 'http://localhost').searchParams]).toEqual([
      ['q', 'blue sky'],
      ['count', 'true'],
      ['title[in]', String.raw`A\, B,C\\`],
      ['title[ne]', 'D'],
      ['year[gte]', '1990'],
      ['year[null]', 'false'],
      ['singer.name[contains]', 'Ann'],
      ['tags[some]', '7'],
    ]);
    expect(total).toBe(12);
  });

  it('reads a record by its id', async () => {
    answer({ id: 'a/b', title: 'One', year: 1 });
    expect((await songs.get('a/b')).title).toBe('One');
    expect(request()).toEqual(['GET', '/api/songs/a%2Fb', undefined]);
  });

  it('creates, changes and removes records', async () => {
    answer({ id: '1' });
    await songs.create({ title: 'One' });
    expect(request()).toEqual(['POST', '/api/songs', '{"title":"One"}']);
    answer({ id: '1' });
    await songs.create({ title: 'One' }, { idempotencyKey: 'a' });
    expect(fetched.mock.lastCall?.[1]?.headers).toMatchObject({ 'idempotency-key': 'a' });
    answer({ id: '1' });
    await songs.update('1', { title: 'Two' });
    expect(request()).toEqual(['PATCH', '/api/songs/1', '{"title":"Two"}']);
    answer(undefined, { status: 204 });
    expect(await songs.remove('1')).toBeUndefined();
    expect(request()).toEqual(['DELETE', '/api/songs/1', undefined]);
  });

  it('changes many records in one request', async () => {
    answer({ created: [{ id: '1' }], updated: [], deleted: ['3'] });
    const { created, deleted } = await songs.bulk({
      create: [{ title: 'One' }],
      update: [{ id: '2', changes: { title: 'Two' } }],
      delete: ['3'],
    });
    expect([created[0]?.id, deleted]).toEqual(['1', ['3']]);
    const body =
      '{"create":[{"title":"One"}],"update":[{"id":"2","changes":{"title":"Two"}}],"delete":["3"]}';
    expect(request()).toEqual(['POST', '/api/songs/bulk', body]);
  });

  it('returns a list as CSV', async () => {
    fetched.mockResolvedValue(new Response('id,title\r\n'));
    const file = await songs.csv({ sort: '-title', filters: { title: 'A' }, q: 'blue' });
    expect(await file.text()).toBe('id,title\r\n');
    expect(request()[1]).toBe('/api/songs?sort=-title&q=blue&title=A');
    const headers = { accept: 'text/csv', 'accept-language': 'en-US' };
    expect(fetched.mock.lastCall?.[1]?.headers).toEqual(headers);
  });

  it('throws a ProblemError when the server refuses a request', async () => {
    answer({ status: 404, code: 'not_found', detail: 'Nothing' }, { status: 404 });
    await expect(songs.get('1')).rejects.toThrow(ProblemError);
  });

  it('checks types at compile time', () => {
    // @ts-expect-error The field is not sortable.
    void (() => songs.list({ sort: 'year' }));
    // @ts-expect-error The operator does not apply to numbers.
    void (() => songs.list({ filters: { year: { contains: '1' } } }));
    // @ts-expect-error The field always has a value.
    void (() => songs.list({ filters: { title: { null: true } } }));
    // @ts-expect-error A new record must have a title.
    void (() => songs.bulk({ create: [{}] }));
    // @ts-expect-error CSV contains all pages.
    void (() => songs.csv({ limit: 10 }));
    // @ts-expect-error The relation was not included.
    void (async () => (await songs.get('1')).singer.name);
    expect(fetched).not.toHaveBeenCalled();
  });
});
