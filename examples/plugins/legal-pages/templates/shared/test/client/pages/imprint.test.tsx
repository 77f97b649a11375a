import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import legal from '@/data/legal.json';
import { openPage } from '../support';

test('shows the company that runs the site', async () => {
  openPage('/imprint');
  expect(await screen.findByText(legal.company)).toBeDefined();
});
