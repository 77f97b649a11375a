import { expect, test, vi } from 'vitest';
import { layout } from '../../server/mails/layout';
import { mailTo } from './mail-support';
import { useAuthApi } from './support';

// The mail of the project can have another subject and other languages.
vi.mock('../../server/mails/password-reset', () => ({
  passwordReset: () =>
    layout({ en: { subject: 'English', text: '' }, de: { subject: 'German', text: '' } }),
}));

const { send, register } = useAuthApi();

test.each([
  ['de', 'German'],
  ['fr;q=0.9, de-AT;q=0.5', 'German'],
  ['de;q=0.5, en', 'English'],
  ['fr', 'English'],
])('writes a mail for the request with %s in %s', async (accepted, subject) => {
  const { email } = await register();
  const headers = { 'Accept-Language': accepted };
  await send('password/forgot', { body: { email }, headers });
  expect((await mailTo(email)).subject).toBe(subject);
});
