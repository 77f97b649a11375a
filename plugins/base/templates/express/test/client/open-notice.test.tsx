import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OpenNotice } from '@/components/admin/OpenNotice';
import type { Resource } from '@/lib/resource';
import './support';

const resources = vi.hoisted<Pick<Resource, 'plural' | 'isOpen'>[]>(() => []);
vi.mock('@/generated/resources', () => ({ resources }));

test('names the records that visitors can change', () => {
  resources.push({ plural: 'Notes', isOpen: true }, { plural: 'Tags', isOpen: false });
  render(<OpenNotice />);
  const { textContent } = screen.getByRole('note');
  expect(textContent).toContain('Notes');
  expect(textContent).not.toContain('Tags');
});

test('is absent if rules cover all records', () => {
  resources.length = 0;
  resources.push({ plural: 'Tags', isOpen: false });
  render(<OpenNotice />);
  expect(screen.queryByRole('note')).toBeNull();
});
