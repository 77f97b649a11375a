/** Policies that extend other policies: files, addresses, cycles and depth. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readChain, type ParentAccess } from '../../../src/engine/policy/parents.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { evaluate } from '../../../src/policy/evaluate/evaluate.ts';
import type { PolicyLevel } from '../../../src/policy/policy.ts';
import { strictest } from '../../../src/policy/verdict.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { now, release, type Written } from './policies.ts';

let folder: string;
let served: ReadonlyMap<string, string>;

beforeEach(() => {
  folder = temporaryFolder();
  served = new Map();
});

const textOf = (written: Written) => JSON.stringify({ version: 1, ...written });

/** Writes a policy. @returns its absolute path */
function write(name: string, written: Written): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, textOf(written));
  return file;
}

const access: ParentAccess = {
  owner: undefined,
  now,
  fetch: async ({ url }) => {
    const text = served.get(url);
    if (text === undefined) throw new Error(`${url} is not in the cache`);
    return text;
  },
};

const chainOf = (file: string, written: Written, level: PolicyLevel = 'user') =>
  readChain({ file, level, text: textOf(written) }, access);
const denied = { plugins: { rules: { '@acme/chat': { mode: 'blocked' } } } };

async function verdictOf(file: string, written: Written) {
  const policies = (await chainOf(file, written)).map(({ policy }) => policy);
  return strictest(evaluate(release, { policies, now }));
}

const pin = (text: string) => `sha512-${createHash('sha512').update(text).digest('base64')}`;

async function problemOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof GenlockError)) throw new Error('no error of Genlock', { cause: error });
  return error.problems[0];
}

test('a policy adds the rules of its parents, with paths relative to each file', async () => {
  write('company/base.json', denied);
  write('company/teams/payments.json', { extends: '../base.json', sources: { file: 'deny' } });
  const file = write('shop/genlock.policy.json', {});
  const child = { extends: '../company/teams/payments.json', name: 'Shop' };
  const chain = await chainOf(file, child);
  expect(chain.map(({ policy }) => policy.file)).toEqual([
    join(folder, 'company/base.json'),
    join(folder, 'company/teams/payments.json'),
    file,
  ]);
  expect(await verdictOf(file, child)).toBe('deny');
  // Control: without the parent, the plugin is allowed.
  expect(await verdictOf(file, { name: 'Shop' })).toBe('allow');
});

test('a child cannot allow what its parent denies', async () => {
  write('base.json', denied);
  const file = write('child.json', {});
  const lenient = {
    extends: 'base.json',
    plugins: { default: 'allow', rules: { '@acme/chat': { mode: 'allowed' } } },
    exceptions: [
      {
        plugin: '@acme/chat',
        rule: 'plugins.rules["@acme/chat"].mode',
        reason: 'we want it',
        until: '2027-01-01T00:00:00Z',
      },
    ],
  };
  expect(await verdictOf(file, lenient)).toBe('deny');
  // Control: the parent itself can grant this exception.
  write('base.json', { ...denied, exceptions: lenient.exceptions });
  expect(await verdictOf(file, { extends: 'base.json' })).toBe('allow');
});

const allowing = (team: string) => ({
  extends: 'base.json',
  plugins: { default: 'deny', rules: { [team]: { mode: 'allowed' } } },
});

test('a child uses the teams of its parents', async () => {
  write('base.json', { teams: { payments: { plugins: ['@acme/*'] } }, plugins: { default: 'ask' } });
  const file = write('child.json', {});
  expect(await verdictOf(file, allowing('team:payments'))).toBe('ask');
  expect(await verdictOf(file, allowing('@other/*'))).toBe('deny');
  expect(await problemOf(chainOf(file, allowing('team:payment')))).toMatchObject({
    code: 'POLICY_INVALID',
    hint: 'Did you mean "payments"?',
    where: { file },
  });
});

