import { expect, test, vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { invite } from '../../server/lib/auth/link-mails';
import { db } from '../../server/lib/db';
import { HttpProblem } from '../../server/lib/problem';
import { tokenIn } from './mail-support';
import { password, useAuthApi } from './support';

// As in production without a mail plugin.
vi.mock(import('../../server/generated/mail'), async (original) => ({
  ...(await original()),
  isMailAvailable: () => false,
  requireMail: () => {
    throw new HttpProblem(503, { code: 'mail_not_configured', detail: 'No mail.' });
  },
}));

const { send, register } = useAuthApi();
const email = 'ann@example.com';

test.each([
  ['password/forgot', { email }],
  ['password/reset', { token: 'x', newPassword: password }],
  ['email/verify/resend', { email }],
])('refuses %s', async (path, body) => {
  const answer = await send(path, { body });
  expect([answer.status, answer.body.code]).toEqual([503, 'mail_not_configured']);
});

test('refuses a change of the address', async () => {
  const { headers } = await register();
  const body = { email, currentPassword: password };
  const answer = await send('email/change', { body, headers });
  expect([answer.status, answer.body.code]).toEqual([503, 'mail_not_configured']);
});

test.each([{ registration: 'private' }, { verifyEmail: 'required' }])(
  'refuses a registration that needs a mail: %o',
  async (setting) => {
    Object.assign(authConfig, setting);
    const answer = await send('register', { body: { email, password } });
    expect([answer.status, answer.body.code]).toEqual([503, 'mail_not_configured']);
    Object.assign(authConfig, { registration: 'open', verifyEmail: 'off' });
  },
);

test('does not count a link that an administrator passes on as a proof of the address', async () => {
  const data = { email: 'admin@example.com', role: 'ADMIN' } as const;
  const { id: invitedBy } = await db.user.create({ data });
  const link = await invite({ email, role: 'USER', invitedBy });
  const body = { token: tokenIn({ text: link }), password };
  expect((await send('invitations/accept', { body })).status).toBe(200);
  const { emailVerified } = await db.user.findUniqueOrThrow({
    where: { email },
    select: { emailVerified: true },
  });
  expect(emailVerified).toBeNull();
});
