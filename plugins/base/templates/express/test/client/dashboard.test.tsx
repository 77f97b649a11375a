import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { WeekChart } from '@/components/admin/WeekChart';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import { lastWeeks } from '@/lib/weeks';
import './support';

interface Visit {
  id: string;
  at: string;
}

const visits = defineResource<Visit>({
  path: '/visits',
  singular: 'Visit',
  plural: 'Visits',
  display: 'id',
});

/** Mocks an API that counts these timestamps. */
function serveVisits(times: readonly Date[]) {
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, location.origin);
    const from = searchParams.get('at[gte]') ?? '';
    const to = searchParams.get('at[lt]') ?? '';
    const counted = times.filter((time) => time.toISOString() >= from && time.toISOString() < to);
    const headers = { 'x-total-count': String(counted.length) };
    return Response.json([], searchParams.get('count') === 'true' ? { headers } : {});
  });
}

function openChart() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WeekChart resource={visits} date={{ field: 'at', label: 'Visited at' }} />
    </QueryClientProvider>,
  );
}

test('counts the records of the last eight weeks', async () => {
  const starts = lastWeeks(new Date(), 8).map(({ start }) => start);
  serveVisits([...starts.slice(0, 2), ...starts.slice(1, 2), new Date()]);
  openChart();
  const table = await screen.findByRole('table', { name: 'Visits by week: Visited at' });
  const counts = within(table).getAllByRole('cell');
  expect(counts.map(({ textContent }) => textContent)).toEqual('12000001'.split(''));
});

test('reports that a chart could not be loaded, and loads it again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ title: 'Refused' }, { status: 422 }));
  openChart();
  expect(await screen.findByText('Could not be loaded.')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  serveVisits([]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeDefined();
});
