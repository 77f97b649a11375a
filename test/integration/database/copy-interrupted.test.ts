import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureOf, Project, projectOn } from '../../unit/database/project.ts';
import { copyTo } from './every-type.ts';

const models = `model Item {
  id    String @id
  text  String
  items Note[]
}
model Note {
  id      Int    @id @default(autoincrement())
  item    Item   @relation(fields: [itemId], references: [id])
  itemId  String
  other   Note?  @relation("x", fields: [otherId], references: [id])
  otherId Int?
  others  Note[] @relation("x")
}
`;

const module = join(import.meta.dirname, '../../../src/database/copy/copy-rows.ts');

/** An SQLite database with rows. */
async function filled(rows: number, notes = rows): Promise<Project> {
  const source = new Project(models);
  await source.dev();
  await source.sql(`PRAGMA foreign_keys = OFF;
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
  INSERT INTO Item SELECT printf('%08d', i * 7919 % 1000003), 'The text of ' || i FROM n;
INSERT INTO Note ("itemId", "otherId") SELECT id, 1 + abs(random()) % ${notes} FROM Item LIMIT ${notes}`);
  return source;
}

const fileOf = ({ root }: Project): string => `file:${root}/dev.db`;

/** Runs a copy in a process. `onRows` is the body of a function of `step`, `table` and `rows`. */
async function copyInProcess(target: Project, { from, onRows }: { readonly from: string; readonly onRows: string }) {
  const script = `
    import { copyRows } from ${JSON.stringify(module)};
    const request = ${JSON.stringify({ ...target.target, from })};
    let largest = 0;
    await copyRows({ ...request, onRows: (step, table, rows) => { ${onRows} } });
    process.stdout.write(String(largest));
  `;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code, signal]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
  return { output: String(Buffer.concat(output)), code, signal };
}

/** Kills a process before it reports this number of rows. */
const killAt = (table: string, count: number): string =>
  `if (step === 'copy' && table === '${table}' && rows >= ${count}) process.kill(process.pid, 'SIGKILL');`;

const moments = [
  ['Item', 50],
  ['Item', 1000],
  ['Note', 1],
  ['Note', 4000],
] as const;

async function resumes(source: Project, target: Project, from: string): Promise<void> {
  let before = 0;
  for (const [table, count] of moments) {
    expect(await copyInProcess(target, { from, onRows: killAt(table, count) })).toMatchObject({ signal: 'SIGKILL' });
    const [{ rows = 0 } = {}] = await target.sql('SELECT count(*) AS rows FROM "Item"');
    expect(Number(rows)).toBeGreaterThanOrEqual(before);
    before = Number(rows);
  }
  expect(before).toBe(5000);
  const { tables } = await copyTo(target, from);
  expect(tables).toMatchObject([
    { table: 'Item', rows: 5000, copied: 0 },
    { table: 'Note', rows: 5000 },
  ]);
  const counted = 'SELECT count(DISTINCT id) AS ids, sum("otherId") AS others FROM "Note"';
  expect(numbersOf(await target.sql(counted))).toEqual(numbersOf(await source.sql(counted)));
}

const numbersOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows.map(({ ids, others }) => [Number(ids), Number(others)]);

test('a copy to PostgreSQL continues after SIGKILL without duplicates', async (context) => {
  const source = await filled(5000);
  const target = await projectOn(context, { kind: 'postgresql', models });
  await target.dev();
  await resumes(source, target, fileOf(source));
  const keys = await target.sql("SELECT conname FROM pg_constraint WHERE contype = 'f' AND condeferrable");
  expect(keys).toEqual([]);
});

test('a copy to SQLite continues after SIGKILL without duplicates', async (context) => {
  const source = await filled(5000);
  const server = await projectOn(context, { kind: 'postgresql', models });
  await server.dev();
  await copyTo(server, fileOf(source));
  const target = new Project(models);
  await target.dev();
  await resumes(source, target, server.url);
  expect(await target.sql('PRAGMA foreign_key_check')).toEqual([]);
});

test('a lost connection is one error, and the next copy continues', async (context) => {
  const source = await filled(3000);
  const target = await projectOn(context, { kind: 'postgresql', models });
  await target.dev();
  let ending: Promise<unknown> | undefined;
  const onRows = (step: string, table: string): void => {
    if (step !== 'copy' || table !== 'Item') return;
    ending ??= target.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  };
  const error = await failureOf(copyTo(target, fileOf(source), { onRows }));
  await ending;
  expect(error.code).toBe('DATA_UNREACHABLE');
  expect((await copyTo(target, fileOf(source))).tables).toMatchObject([{ rows: 3000 }, { rows: 3000, copied: 3000 }]);
});

test('the memory does not grow with the number of rows', async (context) => {
  const onRows = `
    globalThis.calls = (globalThis.calls ?? 0) + 1;
    if (globalThis.calls % 20 !== 1) return;
    gc();
    largest = Math.max(largest, process.memoryUsage().heapUsed);`;
  const largest: number[] = [];
  for (const rows of [5000, 100_000]) {
    const source = await filled(rows, 1);
    const target = await projectOn(context, { kind: 'postgresql', models });
    await target.dev();
    const { output, code } = await copyInProcess(target, { from: fileOf(source), onRows });
    expect(code).toBe(0);
    largest.push(Number(output));
  }
  const [few = 0, many = 0] = largest;
  // Pages of 1000 rows need some of it. All rows would need more than 10 MB.
  expect(many - few).toBeLessThan(5_000_000);
});
