import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { resources } from '@/generated/resources';
import { adminPath } from '@/lib/resource';
import { openPage, serve } from './support';

// Plugins can add pages with any name.
vi.mock('@/generated/menu', () => ({ menu: [] }));

const found = { id: 'found', name: 'Found' };

async function openPalette(key: KeyboardEventInit = { key: 'k', ctrlKey: true }) {
  openPage('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  fireEvent.keyDown(document.body, key);
  return screen.findByRole('combobox', { name: 'Search pages and records' });
}

function type(input: HTMLElement, value: string) {
  fireEvent.input(input, { target: { value }, inputType: 'insertText' });
}

const path = () => window.location.pathname;

test.each([
  ['Ctrl-K', { key: 'k', ctrlKey: true }],
  ['⌘K', { key: 'k', metaKey: true }],
])('opens and closes with %s', async (_, key) => {
  serve({});
  const input = await openPalette(key);
  await waitFor(() => expect(document.activeElement).toBe(input));
  fireEvent.keyDown(input, key);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('receives the keys that the user presses before it is loaded', async () => {
  serve({});
  openPage('/admin');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const keys = [{ key: 'k', ctrlKey: true }, { key: 's' }, { key: 'x' }, { key: 'Backspace' }];
  for (const key of keys) fireEvent.keyDown(document.body, key);
  const input = await screen.findByRole('combobox', { name: 'Search pages and records' });
  expect(input).toHaveProperty('value', 's');
  await waitFor(() => expect(document.activeElement).toBe(input));
  fireEvent.keyDown(input, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const next = await screen.findByRole('combobox', { name: 'Search pages and records' });
  expect(next).toHaveProperty('value', '');
});

test('opens with a button and closes with Escape', async () => {
  serve({});
  openPage('/admin');
  const button = await screen.findByRole('button', { name: 'Search' });
  button.focus();
  fireEvent.click(button);
  const input = await screen.findByRole('combobox', { name: 'Search pages and records' });
  fireEvent.keyDown(input, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(button);
});

test('opens a page with the keyboard', async () => {
  serve({ 'GET /api/admin/settings': [] });
  const input = await openPalette();
  type(input, 'SETT');
  await screen.findByRole('option', { name: /^Settings/ });
  fireEvent.keyDown(input, { key: 'Enter' });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(path()).toBe('/admin/settings');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('reports that nothing was found', async () => {
  const lists = resources.map((resource) => [`GET /api${resource.path}`, []]);
  serve(Object.fromEntries(lists));
  type(await openPalette(), 'no such page');
  expect(await screen.findByText('Nothing found.')).toBeDefined();
});

test.each(resources.filter(({ canSearch }) => canSearch))(
  'opens a record of $plural that the server finds',
  async (resource) => {
    const list = `GET /api${resource.path}`;
    serve({ [list]: [found], [`${list}/found`]: found });
    const input = await openPalette();
    const asked = vi.spyOn(globalThis, 'fetch');
    type(input, 'no such');
    type(input, 'no such page');
    const option = await screen.findByRole('option', { name: new RegExp(resource.singular) });
    const searches = asked.mock.calls.map(([address]) => String(address)).filter(isSearch);
    expect(searches).toContain(`/api${resource.path}?q=no+such+page&limit=5`);
    expect(searches.filter((address) => address.startsWith(`/api${resource.path}?`))).toHaveLength(
      1,
    );
    fireEvent.click(option);
    await waitFor(() => expect(path()).toBe(adminPath(resource, 'found')));
  },
);

function isSearch(address: string): boolean {
  return address.includes('q=');
}
