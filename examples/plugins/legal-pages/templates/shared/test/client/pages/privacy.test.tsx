import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../support';

test('shows the privacy notice', async () => {
  openPage('/privacy');
  expect(await screen.findByRole('heading', { name: 'Privacy' })).toBeDefined();
});
