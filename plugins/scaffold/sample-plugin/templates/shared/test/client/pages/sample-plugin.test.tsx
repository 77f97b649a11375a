import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, sent, serve } from '../support';

const path = '/api/sample-plugin';
const note = { id: 'n1', text: 'Lovely place', createdAt: '2026-01-31T12:00:00.000Z' };

test('shows the notes and leaves one', async () => {
  serve({ [`GET ${path}`]: [note], [`POST ${path}`]: note });
  openPage('/sample-plugin');
  expect(await screen.findByText(note.text)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Me too' } });
  fireEvent.click(screen.getByRole('button', { name: 'Leave a note' }));
  expect(await sent(`POST ${path}`)).toEqual({ text: 'Me too' });
});
