import { expect, test, vi } from 'vitest';

type Values = Readonly<Record<string, string>>;

/** Returns the configuration for settings of this plugin and of `auth-jwt`. */
async function configOf(own: Values, auth: Values = {}) {
  vi.resetModules();
  vi.doMock(import('../../server/generated/settings'), async (original) => {
    const module = await original();
    const jwt = { ...module.settings['auth-jwt'], ...auth };
    const chosen = { linking: 'ask', signup: 'open', providers: '', ...own };
    const settings = { ...module.settings, 'auth-jwt': jwt, 'auth-nextauth': chosen };
    return { ...module, settings: settings as typeof module.settings };
  });
  // Setting the level replaces the functions of the log.
  await import('../../server/lib/env');
  const { log } = await import('../../server/lib/log');
  const warned = vi.spyOn(log, 'warn').mockReturnValue();
  return { ...(await import('../../server/lib/auth-nextauth/config')), warned };
}

test.each([
  ['ask', true],
  ['never', false],
])('reads linking %s', async (linking, isLinkingAllowed) => {
  expect(await configOf({ linking })).toMatchObject({ isLinkingAllowed });
});

test.each([
  ['open', 'open', true],
  ['invited', 'open', false],
  ['open', 'invited', false],
])('reads signup %s with registration %s', async (signup, registration, isSignupOpen) => {
  expect(await configOf({ signup }, { registration })).toMatchObject({ isSignupOpen });
});

test('keeps the order of the setting, without providers that have no variables', async () => {
  const pairs = ['google', 'gitlab'].flatMap((id) => [
    [`${id}Id`, 'id'],
    [`${id}Secret`, 'secret'],
  ]);
  const variables = Object.fromEntries(pairs);
  const { providers, warned } = await configOf({ ...variables, providers: 'gitlab,github,google' });
  expect([...providers.keys()]).toEqual(['gitlab', 'google']);
  expect(warned).toHaveBeenCalledWith('AUTH_GITHUB_ID is missing: sign-in with GitHub is off');
});
