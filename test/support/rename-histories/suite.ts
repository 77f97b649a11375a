import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, needPostgres } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { isMostlyApplied, runHistories } from './histories.ts';
import { fileWorld, projectWorld, schemaWorld } from './world.ts';

/** Number of random histories for each way to migrate. */
export interface HistoryCounts {
  /** On SQLite, without a migration folder and a shadow database. */
  readonly sqlite: number;
  /** On PostgreSQL, without a migration folder and a shadow database. */
  readonly postgresql: number;
  /** With `migrateDev` on SQLite. */
  readonly migrations: number;
}

/** The newest version of PostgreSQL that the tests run on. */
const newest = 18;

/** The histories of a test share one limit. */
const slow = { timeout: 1_800_000 };

/** Declares the tests of random renames, additions and removals. */
export function renameHistories({ sqlite, postgresql, migrations }: HistoryCounts): void {
  describe('random histories keep every row or are refused', () => {
    test('on SQLite', slow, async () => {
      const folder = temporaryFolder();
      const tally = await runHistories(sqlite, (name) => fileWorld(made(folder, name)));
      expect(tally).toSatisfy(isMostlyApplied);
    });

    test('on PostgreSQL', slow, async (context) => {
      needPostgres(context, newest);
      const database = await freshDatabase(undefined, newest);
      onTestFinished(() => database.drop());
      const tally = await runHistories(postgresql, (name) => schemaWorld(database.url, name));
      expect(tally).toSatisfy(isMostlyApplied);
    });

    test('with a migration for each step', slow, async () => {
      const folder = temporaryFolder();
      const tally = await runHistories(migrations, (name) => projectWorld(made(folder, name)));
      expect(tally).toSatisfy(isMostlyApplied);
    });
  });
}

function made(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}
