import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, serve } from '../support';

const found = { path: '/unknown', id: '1', title: 'Plan', excerpt: 'For the year' };

test('searches for the entered words', async () => {
  serve({ 'GET /api/search': [found] });
  openPage('/search');
  const field = await screen.findByRole('searchbox');
  fireEvent.change(field, { target: { value: 'plan' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  const link = await screen.findByRole('link', { name: 'Plan' });
  expect(link.getAttribute('href')).toBe('/admin/unknown/1');
  expect(window.location.search).toBe('?q=plan');
});

test('offers visitors no link to the admin area', async () => {
  serve({
    'GET /api/admin/access': { isAllowed: false, userId: null },
    'GET /api/search': [found],
  });
  openPage('/search?q=plan');
  expect(await screen.findByText('Plan')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Plan' })).toBeNull();
});

test('shows that no record was found', async () => {
  serve({ 'GET /api/search': [] });
  openPage('/search?q=plan');
  expect(await screen.findByText('No records found.')).toBeDefined();
});

test('rebuilds the index', async () => {
  serve({ 'GET /api/search/index': { entries: 1 }, 'POST /api/search/index': { entries: 2 } });
  openPage('/admin/search');
  fireEvent.click(await screen.findByRole('button', { name: 'Rebuild index' }));
  expect(await screen.findByText('The index has 2 records.')).toBeDefined();
});
