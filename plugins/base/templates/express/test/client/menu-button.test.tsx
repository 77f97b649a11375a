import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MenuButton } from '@/components/MenuButton';
import './support';

test('opens with the keyboard, runs an action and restores the focus', async () => {
  const onSelect = vi.fn<() => void>();
  const entries = [{ key: 'export', label: 'Export', onSelect }];
  render(<MenuButton entries={entries}>More</MenuButton>);
  const button = screen.getByRole('button', { name: 'More' });
  button.focus();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.keyDown(button, { key: 'ArrowDown' });
  const menu = await screen.findByRole('menu', { name: 'More' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Export' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(onSelect).toHaveBeenCalledOnce();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('stays open while choices change', async () => {
  const onCheck = vi.fn<(isChecked: boolean) => void>();
  const entries = [{ key: 'day', label: 'Day', isChecked: true, onCheck }];
  render(<MenuButton entries={entries}>Columns</MenuButton>);
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const day = await screen.findByRole('menuitemcheckbox', { name: 'Day', checked: true });
  fireEvent.click(day);
  expect(onCheck).toHaveBeenCalledWith(false);
  expect(screen.queryByRole('menu')).not.toBeNull();
});
