import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Life) => [...treeHash(root, ['.env'])];
const read = ({ root }: Life, path: string): string => readFileSync(join(root, path), 'utf8');

test.each(['file', 'relational', 'document'])('is added with auth-jwt and removed again, on %s', async (database) => {
  const file = join(temporaryFolder(), 'genlock.json');
  writeFileSync(file, JSON.stringify({ database, entities: [] }));
  const life = await newLife(file);
  const before = bytes(life);
  const { plugins } = await life.add(['auth-passkey']);
  expect(plugins.map(({ name, change }) => `${name} ${change}`).toSorted()).toEqual([
    'auth-jwt added',
    'auth-passkey added',
  ]);
  expect(read(life, 'prisma/schema/auth-jwt.prisma')).toMatch(/ Passkey\[\]/u);
  const imports = [...read(life, 'server/lib/auth-passkey/passkeys.ts').matchAll(/from '\.\.\/auth\/(\w+)'/gu)];
  expect(imports.map(([, module]) => module)).toEqual(['port']);
  const { left } = await life.remove(['auth-passkey']);
  expect(left).toMatchObject({ models: ['Passkey', 'PasskeyChallenge'] });
  await life.remove(['auth-jwt']);
  expect(bytes(life)).toEqual(before);
});
