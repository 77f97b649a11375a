import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../support';

test('says who runs the site', async () => {
  openPage('/imprint');
  expect(await screen.findByText({{json settings.company}})).toBeDefined();
});
