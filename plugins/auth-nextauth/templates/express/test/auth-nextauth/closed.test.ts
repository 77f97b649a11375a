import { expect, test, vi } from 'vitest';
import { person, refused, useBrowsers } from './support';

vi.mock(import('../../server/lib/auth-nextauth/config'), async (original) => ({
  ...(await original()),
  isLinkingAllowed: false,
  isSignupOpen: false,
}));

const browser = useBrowsers();

test('creates no user without open registration', async () => {
  expect(await browser().pass('google', { claims: person() })).toEqual(refused('signup_closed'));
});

test('connects no provider if linking is off', async () => {
  const one = browser();
  await one.register();
  const { status, body } = await one.send('signin/google', { body: { link: true } });
  expect([status, body.code]).toEqual([403, 'linking_off']);
  expect((await one.send('accounts')).body).toEqual({ accounts: [], canLink: false });
});
