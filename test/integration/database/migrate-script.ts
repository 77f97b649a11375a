/** A project with the migration script of generated projects, and the packages of this repository. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { type Finished, repository, run, type RunOptions } from '../../support/cli.ts';
import { type kinds, type Project, projectOn } from '../../unit/database/project.ts';

type Kind = (typeof kinds)[number];

const folders: Readonly<Record<Kind, string>> = { sqlite: 'file', postgresql: 'relational' };
const text: Readonly<Record<Kind, string>> = { sqlite: 'text', postgresql: 'character varying' };

export interface Scripted {
  readonly project: Project;
  /** Runs `npm run migrate` without npm. */
  readonly migrate: (options?: Partial<RunOptions>, ...args: readonly string[]) => Promise<Finished>;
  /** Adds a migration with a name such as `20270101000001_x`. Returns the name. */
  readonly add: (script: string) => string;
  /** Creates a table with one column. */
  readonly table: (name: string) => string;
}

/** Creates a project with an empty database and one migration, which creates the table Note. */
export async function scripted(context: TestContext, kind: Kind): Promise<Scripted> {
  const project = await projectOn(context, { kind });
  const target = join(project.root, 'scripts');
  mkdirSync(target);
  const sources = join(repository, 'src/render/static');
  cpSync(join(sources, 'scripts/migrate.mjs'), join(target, 'migrate.mjs'));
  cpSync(join(sources, folders[kind], 'scripts'), target, { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(project.root, 'node_modules'));
  project.write('prisma/migrations/migration_lock.toml', `provider = "${kind}"\n`);
  let count = 0;
  const table = (name: string) => `CREATE TABLE "${name}" ("id" ${text[kind]} NOT NULL PRIMARY KEY);\n`;
  const add = (script: string) => {
    count += 1;
    const name = `2027010100000${count}_x`;
    project.write(`prisma/migrations/${name}/migration.sql`, script);
    return name;
  };
  add(table('Note'));
  const migrate: Scripted['migrate'] = (options = {}, ...args) =>
    run([process.execPath, 'scripts/migrate.mjs', ...args], {
      cwd: project.root,
      ...options,
      env: { DATABASE_URL: project.url, ...options.env },
    });
  return { project, migrate, add, table };
}

/** The columns of the history that do not depend on the time. */
export const historyRows = `SELECT migration_name, checksum, logs, applied_steps_count, rolled_back_at,
  finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY migration_name, applied_steps_count`;

/** The files of the project's root that a migration may leave. */
export function filesOf({ root }: Project): readonly string[] {
  return readdirSync(root)
    .filter((name) => name.includes('.db'))
    .sort();
}