describe('an address needs the sha512 of the file', () => {
  const url = 'https://policies.acme.example/base.json';
  const text = textOf(denied);

  test('accepts only these bytes', async () => {
    const file = join(folder, 'child.json');
    const child = { extends: `${url}#${pin(text)}` };
    expect(await problemOf(chainOf(file, child))).toMatchObject({ code: 'POLICY_UNREADABLE', where: { file } });
    served = new Map([[url, text]]);
    expect(await verdictOf(file, child)).toBe('deny');
    // The server sends a policy without the rule.
    served = new Map([[url, textOf({})]]);
    expect(await problemOf(chainOf(file, child))).toMatchObject({
      code: 'POLICY_UNREADABLE',
      message: expect.stringContaining(pin(textOf({}))),
      where: { file, key: 'extends' },
    });
  });

  test.each([
    ['without an integrity', url],
    ['with another hash', `${url}#sha256-abc`],
    ['without TLS', `http://policies.acme.example/base.json#${pin(text)}`],
    ['with a password', `https://a:b@policies.acme.example/base.json#${pin(text)}`],
    ['of another kind', `file:///etc/base.json#${pin(text)}`],
  ])('refuses an address %s', async (_, parent) => {
    expect(await problemOf(chainOf(join(folder, 'a.json'), { extends: parent }))).toMatchObject({
      code: 'POLICY_INVALID',
      where: { key: 'extends' },
    });
  });

  test('a project policy extends only files', async () => {
    served = new Map([[url, text]]);
    const child = { extends: `${url}#${pin(text)}` };
    expect(await problemOf(chainOf(join(folder, 'a.json'), child, 'project'))).toMatchObject({
      code: 'POLICY_INVALID',
      where: { key: 'extends' },
    });
  });

  test('a policy at an address cannot extend a path', async () => {
    write('base.json', {});
    const relative = textOf({ extends: 'base.json' });
    served = new Map([[url, relative]]);
    expect(await problemOf(chainOf(join(folder, 'a.json'), { extends: `${url}#${pin(relative)}` }))).toMatchObject({
      code: 'POLICY_INVALID',
      where: { file: url, key: 'extends' },
    });
  });
});

test('refuses a cycle, and names its files', async () => {
  const [a, b] = [join(folder, 'a.json'), write('b.json', { extends: './a.json' })];
  write('a.json', { extends: 'b.json' });
  expect(await problemOf(chainOf(a, { extends: 'b.json' }))).toMatchObject({
    code: 'POLICY_INVALID',
    message: `The policy extends itself: ${a} → ${b} → ${a}.`,
    where: { file: b, key: 'extends' },
  });
});

test('refuses a chain of more than 8 policies', async () => {
  for (let at = 1; at <= 8; at += 1) write(`${at}.json`, at === 8 ? {} : { extends: `${at + 1}.json` });
  const first = { extends: '2.json' };
  expect(await chainOf(join(folder, '1.json'), first)).toHaveLength(8);
  write('8.json', { extends: '9.json' });
  write('9.json', {});
  expect(await problemOf(chainOf(join(folder, '1.json'), first))).toMatchObject({
    code: 'POLICY_INVALID',
    message: expect.stringContaining('8'),
    where: { file: join(folder, '8.json') },
  });
});

test('names the child if the parent is missing, and the parent if it is invalid', async () => {
  const file = join(folder, 'child.json');
  expect(await problemOf(chainOf(file, { extends: 'absent.json' }))).toMatchObject({
    code: 'POLICY_UNREADABLE',
    message: expect.stringContaining(join(folder, 'absent.json')),
    where: { file, key: 'extends' },
  });
  const invalid = write('invalid.json', { rules: {} });
  expect(await problemOf(chainOf(file, { extends: 'invalid.json' }))).toMatchObject({
    code: 'POLICY_INVALID',
    where: { file: invalid, key: 'rules' },
  });
});

test('a parent of a project policy keeps the restrictions of a project policy', async () => {
  const file = join(folder, 'genlock.policy.json');
  write('base.json', { audit: { log: '/var/log/genlock.jsonl' } });
  expect(await problemOf(chainOf(file, { extends: 'base.json' }, 'project'))).toMatchObject({
    code: 'POLICY_INVALID',
    where: { key: 'audit.log' },
  });
  expect(await chainOf(file, { extends: 'base.json' }, 'user')).toHaveLength(2);
});

test('a parent of a system policy must belong to the administrator', async () => {
  const file = write('policy.json', {});
  write('base.json', {});
  const owner = (process.getuid?.() ?? 0) + 1;
  const source = { file, level: 'system', text: textOf({ extends: 'base.json' }) } as const;
  expect(await problemOf(readChain(source, { ...access, owner }))).toMatchObject({ code: 'POLICY_UNSAFE' });
  expect(await readChain({ ...source, level: 'user' }, { ...access, owner })).toHaveLength(2);
});
