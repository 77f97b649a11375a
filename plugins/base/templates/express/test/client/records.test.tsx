import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { ChoicesNote } from '@/components/fields/ChoicesNote';
import { RecordList } from '@/components/records/RecordList';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import './support';

interface Note {
  id: string;
  text: string;
}

const notes = defineResource<Note>({
  path: '/notes',
  singular: 'Note',
  plural: 'Notes',
  display: 'text',
});

function openList(address: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <RecordList resource={notes} columns={[{ field: 'text', label: 'Text' }]} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('asks the API only for what it knows', async () => {
  const asked = vi.fn<(path: string) => Promise<Response>>(async () => Response.json([]));
  vi.stubGlobal('fetch', asked);
  openList('/notes?sort=-text&utm_source=letter&cursor=wrong');
  await screen.findByText('No notes match these filters.');
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/notes?sort=-text']);
});

test('keeps the records it has when more can not be loaded', async () => {
  const headers = { link: '</api/notes?cursor=next>; rel="next"' };
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('cursor')
      ? Response.json({ detail: 'Not a cursor of this list' }, { status: 422 })
      : Response.json([{ id: '1', text: 'First' }], { headers }),
  );
  openList('/notes');
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not a cursor of this list');
  expect(screen.getByRole('link', { name: 'First' })).toBeDefined();
});

test('says so when a picker can not offer all records', () => {
  const { container, rerender } = render(
    <ChoicesNote resource={notes} count={1_000} complete={false} />,
  );
  expect(container.textContent).toContain('Only 1000 of the notes');
  rerender(<ChoicesNote resource={notes} count={3} complete />);
  expect(container.textContent).toBe('');
});
