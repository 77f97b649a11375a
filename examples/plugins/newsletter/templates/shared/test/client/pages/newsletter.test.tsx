import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, refusal, sent, serve } from '../support';

test('subscribes an address', async () => {
  serve({ 'POST /api/newsletter/subscriptions': {} });
  openPage('/newsletter');
  const email = 'ann@example.com';
  fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
  expect(await sent('POST /api/newsletter/subscriptions')).toEqual({ email });
  expect(await screen.findByText(/Open the link in the mail/)).toBeDefined();
});

test('confirms with the token of the link, and only after a click', async () => {
  serve({ 'POST /api/newsletter/confirmations': {} });
  openPage('/newsletter/confirm#token=abc.def');
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm subscription' }));
  expect(await sent('POST /api/newsletter/confirmations')).toEqual({ token: 'abc.def' });
  expect(await screen.findByText('You are subscribed.')).toBeDefined();
});

test('shows that a link is not valid', async () => {
  const detail = 'The link is not valid.';
  serve({ 'POST /api/newsletter/cancellations': refusal(400, { detail }) });
  openPage('/newsletter/unsubscribe#token=abc');
  fireEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
});

test('sends an issue', async () => {
  const answer = { subscribers: 2 };
  serve({ 'GET /api/newsletter/issues': answer, 'POST /api/newsletter/issues': answer });
  openPage('/admin/newsletter');
  fireEvent.change(await screen.findByLabelText('Subject'), { target: { value: 'News' } });
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Hello' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send to 2 subscribers' }));
  const issue = { subject: 'News', text: 'Hello' };
  expect(await sent('POST /api/newsletter/issues')).toEqual(issue);
  expect(await screen.findByText('The issue was sent to 2 subscribers.')).toBeDefined();
});
