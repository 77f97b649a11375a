import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Call } from '../../support/auth-client.ts';
import {
  canary,
  leaksIn,
  newEmail,
  newPassword,
  problemFaults,
  register,
  type Person,
} from '../../support/auth-people.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';

const lines = [
  ...['POST /register', 'POST /login', 'POST /refresh', 'POST /logout', 'GET /me', 'GET /session'],
  ...['GET /sessions', 'DELETE /sessions', 'DELETE /sessions/x', 'PUT /password'],
] as const;

/** Keys the endpoints know, keys of every object, and any others. */
const key = fc.oneof(
  fc.constantFrom('email', 'password', 'name', 'refreshToken', 'currentPassword', 'newPassword', 'role', 'id'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', 'contains', 'not', 'equals'),
  fc.string(),
);
const secret = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `${canary}${text}`);
const value = fc.oneof(secret, fc.jsonValue(), fc.emailAddress(), fc.string({ unit: 'binary' }));
const object = fc.uniqueArray(fc.tuple(key, value), { maxLength: 8, selector: ([name]) => name }).map((pairs) => {
  const text = pairs.map(([name, held]) => `${JSON.stringify(name)}:${JSON.stringify(held)}`);
  return `{${text.join(',')}}`;
});
const body = fc.oneof(
  { weight: 6, arbitrary: object },
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** Anything HTTP lets a header hold. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const headers = fc.record(
  {
    'content-type': fc.oneof(
      fc.constantFrom('application/json', 'application/json; charset=utf-8', 'application/vnd.x+json'),
      headerText,
    ),
    authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Bearer ${text}`),
    ),
    cookie: fc.oneof(
      headerText,
      headerText.map((text) => `access_token=${text}; refresh_token=${text}`),
    ),
    origin: fc.oneof(headerText, fc.webUrl()),
    'sec-fetch-site': fc.oneof(fc.constantFrom('same-origin', 'none', 'cross-site', 'same-site'), headerText),
    'x-forwarded-for': fc.oneof(fc.ipV4(), fc.ipV6(), headerText),
    'x-token-delivery': headerText,
    'x-request-id': headerText,
    'user-agent': headerText,
    'accept-language': headerText,
    'content-encoding': fc.oneof(fc.constantFrom('gzip', 'br', 'identity', 'deflate'), headerText),
  },
  { requiredKeys: [] },
);

describeAuth(
  'anything at all',
  ({ send, server }) => {
    let person: Promise<Person> | undefined;
    const somebody = () => (person ??= register(send));
    afterAll(() => {
      person = undefined;
    });

    /** Returns the errors in the response to a malformed call, and in the state after the call. */
    async function faultsAfter(line: string, call: Call): Promise<readonly unknown[]> {
      const before = await server().database.counts();
      const answer = await send(line, call);
      const after = await server().database.counts();
      const changed = answer.status >= 400 && JSON.stringify(before) !== JSON.stringify(after);
      return [...problemFaults(answer), ...leaksIn(server().output()), ...(changed ? ['changed'] : [])];
    }

    test.for(lines)('R16, R62 any body to %s', async (line) => {
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const call = { body: text, headers: { 'content-type': 'application/json' } };
          expect(await faultsAfter(line, call)).toEqual([]);
        }),
        { numRuns: 40 },
      );
    });

    test.for(lines)('R60, R62 any headers to %s', async (line) => {
      await fc.assert(
        fc.asyncProperty(headers, object, async (given, text) => {
          expect(await faultsAfter(line, { body: text, headers: given })).toEqual([]);
        }),
        { numRuns: 40 },
      );
    });

    test('R15, G18 registration with additional keys creates an ordinary user', async () => {
      await fc.assert(
        fc.asyncProperty(fc.dictionary(key, fc.jsonValue(), { maxKeys: 6 }), async (more) => {
          const { name: _, ...rest } = more;
          const { text, status } = await send('POST /register', {
            body: { ...rest, email: newEmail(), password: newPassword() },
          });
          expect([status, JSON.parse(text).user]).toMatchObject([201, { role: 'USER', name: null }]);
        }),
        { numRuns: 30 },
      );
    });

    test('R03, R06 only the registered password signs in', async () => {
      const password = fc.string({ unit: 'grapheme', maxLength: 100 }).map((text) => `aA1${canary}${text}`);
      await fc.assert(
        fc.asyncProperty(password, fc.string({ minLength: 1, maxLength: 3 }), async (right, more) => {
          const { email } = await register(send, { password: right });
          const attempt = async (given: string) =>
            (await send('POST /login', { body: { email, password: given } })).status;
          expect(await attempt(right.normalize('NFD'))).toBe(200);
          expect(await attempt(`${right}${more}`)).toBe(401);
          expect(await attempt(right.slice(0, -1))).toBe(401);
        }),
        { numRuns: 20 },
      );
    });

    test('R35 refuses a token with any changed character', async () => {
      const { accessToken } = await somebody();
      const change = fc.tuple(fc.nat(accessToken.length - 1), fc.constantFrom(...'ABCxyz019-_.=+/ ~'.split('')));
      await fc.assert(
        fc.asyncProperty(change, async ([at, letter]) => {
          const token = `${accessToken.slice(0, at)}${letter}${accessToken.slice(at + 1)}`;
          // The last letter of a signature has bits that mean nothing, and a space at either end isn't part of a token.
          fc.pre(
            Buffer.from(token.split('.')[2] ?? '', 'base64url').compare(
              Buffer.from(accessToken.split('.')[2] ?? '', 'base64url'),
            ) !== 0 || at < accessToken.lastIndexOf('.'),
          );
          fc.pre(token !== accessToken);
          expect((await send('GET /me', { token })).status).toBe(401);
        }),
        { numRuns: 100 },
      );
    });
  },
  { ...onSQLite, env: { AUTH_RATE_LIMIT: '100000' } },
);
