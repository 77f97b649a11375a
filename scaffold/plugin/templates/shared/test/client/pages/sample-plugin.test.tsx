import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, sent, serve } from '../support';

const note = { id: 'n1', text: 'Lovely place', createdAt: '2026-01-31T12:00:00.000Z' };

test('shows the notes and leaves one', async () => {
  serve({ 'GET /api/sample-plugin': [note], 'POST /api/sample-plugin': note });
  openPage('/sample-plugin');
  expect(await screen.findByText('Lovely place')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Me too' } });
  fireEvent.click(screen.getByRole('button', { name: 'Leave a note' }));
  expect(await sent('POST /api/sample-plugin')).toEqual({ text: 'Me too' });
});
