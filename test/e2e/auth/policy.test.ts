import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canary, newEmail, register } from '../../support/auth-people.ts';
import { authVariant } from '../../support/auth-project.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';
import { run } from '../../support/cli.ts';
import { pathWithoutOurs, typecheck } from '../../support/shop.ts';

const file = 'server/lib/auth/password-policy.ts';
const line = 'export const validatePassword = defaultPasswordPolicy;';

/** The project of an owner who has changed that one line. */
function withPolicy(name: string, replacement: string) {
  return () =>
    authVariant(name, (root) => {
      const path = join(root, file);
      const source = readFileSync(path, 'utf8');
      if (!source.includes(line)) throw new Error(`${file} has no such line`);
      writeFileSync(path, source.replace(line, replacement));
    });
}

describeAuth(
  'the NIST policy',
  ({ send }) => {
    const codes = async (password: string, email = newEmail()) => {
      const { status, json } = await send('POST /register', { body: { email, password } });
      return [status, ...(json.errors ?? []).map(({ code }) => code)];
    };

    test('R09 refuses common passwords, even if they are long and mixed', async () => {
      expect(await codes('Password1234567')).toEqual([422, 'password_too_common']);
      expect(await codes('password1234567')).toEqual([422, 'password_too_common']);
      expect(await codes('ｐａｓｓｗｏｒｄ1234567')).toEqual([422, 'password_too_common']);
      expect(await codes('x7Kq9mWz2pLv4t')).toEqual([422, 'password_too_short']);
      expect(await codes('a phrase of small words')).toEqual([201]);
    });

    test('R10 refuses passwords that contain the email address or the application name', async () => {
      expect(await codes('my name is wren.bird ok', 'wren.bird@example.com')).toEqual([
        422,
        'password_contains_context',
      ]);
      expect(await codes('my name is WREN.BIRD ok', ' Wren.Bird@Example.com')).toEqual([
        422,
        'password_contains_context',
      ]);
      expect(await codes('welcome to the shop now')).toEqual([422, 'password_contains_context']);
      expect(await codes('welcome to the place now')).toEqual([201]);
    });

    test('R09 the policy holds for a change of the password too, and for no login', async () => {
      const person = await register(send, { password: `${canary} of long words` });
      const change = (newPassword: string) =>
        send('PUT /password', {
          token: person.accessToken,
          body: { currentPassword: person.password, newPassword },
        });
      expect((await change('Password1234567')).json.errors?.[0]).toMatchObject({ code: 'password_too_common' });
      expect((await change('a phrase of other words')).status).toBe(204);
      expect((await send('POST /login', { body: { email: person.email, password: 'short' } })).status).toBe(401);
    });
  },
  { ...onSQLite, root: withPolicy('nist', 'export const validatePassword = nistPasswordPolicy;') },
);

const ownPolicies = [
  {
    form: 'sync',
    code: `export function validatePassword(password: string) {
  const valid = password.includes('heron');
  return { valid, error: valid ? undefined : 'Say heron.' };
}`,
  },
  {
    form: 'async',
    code: `export async function validatePassword(
  password: string,
): Promise<{ valid: boolean; error?: string }> {
  await Promise.resolve();
  return password.includes('heron') ? { valid: true } : { valid: false, error: 'Say heron.' };
}`,
  },
];

describe.each(ownPolicies)('an own $form policy with the shape of the specification', ({ form, code }) => {
  const root = withPolicy(`own-${form}`, code);

  test('R09 compiles', async () => {
    const env = { PATH: pathWithoutOurs(), CI: '1', NODE_ENV: undefined };
    expect(await run(['npm', 'run', ...typecheck.split(' ')], { cwd: await root(), env })).toMatchObject({ code: 0 });
  });

  describeAuth(
    'on a running server',
    ({ send }) => {
      test('R09 it replaces the rules, and its words reach the caller', async () => {
        const answer = await send('POST /register', { body: { email: newEmail(), password: `${canary}sparrow` } });
        expect(answer.status).toBe(422);
        expect(answer.json.errors).toMatchObject([{ pointer: '/password', detail: 'Say heron.' }]);
        expect((await send('POST /register', { body: { email: newEmail(), password: 'heron' } })).status).toBe(201);
      });
    },
    { ...onSQLite, root },
  );
});
