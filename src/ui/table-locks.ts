import { printable } from '../errors/printable.ts';
import type { DbMigrateDeployResult } from '../flows/db/migrate-deploy.ts';
import type { DbMigrateDevResult } from '../flows/db/migrate-dev.ts';
import { commandView } from './commands.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

type Lock = DbMigrateDevResult['locks'][number];

const heading = 'These statements lock a table while they read all its rows:';

interface NewLocks extends Pick<DbMigrateDevResult, 'applied' | 'locks'> {
  readonly created: string;
}

/** Shows the locks of a new migration, and the command that writes the online form. */
export function locksView({ created, applied, locks }: NewLocks, screen: Screen): string {
  const { style, width } = screen;
  const list = [
    wrap(`${style.yellow('!')} ${heading}`, { width, hanging: 2 }),
    ...locks.map((lock) => line(lock, screen)),
  ];
  if (!locks.some(({ online }) => online)) return list.join('\n');
  const isApplied = applied.includes(created);
  const reset = isApplied ? 'This database has the migration, so the command prompts for a reset.' : '';
  const advice = `If a table is large in production, delete prisma/migrations/${created} and write the online form. ${reset}`;
  const name = created.slice(created.indexOf('_') + 1);
  const command = `genlock db migrate dev --name ${name} --online${isApplied ? '' : ' --create-only'}`;
  return [...list, wrap(printable(advice.trim()), { width, indent: 2 }), commandView(command, screen)].join('\n');
}

/** Shows the locks of large tables before migrations are applied. */
export function largeLocksView(locks: DbMigrateDeployResult['locks'], screen: Screen): string {
  const { style, width } = screen;
  const list = locks.map((lock) => line(lock, screen, ` (about ${lock.rows.toLocaleString('en')} rows)`));
  return [wrap(`${style.yellow('!')} ${heading}`, { width, hanging: 2 }), ...list].join('\n');
}

function line(lock: Lock, { width }: Screen, size = ''): string {
  const end = lock.online ? '' : ' (no online form)';
  return wrap(printable(`${lock.table}${size}: ${effects[lock.kind](`"${lock.name}"`)}${end}`), { width, indent: 4 });
}

const effects: Readonly<Record<Lock['kind'], (name: string) => string>> = {
  index: (name) => `index ${name}`,
  'not null': (name) => `SET NOT NULL on ${name}`,
  'foreign key': (name) => `foreign key ${name}`,
  check: (name) => `check ${name}`,
  unique: (name) => `unique constraint ${name}`,
  'primary key': (name) => `primary key ${name}`,
  exclude: (name) => `exclusion constraint ${name}`,
  'column type': (name) => `new type of ${name}`,
  'new column': (name) => `new column ${name} with a computed value`,
};
