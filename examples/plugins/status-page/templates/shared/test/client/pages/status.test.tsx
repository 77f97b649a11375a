import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, serve } from '../support';

test('shows failing checks', async () => {
  serve({ 'GET /api/status': { ok: false, checks: { clock: false } } });
  openPage('/status');
  expect(await screen.findByText('Something does not work')).toBeDefined();
  expect(screen.getByText('clock: failing')).toBeDefined();
});
