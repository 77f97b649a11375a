import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hasPage } from '@/lib/pages';
import { openPage, refusal, serve } from './support';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const navigation = () => screen.queryByRole('navigation', { name: 'Admin' });

test('hides the admin area until the server allows access', async () => {
  serve({ 'GET /api/admin': new Promise(() => {}) });
  openPage('/admin');
  await screen.findByText('Loading…');
  expect(navigation()).toBeNull();
});

test('shows the dashboard to administrators', async () => {
  serve({ 'GET /api/admin': { user: null } });
  openPage('/admin');
  await heading('Dashboard');
  expect(navigation()).not.toBeNull();
});

test('asks visitors to sign in', async () => {
  serve({ 'GET /api/admin': refusal(401) });
  openPage('/admin/settings?tab=1');
  const [place, title] = hasPage('/login')
    ? ['/login?next=%2Fadmin%2Fsettings%3Ftab%3D1', /./]
    : ['/admin/settings?tab=1', 'Please sign in'];
  await screen.findByRole('heading', { level: 1, name: title });
  expect(window.location.pathname + window.location.search).toBe(place);
  expect(navigation()).toBeNull();
});

test('refuses users without an administrator role', async () => {
  serve({ 'GET /api/admin': refusal(403) });
  openPage('/admin/settings');
  await heading('For administrators only');
  expect(navigation()).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined();
});

test('keeps the navigation if the server fails, and tries again', async () => {
  serve({ 'GET /api/admin': refusal(500) });
  openPage('/admin/settings');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(navigation()).not.toBeNull();
  serve({ 'GET /api/admin': { user: null } });
  fireEvent.click(retry);
  await heading('Settings');
});

test('explains how to open a closed admin area', async () => {
  serve({ 'GET /api/admin': refusal(403, { code: 'admin_not_configured' }) });
  openPage('/admin');
  await heading('The admin area is closed');
  expect(screen.getByText('genlock add auth-jwt')).toBeDefined();
});

test('opens the navigation of small screens and restores the focus', async () => {
  serve({});
  openPage('/admin');
  await heading('Dashboard');
  const opener = screen.getByRole('button', { name: 'Open navigation' });
  opener.focus();
  fireEvent.click(opener);
  const drawer = await screen.findByRole('dialog', { name: 'Navigation' });
  const site = within(drawer).getByRole('link', { name: 'Go to the public site' });
  expect(site.getAttribute('href')).toBe('/');
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(drawer, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('shows settings, but only whether secrets are set', async () => {
  const settings = [
    { key: 'limit', label: 'Limit', type: 'number', value: 5 },
    { key: 'open', label: 'Open', type: 'boolean', value: false },
    { key: 'motto', label: 'Motto', type: 'string', value: null },
    { key: 'token', label: 'Token', type: 'string', variable: 'SAMPLE_TOKEN', isSet: true },
    { key: 'salt', label: 'Salt', type: 'string', variable: 'SAMPLE_SALT', isSet: false },
  ];
  serve({ 'GET /api/admin/settings': [{ plugin: 'sample', settings }] });
  openPage('/admin/settings');
  await screen.findByRole('region', { name: 'sample' });
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(terms).toEqual([
    'Limitlimit',
    'Openopen',
    'Mottomotto',
    'TokenSAMPLE_TOKEN',
    'SaltSAMPLE_SALT',
  ]);
  expect(values).toEqual(['5', 'No', 'Not set', 'Set in the environment', 'Not set']);
});
