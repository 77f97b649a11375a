import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { menu } from '@/generated/menu';
import { hasPage } from '@/lib/pages';
import ReportsPage from '@/pages/admin/reports';
import { MemoryRouter } from 'react-router';

test('opens a page from every menu entry', () => {
  const entry = menu.find(({ id }) => id === 'reports');
  const links = [entry, ...(entry?.children ?? [])].map((one) => one?.href ?? '');
  expect(links).toHaveLength(3);
  expect(links.filter((link) => !hasPage(link))).toEqual([]);
});

test('links to the other reports from the first page', () => {
  render(<ReportsPage />, { wrapper: MemoryRouter });
  expect(screen.getAllByRole('link')).toHaveLength(2);
});
