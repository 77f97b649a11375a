import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../client/support';
import { grace, json, problem, serveWith } from './client-support';

const event = {
  id: 'e1',
  at: '2026-01-31T12:00:00.000Z',
  event: 'role_change',
  outcome: 'refused',
  actor: { id: '2', email: 'grace@example.com' },
  target: { id: 'gone', email: null },
  sessionId: 's1',
  ip: '203.0.113.7',
  userAgent: null,
  data: { role: 'ADMIN', code: 'rank_too_low' },
};

let asked: string[] = [];

beforeEach(() => {
  asked = [];
  serveWith({
    'GET /api/admin': json({ user: grace }),
    'GET /api/auth/session': json({ user: grace }),
    'GET /api/admin/audit': json([event]),
  });
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path.startsWith('/api/admin/audit')) asked.push(path);
    return answer(path, init);
  });
});

test('shows the events with their users', async () => {
  openPage('/admin/auth/audit');
  const table = await screen.findByRole('table', { name: 'Audit log' });
  const cells = within(table).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'EventRole changed',
    'OutcomeRefused',
    'Usergrace@example.com',
    'Affected usergone',
    'Detailsrole: ADMIN, code: rank_too_low203.0.113.7',
  ]);
});

test('filters by event, outcome, user and whole days', async () => {
  openPage('/admin/auth/audit');
  await screen.findByRole('table', { name: 'Audit log' });
  const set = async (label: string, value: string, expected: string) => {
    fireEvent.change(
      screen.getByRole(/User/.test(label) ? 'searchbox' : 'combobox', { name: label }),
      {
        target: { value },
      },
    );
    await waitFor(() => expect(asked.at(-1)).toContain(expected));
  };
  await set('Filter by Event', 'login', 'event=login');
  await set('Filter by Outcome', 'refused', 'outcome=refused');
  await set('User: address or id', 'ada@example.com', 'actor=ada%40example.com');
  for (const label of ['From', 'To']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: '2026-01-31' } });
  }
  await waitFor(() => expect(asked.at(-1)).toContain('to='));
  const query = new URLSearchParams(asked.at(-1)?.split('?')[1]);
  expect(query.get('from')).toBe(new Date(2026, 0, 31).toISOString());
  expect(query.get('to')).toBe(new Date(2026, 1, 1).toISOString());
  expect(query.get('event')).toBe('login');
});

test('names and filters events of other plugins', async () => {
  serveWith({
    'GET /api/admin': json({ user: grace }),
    'GET /api/auth/session': json({ user: grace }),
    'GET /api/admin/audit': json([{ ...event, event: 'badge:print' }]),
  });
  openPage('/admin/auth/audit');
  expect(await screen.findByText('Badge print', { selector: 'td *' })).toBeDefined();
  const filter = screen.getByRole('combobox', { name: 'Filter by Event' });
  expect(within(filter).getByRole('option', { name: 'Badge print' })).toHaveProperty(
    'value',
    'badge:print',
  );
});

test('reports a day that does not exist', async () => {
  serveWith({
    'GET /api/admin': json({ user: grace }),
    'GET /api/auth/session': json({ user: grace }),
    'GET /api/admin/audit': () => problem(400, 'invalid_query'),
  });
  openPage('/admin/auth/audit?from=999999-01-01');
  expect(await screen.findByText('Refused: invalid_query')).toBeDefined();
});
