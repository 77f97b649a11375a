import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowSteps } from '../../src/engine/database-steps.ts';
import { newLife, type Life } from '../support/life.ts';

function write({ root }: Life, path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A project on SQLite with migrations, whose genlock.json asks for another kind. */
async function moved(kind: string): Promise<Life> {
  const life = await newLife();
  const text = readFileSync(join(life.root, 'genlock.json'), 'utf8');
  write(life, 'genlock.json', text.replace('"database": "file"', `"database": "${kind}"`));
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "sqlite"\n');
  return life;
}

const commandsOf = ({ steps }: { readonly steps: readonly { readonly command: string }[] }): readonly string[] =>
  steps.map(({ command }) => command).filter((command) => /^(?:edit|genlock db) /u.test(command));

const edit = 'edit .env:1: DATABASE_URL="postgresql://postgres:postgres@localhost:5432/app"';

const migrate = 'genlock db migrate dev';

test('sync after a change of the database kind names DATABASE_URL, its line and the commands for the rows', async () => {
  const life = await moved('relational');
  const before = readFileSync(join(life.root, '.env'), 'utf8');
  const expected = [edit, migrate, 'genlock db copy --from file:./data/dev.db'];
  expect(commandsOf(await life.sync())).toEqual(expected);
  expect(readFileSync(join(life.root, '.env'), 'utf8')).toBe(before);
  expect(commandsOf(await life.sync())).toEqual(expected);
});

test('sync does not print the URL of a server, which has a password', async () => {
  const life = await moved('file');
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n');
  write(life, '.env', 'DATABASE_URL=postgres://app:secret@localhost/shop\n');
  const steps = commandsOf(await life.sync());
  expect(steps.slice(-2)).toEqual([migrate, 'genlock db copy --from "<previous DATABASE_URL>"']);
  expect(JSON.stringify(steps)).not.toContain('secret');
});

test('sync has no such steps once the user has done them', async () => {
  const life = await moved('relational');
  await life.sync();
  write(life, '.env', 'DATABASE_URL=postgres://localhost/shop\n');
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n');
  expect(commandsOf(await life.sync())).toEqual([]);
});

test('new migrations are followed by the command for the rows, exactly if the former file exists', async () => {
  const life = await moved('relational');
  write(life, '.env', 'DATABASE_URL=postgres://app:secret@localhost/shop\n');
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n');
  const commands = () => rowSteps(life.root).map(({ command }) => command);
  const seed = 'genlock db seed';
  expect(commands()).toEqual(['genlock db copy --from "<previous DATABASE_URL>"', seed]);
  write(life, 'data/dev.db', '');
  expect(commands()).toEqual(['genlock db copy --from file:./data/dev.db', seed]);
  write(life, 'prisma/migrations/migration_lock.toml', 'provider = "sqlite"\n');
  expect(commands()).toEqual(['genlock db copy --from "<previous DATABASE_URL>"', seed]);
});

test('sync does not name .env if the environment sets DATABASE_URL', async () => {
  const life = await moved('relational');
  const env = { DATABASE_URL: 'postgres://localhost/shop' };
  expect(commandsOf(await life.sync({ env }))).toEqual([migrate, 'genlock db copy --from file:./data/dev.db']);
});

test('sync leaves old migrations alone on MongoDB, which has none', async () => {
  const life = await moved('document');
  expect(commandsOf(await life.sync())).toEqual([
    'edit .env:1: DATABASE_URL="mongodb://localhost:27017/app?replicaSet=rs0"',
  ]);
});
