import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../support';

test('shows the title', async () => {
  openPage('/sample-plugin');
  expect(await screen.findByRole('heading', { name: 'Sample plugin' })).toBeDefined();
});
