/** The reads and the locks of migrations of large tables, on PostgreSQL. */
import { describe, expect, test } from 'vitest';
import { after, before, change, changedProject, version } from './tickets.ts';

describe('large tables', () => {
  const many = `INSERT INTO "Ticket" SELECT 'n' || n, 'title', n, n, 'o1' FROM generate_series(1, 200000) AS n`;

  test('are not read to plan a migration', async (context) => {
    const project = await changedProject(
      context,
      version,
      before.replace('email   String', 'email   String\n  note    String?'),
    );
    const nullable = before.replace('title   String?', 'title   String?\n  note    String?');
    await project.sql(many);
    const reads = async () =>
      (
        await project.sql(
          `SELECT seq_scan, seq_tup_read, idx_scan, idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'Ticket'`,
        )
      )[0];
    const start = await reads();
    expect(await project.models(nullable).dev()).toMatchObject({ applied: [expect.anything()] });
    expect(await project.dev()).toMatchObject({ applied: [] });
    expect(await reads()).toEqual(start);
    // A step that can fail because of the rows reads them.
    await project.models(nullable.replace('title   String?', 'title   String')).dev({ acceptDataLoss: true });
    expect(Number((await reads())?.['seq_tup_read'])).toBeGreaterThan(Number(start?.['seq_tup_read']));
  });

  test('are named by deploy before it applies the first migration', async (context) => {
    const project = await changedProject(context, version);
    await project.sql(`${many}; ANALYZE`);
    await project.dev({ ...change, createOnly: true });
    const told: unknown[] = [];
    const { locks } = await project.deploy({
      onLocks: (list) => told.push(list),
    });
    expect(told).toEqual([locks]);
    const migration = project.migrations.at(-1);
    expect(locks.map(({ kind }) => kind)).toEqual(['not null', 'column type', 'index', 'foreign key']);
    expect(locks.every((lock) => lock.table === 'Ticket' && lock.migration === migration)).toBe(true);
    expect(Math.abs((locks[0]?.rows ?? 0) - 200_100)).toBeLessThan(20_000);
    expect((await project.deploy()).locks).toEqual([]);
  });

  test('are not named for online migrations, and small tables are not named', async (context) => {
    const project = await changedProject(context, version, after.replace('BigInt', 'Int'));
    await project.dev({ ...change, online: true, createOnly: true });
    await project.sql(`${many}; ANALYZE`);
    expect((await project.deploy()).locks).toEqual([]);
    const small = await changedProject(context, version);
    await small.sql('ANALYZE');
    await small.dev({ ...change, createOnly: true });
    expect((await small.deploy()).locks).toEqual([]);
  });
});
