import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@/lib/api';
import { collection } from '@/lib/collection';

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
  filter: 'title' | 'year';
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

/** Method, address and body of the last request. */
function request(): unknown[] {
  const [address, init] = fetched.mock.lastCall ?? [];
  return [init?.method ?? 'GET', address, init?.body];
}

describe('a collection', () => {
  it('lists what is asked for, and tells where the next page is', async () => {
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

  it('reads a record by its id', async () => {
    answer({ id: 'a/b', title: 'One', year: 1 });
    expect((await songs.get('a/b')).title).toBe('One');
    expect(request()).toEqual(['GET', '/api/songs/a%2Fb', undefined]);
  });

  it('creates, changes and removes', async () => {
    answer({ id: '1' });
    await songs.create({ title: 'One' });
    expect(request()).toEqual(['POST', '/api/songs', '{"title":"One"}']);
    answer({ id: '1' });
    await songs.update('1', { title: 'Two' });
    expect(request()).toEqual(['PATCH', '/api/songs/1', '{"title":"Two"}']);
    answer(undefined, { status: 204 });
    expect(await songs.remove('1')).toBeUndefined();
    expect(request()).toEqual(['DELETE', '/api/songs/1', undefined]);
  });

  it('throws what the server refuses', async () => {
    answer({ status: 404, code: 'not_found', detail: 'Nothing' }, { status: 404 });
    await expect(songs.get('1')).rejects.toThrow(ProblemError);
  });

  it('knows its own types', () => {
    // @ts-expect-error There is no such field to sort by.
    void (() => songs.list({ sort: 'year' }));
    // @ts-expect-error Only what is asked for is there.
    void (async () => (await songs.get('1')).singer.name);
    expect(fetched).not.toHaveBeenCalled();
  });
});
