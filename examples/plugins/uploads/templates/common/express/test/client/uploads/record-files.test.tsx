import { fireEvent, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import RecordFiles from '@/components/uploads/RecordFiles';
import { maxMegabytes } from '@/data/uploads.json';
import { defineResource } from '@/lib/resource';
import { openPage, sent, serve } from '../support';

const resource = defineResource({
  path: '/samples',
  singular: 'Sample',
  plural: 'Samples',
  display: 'id',
});
const file = { id: '1', name: 'plan.pdf', size: 1_200_000, isRemovable: true };

function show(userId: string | null) {
  serve({
    'GET /api/admin/access': { isAllowed: false, userId },
    'GET /api/uploads': [file],
    'POST /api/uploads': {},
    'DELETE /api/uploads/1': {},
  });
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <RecordFiles resource={resource} record={{ id: 'a' }} />
    </QueryClientProvider>,
  );
}

const choose = (size: number) => {
  const chosen = new File(['x'], 'new.txt');
  Object.defineProperty(chosen, 'size', { value: size });
  fireEvent.change(screen.getByLabelText('Add file', { selector: 'input' }), {
    target: { files: [chosen] },
  });
};

test('shows the files of a record, and adds one', async () => {
  show('ann');
  const link = await screen.findByRole('link', { name: 'plan.pdf' });
  expect(link.getAttribute('href')).toBe('/api/uploads/1');
  expect(screen.getByText('1.2 MB')).toBeDefined();
  await screen.findByRole('button', { name: 'Add file' });
  choose(maxMegabytes * 1_000_000);
  expect(await sent('POST /api/uploads')).toBeUndefined();
});

test('refuses a file that is too large before it is sent', async () => {
  show('ann');
  await screen.findByRole('button', { name: 'Add file' });
  choose(maxMegabytes * 1_000_000 + 1);
  expect((await screen.findByRole('alert')).textContent).toMatch(/at most/);
});

test('deletes a file after a question', async () => {
  show('ann');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete plan.pdf' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await sent('DELETE /api/uploads/1')).toBeUndefined();
});

test('offers visitors no button to add a file', async () => {
  show(null);
  await screen.findByRole('link', { name: 'plan.pdf' });
  expect(screen.queryByRole('button', { name: 'Add file' })).toBeNull();
});

test('shows all files to administrators', async () => {
  const stored = { ...file, type: 'application/pdf', createdAt: '2026-01-31T12:00:00Z' };
  const files = [{ ...stored, path: '/samples', recordId: 'a' }];
  serve({ 'GET /api/uploads/all': { count: 1, size: file.size, files } });
  openPage('/admin/uploads');
  expect(await screen.findByText(/1 file, 1.2 MB/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Record' }).getAttribute('href')).toBe(
    '/admin/samples/a',
  );
});
