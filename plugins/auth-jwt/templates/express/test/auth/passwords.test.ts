import { describe, expect, test } from 'vitest';
import {
  defaultPasswordPolicy,
  nistPasswordPolicy,
  type PasswordVerdict,
} from '../../server/lib/auth/password-policy';
import { createPasswords } from '../../server/lib/auth/passwords';
import { createQueue } from '../../server/lib/auth/queue';

// A cost too low for production, for quick tests.
const passwords = createPasswords({ cost: 4 });

const codesOf = ({ violations = [] }: PasswordVerdict) => violations.map(({ code }) => code);

describe('a hash', () => {
  test('is a bcrypt hash that matches only its password', async () => {
    const hash = await passwords.hash('Password1');
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(await passwords.matches('Password1', hash)).toBe(true);
    expect(await passwords.matches('Password2', hash)).toBe(false);
  });

  test('covers the whole password at any length', async () => {
    const long = 'a'.repeat(80);
    const hash = await passwords.hash(`${long}X`);
    expect(await passwords.matches(`${long}X`, hash)).toBe(true);
    expect(await passwords.matches(`${long}Y`, hash)).toBe(false);
    expect(await passwords.matches(long, hash)).toBe(false);
  });

  test('is equal for all Unicode compositions of a password', async () => {
    expect(await passwords.matches('Password1', await passwords.hash('Ｐａｓｓｗｏｒｄ１'))).toBe(
      true,
    );
    expect(await passwords.matches('Caf\u00e91234', await passwords.hash('Cafe\u03011234'))).toBe(
      true,
    );
  });

  test('never matches without a stored hash, but compares anyway', async () => {
    for (const stored of [undefined, '!', '']) {
      expect(await passwords.matches('Password1', stored)).toBe(false);
    }
  });

  test('is outdated if the cost has changed', async () => {
    const hash = await passwords.hash('a'.repeat(80));
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(createPasswords({ cost: 5 }).isOutdated(hash)).toBe(true);
  });
});

test('runs jobs up to the worker limit and refuses jobs beyond the queue size', async () => {
  const run = createQueue({ workers: 1, places: 1 });
  const done: number[] = [];
  let end = () => {};
  const first = run(async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    done.push(1);
  });
  const second = run(async () => done.push(2));
  await expect(run(async () => done.push(3))).rejects.toMatchObject({ status: 503, code: 'busy' });
  expect(done).toEqual([]);
  end();
  await Promise.all([first, second]);
  expect(done).toEqual([1, 2]);
});

describe('the default policy', () => {
  test.each([
    ['Passw0r', ['password_too_short']],
    ['password1', ['password_no_uppercase']],
    ['PASSWORD1', ['password_no_lowercase']],
    ['Password', ['password_no_digit']],
    ['A1'.padEnd(257, 'a'), ['password_too_long']],
    ['Password1', []],
    [`${'😀'.repeat(64)}aA1`, []],
  ])('%s', (password, codes) => {
    expect(codesOf(defaultPasswordPolicy(password))).toEqual(codes);
  });
});

describe('the policy of NIST', () => {
  test.each([
    ['fourteen chars', ['password_too_short']],
    ['Password1234567', ['password_too_common']],
    ['qwertyuiopasdfghjkl'.slice(0, 10).repeat(2), ['password_too_common']],
    ['ann.smith and others', ['password_contains_context']],
    ['correct horse battery', []],
  ])('%s', (password, codes) => {
    const verdict = nistPasswordPolicy(password, { email: 'ann.smith@example.com' });
    expect(codesOf(verdict)).toEqual(codes);
  });
});
