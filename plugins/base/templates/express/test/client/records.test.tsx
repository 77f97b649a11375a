import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Cell, type Column } from '@/components/records/Cell';
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

const textColumn: Column<Note> = { field: 'text', label: 'Text' };

function openList(address: string, resource = notes, column = textColumn) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <RecordList resource={resource} columns={[column]} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('sends only known query parameters to the API', async () => {
  const asked = vi.fn<(path: string) => Promise<Response>>(async () => Response.json([]));
  vi.stubGlobal('fetch', asked);
  openList('/notes?sort=-text&text=a&utm_source=letter&cursor=wrong');
  await screen.findByText('No Notes match these filters.');
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/notes?sort=-text&text=a&limit=25']);
});

test('switches to the next page and back', async () => {
  const next = '/api/notes?cursor=next';
  const headers = { link: `<${next}>; rel="next"` };
  vi.stubGlobal('fetch', async (path: string) =>
    path === next
      ? Response.json([{ id: '2', text: 'Second' }])
      : Response.json([{ id: '1', text: 'First' }], { headers }),
  );
  openList('/notes');
  await screen.findByRole('link', { name: 'First' });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('link', { name: 'Second' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'First' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByRole('link', { name: 'First' })).toBeDefined();
});

test('links to a record with a blank name', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ id: 'c1', text: ' \u3000' }]));
  openList('/notes');
  const link = await screen.findByRole('link', { name: 'c1' });
  expect(link.getAttribute('href')).toBe('/admin/notes/c1');
});

test('names the column of record labels after the entity', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ id: 'c1', text: 'A long text' }]));
  const unnamed = defineResource<Note>({
    path: '/notes',
    singular: 'Note',
    plural: 'Notes',
    display: 'id',
    excerpt: 'text',
  });
  openList('/notes', unnamed, { field: 'id', label: 'ID' });
  await screen.findByRole('link', { name: 'A long text' });
  expect(screen.getByRole('columnheader').textContent).toBe('Note');
});

test('returns to the previous page when a page fails to load', async () => {
  const headers = { link: '</api/notes?cursor=next>; rel="next"' };
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('cursor')
      ? Response.json({ detail: 'Not a cursor of this list' }, { status: 422 })
      : Response.json([{ id: '1', text: 'First' }], { headers }),
  );
  openList('/notes');
  await screen.findByRole('link', { name: 'First' });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not a cursor of this list');
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByRole('link', { name: 'First' })).toBeDefined();
});

test('clears a filter that the server refuses', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('text=')
      ? Response.json({ detail: 'text is not a text' }, { status: 422 })
      : Response.json([{ id: '1', text: 'First' }]),
  );
  openList('/notes?text=wrong');
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Show all records' }));
  expect(await screen.findByRole('link', { name: 'First' })).toBeDefined();
});

test('sorts by a column in ascending, descending and default order', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, location.origin).searchParams.get('sort') ?? '');
    return Response.json([{ id: '1', text: 'First' }]);
  });
  openList('/notes');
  const header = () => screen.getByRole('columnheader', { name: 'Text' });
  for (const order of ['ascending', 'descending', 'none']) {
    await screen.findByRole('link', { name: 'First' });
    fireEvent.click(screen.getByRole('button', { name: 'Text' }));
    await waitFor(() => expect(header().getAttribute('aria-sort')).toBe(order));
  }
  await waitFor(() => expect(asked.slice(0, 3)).toEqual(['', 'text', '-text']));
});

test('searches for words after a pause, or at once with the Enter key', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, location.origin).searchParams.get('q') ?? '');
    return Response.json([{ id: '1', text: 'First' }]);
  });
  openList('/notes');
  const find = await screen.findByRole('searchbox', { name: 'Search Notes' });
  fireEvent.change(find, { target: { value: 'F' } });
  fireEvent.change(find, { target: { value: 'Fi ' } });
  await waitFor(() => expect(asked).toEqual(['', 'Fi']));
  fireEvent.change(find, { target: { value: 'First' } });
  fireEvent.submit(screen.getByRole('search'));
  await waitFor(() => expect(asked).toEqual(['', 'Fi', 'First']));
  expect(screen.getByRole('searchbox')).toBe(find);
});

test('shows five related records and the count of hidden records', () => {
  const linked = Array.from({ length: 8 }, (_, index) => ({ id: `n${index}`, text: `${index}` }));
  const column = { field: 'linked', label: 'Linked', relation: notes } as const;
  const { container } = render(<Cell record={{ linked }} column={column} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getAllByRole('link')).toHaveLength(5);
  expect(container.textContent).toContain('and 3 more');
});

test.each([
  ['url', 'https://example.com/a', 'https://example.com/a'],
  ['url', 'javascript:alert(1)', null],
  ['email', 'name@example.com', 'mailto:name@example.com'],
  ['email', 'name@example.com?bcc=x', null],
  ['phone', '+4930123456', 'tel:+4930123456'],
] as const)('a cell of type %s shows %s as a link to %s', (type, value, href) => {
  render(<Cell record={{ value }} column={{ field: 'value', label: 'Value', type }} />);
  const text = screen.getByText(value);
  expect(text.getAttribute('href')).toBe(href);
});

test('a page in a new tab has no access to the admin area', () => {
  const value = 'https://example.com';
  render(<Cell record={{ value }} column={{ field: 'value', label: 'Value', type: 'url' }} />);
  expect(screen.getByRole('link').getAttribute('rel')).toContain('noopener');
});

test('a cell shows all digits of a decimal and its currency', () => {
  const column = { field: 'price', label: 'Price', type: 'number', scale: 2 } as const;
  const { container, rerender } = render(<Cell record={{ price: '60.5' }} column={column} />);
  const digits = container.textContent?.replaceAll(/\D/g, '');
  expect(digits).toBe('6050');
  rerender(<Cell record={{ price: '60.5' }} column={{ ...column, currency: 'EUR' }} />);
  expect(container.textContent).toMatch(/€|EUR/);
});

test('a cell shows a day without a shift of the time zone', () => {
  const column = { field: 'day', label: 'Day', type: 'date' } as const;
  const { container } = render(<Cell record={{ day: '2026-01-31' }} column={column} />);
  expect(container.textContent).toContain('31');
});
