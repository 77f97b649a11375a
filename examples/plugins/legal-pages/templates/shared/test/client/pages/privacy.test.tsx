import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../support';

test('has a privacy notice', async () => {
  openPage('/privacy');
  expect(await screen.findByRole('heading', { name: 'Privacy' })).toBeDefined();
});
