/** Tests names that look like another plugin's name and can belong to a different author. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishExample } from '../support/example-archive.ts';
import type { FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, type How, type Life } from '../support/life.ts';
import { newOnlineLife } from '../support/online-life.ts';
import { treeHash } from '../support/tree-hash.ts';

let registry: FakeRegistry;
let life: Life;
let online: How;

beforeEach(async () => {
  ({ registry, life, online } = await newOnlineLife());
});

afterEach(() => registry[Symbol.asyncDispose]());

const publish = (name: string, example = 'guestbook') => publishExample(registry, example, { name });
const installed = () => Object.keys(JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).plugins);

test.each(['auth-jtw', 'authjwt', 'auth_jwt', 'auth-jwts', '@auth/jwt', 'bose'])(
  '%s looks like a bundled plugin: no registry is queried, and nothing is written',
  async (name) => {
    publish(name);
    const before = treeHash(life.root);
    expect(await codesOf(life.add([name], online))).toEqual(['PLUGIN_LOOKALIKE']);
    expect(await codesOf(life.add([`${name}@^1.0.0`], online))).toEqual(['PLUGIN_LOOKALIKE']);
    expect(registry.received).toEqual([]);
    expect(treeHash(life.root)).toEqual(before);
  },
);

test('accepts a lookalike with an exact version', async () => {
  publish('auth-jtw');
  await life.add(['auth-jtw@1.0.0'], online);
  expect(installed()).toContain('auth-jtw');
});

test('compares with installed plugins and names in policies, and a policy can allow both names', async () => {
  publish('guestbook');
  publish('guest-books', 'brand-theme');
  publish('payment-ui');
  await life.add(['guestbook'], online);
  expect(await codesOf(life.add(['guest-books'], online))).toEqual(['PLUGIN_LOOKALIKE']);
  const rule = (...names: readonly string[]) => {
    const rules = Object.fromEntries(names.map((name) => [name, { mode: 'allowed' }]));
    writeFileSync(join(life.root, 'genlock.policy.json'), JSON.stringify({ version: 1, plugins: { rules } }));
  };
  rule('@payment/ui');
  expect(await codesOf(life.add(['payment-ui'], online))).toEqual(['PLUGIN_LOOKALIKE']);
  rule('@payment/ui', 'guest-books');
  await life.add(['guest-books'], online);
  expect(installed()).toContain('guest-books');
});

test('accepts names that are not similar', async () => {
  publish('auth-ldap');
  publish('chat', 'brand-theme');
  await life.add(['auth-ldap', 'chat'], online);
  expect(installed()).toEqual(expect.arrayContaining(['auth-ldap', 'chat']));
});
