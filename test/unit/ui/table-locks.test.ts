import { expect, test } from 'vitest';
import { largeLocksView, locksView } from '../../../src/ui/table-locks.ts';
import { page } from '../../../src/ui/terminal.ts';

const lock = (kind: 'index' | 'not null' | 'column type', name: string) => ({
  table: 'Ticket',
  kind,
  name,
  online: kind !== 'column type',
});
const created = '20260102030405_add_title';

test('shows the locks of a migration and the command for the online form', () => {
  const locks = [lock('not null', 'title'), lock('index', 'Ticket_title_idx'), lock('column type', 'count')];
  expect(locksView({ created, applied: [], locks }, page))
    .toBe(`! These statements lock a table while they read all its rows:
    Ticket: SET NOT NULL on "title"
    Ticket: index "Ticket_title_idx"
    Ticket: new type of "count" (no online form)
  If a table is large in production, delete
  prisma/migrations/20260102030405_add_title and write the online form.
  genlock db migrate dev --name add_title --online --create-only`);
});

test('names the reset of a database that has the migration', () => {
  const text = locksView({ created, applied: [created], locks: [lock('index', 'i')] }, page);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('so the command prompts for a reset. genlock');
  expect(text).toMatch(/--online$/);
});

test('shows no command without an online form', () => {
  expect(locksView({ created, applied: [], locks: [lock('column type', 'count')] }, page)).not.toContain('genlock');
});

test('shows the size of large tables before a deployment', () => {
  const locks = [{ ...lock('index', 'Ticket_title_idx'), migration: created, rows: 1_234_567 }];
  expect(largeLocksView(locks, page)).toBe(`! These statements lock a table while they read all its rows:
    Ticket (about 1,234,567 rows): index "Ticket_title_idx"`);
});
