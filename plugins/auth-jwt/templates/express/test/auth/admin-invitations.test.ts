import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import * as mail from '../../server/generated/mail';
import type { Role } from '../../server/lib/auth';
import { testUser } from '../../server/lib/auth/port';
import { db } from '../../server/lib/db';
import { mailsTo } from '../support/mailbox';
import { useAuthApi } from './support';

vi.mock(import('../../server/generated/mail'), { spy: true });

const { send, register } = useAuthApi();
const path = '/api/admin/users/invitations';

type Caller = Awaited<ReturnType<typeof testUser>>;

const anyAddress = () => `${randomUUID()}@example.com`;

async function invite({ headers }: Caller, body: object) {
  const answer = await send(path, { headers, body });
  const { link } = answer.body as { link?: string };
  return { ...answer, link, outcome: answer.status === 201 ? 'ok' : answer.body.code };
}

interface Invitation {
  readonly id: string;
  readonly email: string;
}

async function open({ headers }: Caller, email: string): Promise<readonly Invitation[]> {
  const { body } = await send(path, { headers });
  return (body as unknown as readonly Invitation[]).filter((one) => one.email === email);
}

const [tooLow, denied] = ['rank_too_low', 'forbidden'];

test.each<[Role, ...string[]]>([
  ['USER', denied, denied, denied],
  ['ADMIN', 'ok', 'ok', tooLow],
  ['SUPER_ADMIN', 'ok', 'ok', 'ok'],
])(
  'accepts and revokes invitations of %s up to the role of the caller',
  async (role, ...expected) => {
    const [caller, superAdmin] = [await testUser(role), await testUser('SUPER_ADMIN')];
    const [invited, revoked]: [unknown[], unknown[]] = [[], []];
    for (const other of ['USER', 'ADMIN', 'SUPER_ADMIN'] as const) {
      const email = anyAddress();
      invited.push((await invite(caller, { email, role: other })).outcome);
      await invite(superAdmin, { email, role: other });
      const [invitation] = await open(superAdmin, email);
      const { headers } = caller;
      const answer = await send(`${path}/${invitation?.id}`, { method: 'DELETE', headers });
      revoked.push(answer.status === 204 ? 'ok' : answer.body.code);
      expect(await open(superAdmin, email)).toHaveLength(answer.status === 204 ? 0 : 1);
    }
    expect([invited, revoked]).toEqual([expected, expected]);
  },
);

test('refuses visitors', async () => {
  expect((await send(path)).status).toBe(401);
  expect((await send(path, { body: { email: anyAddress() } })).status).toBe(401);
  expect((await send(`${path}/x`, { method: 'DELETE' })).status).toBe(401);
});

test('mails the link and does not show it to the caller', async () => {
  const [caller, email] = [await testUser('ADMIN'), anyAddress()];
  const { status, link } = await invite(caller, { email: ` ${email.toUpperCase()} ` });
  expect([status, link]).toEqual([201, undefined]);
  expect((await mailsTo(email))[0]?.text).toContain('#token=');
  const { body } = await send(path, { headers: caller.headers });
  expect(JSON.stringify(body)).not.toContain('token');
});

test('shows the link once if no mail can be sent', async () => {
  const [caller, email] = [await testUser('ADMIN'), anyAddress()];
  const available = vi.mocked(mail.isMailAvailable).mockReturnValue(false);
  const { link } = await invite(caller, { email, role: 'ADMIN' });
  available.mockReset();
  const secret = link?.split('#token=')[1] ?? '';
  expect(secret.length).toBeGreaterThan(40);
  const { body } = await send(path, { headers: caller.headers });
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('does not replace the invitation of a higher role', async () => {
  const [admin, superAdmin] = [await testUser('ADMIN'), await testUser('SUPER_ADMIN')];
  const email = anyAddress();
  await invite(superAdmin, { email, role: 'SUPER_ADMIN' });
  expect((await invite(admin, { email })).outcome).toBe(tooLow);
  expect(await open(admin, email)).toMatchObject([{ role: 'SUPER_ADMIN', mayRevoke: false }]);
});

test('refuses addresses with an account, and creates no account', async () => {
  const caller = await testUser('ADMIN');
  const { email } = await register();
  expect((await invite(caller, { email })).outcome).toBe('email_taken');
  const other = anyAddress();
  await invite(caller, { email: other });
  expect(await db.user.count({ where: { email: other } })).toBe(0);
});
