import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newLife, type Life } from '../support/life.ts';

function write({ root }: Life, path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A project on SQLite with migrations whose genlock.json asks for another kind. */
async function moved(kind: string): Promise<Life> {
  const life = await newLife();
  const text = readFileSync(join(life.root, 'genlock.json'), 'utf8');
  write(life, 'genlock.json', text.replace('"database": "file"', `"database": "${kind}"`));
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "sqlite"\n');
  return life;
}

const commandsOf = ({ steps }: { readonly steps: readonly { readonly command: string }[] }): readonly string[] =>
  steps.map(({ command }) => command).filter((command) => /^(?:edit|mv) /u.test(command));

const edit = 'edit .env:1: DATABASE_URL="postgresql://postgres:postgres@localhost:5432/app"';

test('sync after a change of the database kind names DATABASE_URL, its line and the old migrations', async () => {
  const life = await moved('relational');
  const before = readFileSync(join(life.root, '.env'), 'utf8');
  const changed = await life.sync();
  expect(commandsOf(changed)).toEqual([edit, 'mv prisma/migrations prisma/migrations-sqlite']);
  expect(readFileSync(join(life.root, '.env'), 'utf8')).toBe(before);
  expect(commandsOf(await life.sync())).toEqual([edit, 'mv prisma/migrations prisma/migrations-sqlite']);
});

test('sync moves old migrations to a folder that does not exist yet', async () => {
  const life = await moved('relational');
  write(life, 'prisma/migrations-sqlite/migration_lock.toml', 'provider = "sqlite"\n');
  expect(commandsOf(await life.sync())).toContain('mv prisma/migrations prisma/migrations-sqlite-2');
});

test('sync has no such steps once the user has done them', async () => {
  const life = await moved('relational');
  await life.sync();
  write(life, '.env', 'DATABASE_URL=postgres://localhost/shop\n');
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n');
  expect(commandsOf(await life.sync())).toEqual([]);
});

test('sync does not name .env if the environment sets DATABASE_URL', async () => {
  const life = await moved('relational');
  const env = { DATABASE_URL: 'postgres://localhost/shop' };
  expect(commandsOf(await life.sync({ env }))).toEqual(['mv prisma/migrations prisma/migrations-sqlite']);
});

test('sync leaves old migrations alone on MongoDB, which has none', async () => {
  const life = await moved('document');
  expect(commandsOf(await life.sync())).toEqual([
    'edit .env:1: DATABASE_URL="mongodb://localhost:27017/app?replicaSet=rs0"',
  ]);
});
