import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, sent, serve } from '../support';

test('sends a message', async () => {
  serve({ 'POST /api/contact': {} });
  openPage('/contact');
  const message = { email: 'ann@example.com', text: 'Hello' };
  fireEvent.change(await screen.findByLabelText('Your address'), {
    target: { value: message.email },
  });
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: message.text } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await sent('POST /api/contact')).toEqual(message);
});
