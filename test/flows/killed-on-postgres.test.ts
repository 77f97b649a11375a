/** Database commands on PostgreSQL that are killed before their writing statements. */
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { compiledSources } from '../support/compiled-sources.ts';
import { freshDatabase, needPostgres, type FreshDatabase } from '../support/postgres.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';
import { Project } from '../unit/database/project.ts';

/** The first migration of `deploy online` is applied like every migration of `deploy`. */
const commands = ['dev', 'deploy online', 'push', 'reset'] as const;
type Command = (typeof commands)[number];

const before = `enum Kind {
  A
  B
}
model Owner {
  id    String @id
  kind  Kind   @default(A)
  notes Note[]
}
model Note {
  id      String @id
  text    String
  place   String? @default("here")
  ownerId String
  owner   Owner  @relation(fields: [ownerId], references: [id])
}
`;
/** Replaces an enum, makes a column required, adds columns, an index and a table. */
const after = before
  .replace('  B\n', '  C\n')
  .replace('String?', 'String ')
  .replace('  text    String\n', '  text    String\n  pages   Int @default(1)\n  tags    Tag[]\n\n  @@index([text])\n')
  .concat('model Tag {\n  id    String @id\n  notes Note[]\n}\n');
const rows = `INSERT INTO "Owner" SELECT 'o' || n FROM generate_series(1, 20) AS n;
INSERT INTO "Note" ("id", "text", "ownerId") SELECT 'n' || n, 'text ' || n, 'o' || n FROM generate_series(1, 20) AS n`;

/** A database and a project before the command. */
interface Start {
  readonly project: Project;
  readonly database: FreshDatabase;
}

const child = join(import.meta.dirname, '../support/migrate-child.ts');

async function startOf(command: Command): Promise<Start> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const project = new Project().use('postgresql', database.url).models(before);
  await project.dev({ name: 'init' });
  await project.sql(rows);
  project.models(after);
  const online = command === 'deploy online';
  if (online || command === 'reset') await project.dev({ name: 'more', createOnly: true, online });
  return { project, database };
}

beforeEach((context) => needPostgres(context));
/** Statements that change the database or a lock. */
const writing = /^(?:\s|--[^\n]*\n)*(?:insert|update|delete|create|alter|drop|begin|commit|rollback)\b|advisory/i;

interface Killed {
  readonly command: Command;
  readonly start: Start;
}

/** The text of a statement without names and values. */
const kindOf = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*\n|"[^"]*"|'[^']*'/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 30);

interface Run extends Start {
  readonly isKilled: boolean;
  /** The kinds of the writing statements. */
  readonly kinds: readonly string[];
}

/** Runs a command on a copy of its start, and kills the process before its n-th writing statement. */
async function killedBefore(n: number, { command, start }: Killed): Promise<Run> {
  const database = await freshDatabase(start.database.url);
  const project = new Project().use('postgresql', database.url);
  cpSync(join(start.project.root, 'prisma'), join(project.root, 'prisma'), { recursive: true });
  const kinds: string[] = [];
  let isKilled = false;
  const proxy = await startPostgresProxy(database.url, (statement, name) => {
    if (writing.test(statement) && !name.startsWith('genlock_shadow_')) kinds.push(kindOf(statement));
    if (kinds.length < n) return true;
    isKilled = true;
    running.kill('SIGKILL');
    return false;
  });
  const env = { ...process.env, ...compiledSources(), DATABASE_URL: proxy.url };
  const running = spawn(process.execPath, [child, command.split(' ')[0] ?? '', project.root], { env, stdio: 'ignore' });
  const code = await new Promise((resolve) => running.on('exit', resolve));
  proxy.close();
  if (!isKilled && code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  return { project, database, isKilled, kinds };
}

/**
 * Returns the numbers of the statements before which a command is killed. Each migration repeats the same statements.
 * The result contains the first occurrence of each statement kind after another kind.
 */
function killPoints(kinds: readonly string[]): readonly number[] {
  const pairs = kinds.map((kind, index) => JSON.stringify([kinds[index - 1], kind]));
  return pairs.flatMap((pair, index) => (pairs.indexOf(pair) === index ? [index + 1] : []));
}

function again(command: Command, project: Project): Promise<unknown> {
  if (command === 'deploy online') return project.deploy();
  if (command === 'reset') return project.reset();
  return project[command]({ acceptDataLoss: true });
}

const shape = `SELECT table_name, column_name, udt_name, column_default FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1, 2`;
const indexes = `SELECT pg_get_indexdef(indexrelid), indisvalid FROM pg_index
  JOIN pg_class ON oid = indrelid WHERE relnamespace = 'public'::regnamespace ORDER BY 1`;
const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Returns everything that must be equal after a repeated command. */
async function stateOf(project: Project) {
  const history = await project.sql('SELECT finished_at IS NOT NULL AS finished FROM _prisma_migrations');
  const notes = await project.sql('SELECT text FROM "Note" JOIN "Owner" ON "Owner".id = "ownerId" ORDER BY text');
  return {
    shape: await project.sql(shape),
    indexes: await project.sql(indexes),
    history,
    notes,
    locks: await project.sql(locks),
  };
}

test.each(commands)('%s can be repeated after a kill before each kind of statement', async (command) => {
  const killed = { command, start: await startOf(command) };
  const whole = await killedBefore(Infinity, killed);
  const expected = await stateOf(whole.project);
  expect(expected).toMatchObject({ locks: [], notes: { length: command === 'reset' ? 0 : 20 } });
  await whole.database.drop();
  const points = killPoints(whole.kinds);
  expect(points.length).toBeGreaterThan(10);
  const left = points.values();
  const work = async (): Promise<void> => {
    for (const n of left) {
      const run = await killedBefore(n, killed);
      expect([n, run.isKilled]).toEqual([n, true]);
      await again(command, run.project);
      expect([n, await stateOf(run.project)]).toEqual([n, expected]);
      await run.database.drop();
    }
  };
  // A run waits for the server and for the end of a process, so several runs share a processor.
  await Promise.all([work(), work(), work()]);
});
