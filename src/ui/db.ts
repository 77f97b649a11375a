import { relative } from 'node:path';
import { printable } from '../errors/printable.ts';
import type { DbGenerateResult } from '../flows/db/generate.ts';
import type { DbMigrateDeployResult } from '../flows/db/migrate-deploy.ts';
import type { DbMigrateDevResult } from '../flows/db/migrate-dev.ts';
import type { DbMigrateResetResult } from '../flows/db/migrate-reset.ts';
import type { DbMigrateStatusResult } from '../flows/db/migrate-status.ts';
import type { DbQuestion } from '../flows/db/ports.ts';
import type { DbPushResult } from '../flows/db/push.ts';
import type { DbSeedResult } from '../flows/db/seed.ts';
import { commandsView } from './commands.ts';
import { locksView } from './table-locks.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the result of `genlock db migrate dev`. */
export function migrateDevView(result: DbMigrateDevResult, screen: Screen): string {
  const { created, applied, warnings, generated, seeded, moved, steps, followUps, data, locks } = result;
  const all = [...(created === undefined ? [] : [created]), ...followUps, ...data];
  const written = all.filter((name) => !applied.includes(name));
  return lines([
    ...(moved === undefined ? [] : [done(movedText(moved), screen)]),
    ...warnings.map((text) => warning(text, screen)),
    ...appliedLines(applied, screen),
    ...written.map((name) => done(`Wrote prisma/migrations/${name}/migration.sql, not applied yet`, screen)),
    ...(all.length === 0 ? [done('No changes: the migrations match the schema.', screen)] : []),
    ...(generated ? [done('Generated the client', screen)] : []),
    ...(seeded ? [done('Ran prisma/seed.ts', screen)] : []),
    ...(created === undefined || locks.length === 0 ? [] : [locksView({ created, applied, locks }, screen)]),
    ...(steps.length === 0 ? [] : ['', screen.style.bold('Next'), commandsView(steps, screen)]),
  ]);
}

function movedText({ kept, restored }: MovedFolders): string {
  const parts = [
    ...(kept === undefined ? [] : [`Moved prisma/migrations to ${kept}`]),
    ...(restored === undefined ? [] : [`${kept === undefined ? 'Moved' : 'and'} ${restored} to prisma/migrations`]),
  ];
  return parts.join(' ');
}

type MovedFolders = NonNullable<DbMigrateDevResult['moved']>;

/** Shows the result of `genlock db migrate deploy`. */
export function migrateDeployView({ applied }: DbMigrateDeployResult, screen: Screen): string {
  if (applied.length === 0) return done('No changes: the database is up to date.', screen);
  return lines(appliedLines(applied, screen));
}

/** Shows the result of `genlock db migrate reset`. */
export function migrateResetView(result: DbMigrateResetResult, screen: Screen): string {
  return lines([
    done(`Emptied ${place(result)}`, screen),
    ...appliedLines(result.applied, screen),
    done('Generated the client', screen),
    ...(result.seeded ? [done('Ran prisma/seed.ts', screen)] : []),
  ]);
}

/** Shows the result of `genlock db push`. */
export function pushView(result: DbPushResult, screen: Screen): string {
  const { executedSteps, warnings } = result;
  const unchanged = `No changes: ${place(result)} matches the schema.`;
  return lines([
    ...warnings.map((text) => warning(text, screen)),
    done(executedSteps === 0 ? unchanged : `Changed ${place(result)} to match the schema`, screen),
    done('Generated the client', screen),
  ]);
}

/** Shows which migrations are missing, failed or changed in the database. */
export function migrateStatusView(result: DbMigrateStatusResult, screen: Screen): string {
  const { state, upToDate, migrations, pending, failed, edited, unknown } = result;
  if (upToDate) {
    return done(`${place(result)} has all migrations (${migrations.length}).`, screen);
  }
  return lines([
    ...(state === 'absent' ? [warning(`${place(result)} does not exist yet.`, screen)] : []),
    ...failed.map((name) => warning(`failed half-way: ${name}`, screen)),
    ...pending.filter((name) => !failed.includes(name)).map((name) => warning(`not applied: ${name}`, screen)),
    ...edited.map((name) => warning(`edited after it was applied: ${name}`, screen)),
    ...unknown.map((name) => warning(`applied, but not in prisma/migrations: ${name}`, screen)),
  ]);
}

/** Shows the result of `genlock db generate`. */
export function generateView({ client, queries }: DbGenerateResult, screen: Screen): string {
  return lines([done(`Generated the client in ${client}`, screen), ...(queries ? [] : [warning(noEngine, screen)])]);
}

const noEngine =
  'The client compiles but cannot connect: MongoDB needs the engine that `npx prisma generate` downloads.';

/** Shows the result of `genlock db seed`. */
export function seedView(_result: DbSeedResult, screen: Screen): string {
  return done('Ran prisma/seed.ts', screen);
}

/** Shows the expected data loss above a prompt. */
export function questionView({ details }: DbQuestion, screen: Screen): string {
  return lines(details.map((text) => warning(text, screen)));
}

function appliedLines(applied: readonly string[], screen: Screen): string[] {
  return applied.map((name) => done(`Applied ${name}`, screen));
}

function done(text: string, { style, width }: Screen): string {
  return wrap(`${style.green('✔')} ${printable(text)}`, { width, hanging: 2 });
}

function warning(text: string, { style, width }: Screen): string {
  return wrap(`${style.yellow('!')} ${printable(text.trim(), { keepLines: true })}`, { width, hanging: 2 });
}

/** Returns a database as output names it: a path from the project's root, or a server's URL. */
export function place({ root, database }: { readonly root: string; readonly database: string }): string {
  if (database.startsWith('postgresql:')) return database;
  const short = relative(root, database);
  return short.startsWith('..') ? database : short;
}

const lines = (list: readonly string[]): string => list.join('\n');
