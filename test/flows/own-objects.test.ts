/** The table of the user's SQL objects in `docs/DATABASE.md`. `GENLOCK_WRITE_DOCS=1` writes the table. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { repository } from '../support/cli.ts';
import { failureOf, type Project, projectOn } from '../unit/database/project.ts';
import { models, type OwnObject, ownObjects, rows } from './own-objects.ts';

const versions = [13, 15, 17, 18];
const [begin, end] = ['<!-- own-sql: begin -->', '<!-- own-sql: end -->'];
const ownMigration = '20260101003000_own';

const added = '  stars Int @default(5)\n  @@index([stars])\n';
const addition = `-- AlterTable
ALTER TABLE "Ticket" ADD COLUMN     "stars" INTEGER NOT NULL DEFAULT 5;

-- CreateIndex
CREATE INDEX "Ticket_stars_idx" ON "Ticket"("stars");
`;
const removal = `-- DropIndex
DROP INDEX "Ticket_stars_idx";

-- AlterTable
ALTER TABLE "Ticket" DROP COLUMN "stars";
`;

const sqlOf = (objects: readonly OwnObject[]) => objects.map(({ sql }) => `${sql};\n`).join('\n');

interface Definition {
  readonly object: string;
  readonly data: unknown;
}

/** A project on a database with all objects of the user. Records the objects that a command lost. */
class Trial {
  readonly project: Project;
  readonly #lost = new Map<string, Set<string>>();
  #before: ReadonlyMap<string, Definition> = new Map();

  constructor(project: Project) {
    this.project = project;
  }

  async begin(): Promise<void> {
    this.#before = await this.#definitions();
    const absent = [...this.#before].filter(([, { object }]) => /^\{"(?:missing|error)"/u.test(object));
    if (absent.length > 0) throw new Error(`missing: ${absent.map(([name]) => name).join(', ')}`);
  }

  /** Runs a command, then compares all objects and their data. */
  async after<T>(command: string, run: () => Promise<T>): Promise<T> {
    const result = await run();
    await this.compare(command);
    return result;
  }

  async compare(command: string, { withData = true } = {}): Promise<void> {
    const now = await this.#definitions();
    for (const [name, { object, data }] of this.#before) {
      const found = now.get(name);
      if (found?.object === object && (!withData || found.data === data)) continue;
      this.#lost.set(name, new Set([...(this.#lost.get(name) ?? []), command]));
    }
  }

  cell(name: string): string {
    const lost = this.#lost.get(name);
    return lost === undefined ? 'kept' : `lost: ${[...lost].map((command) => `\`${command}\``).join(', ')}`;
  }

  async #definitions(): Promise<ReadonlyMap<string, Definition>> {
    const found = new Map<string, Definition>();
    for (const { name, probe } of ownObjects) {
      const [{ rows: data = null, ...object } = { missing: true }] = await this.project
        .sql(probe)
        .catch((error: unknown): readonly Readonly<Record<string, unknown>>[] => [{ error: String(error) }]);
      found.set(name, { object: JSON.stringify(object), data: JSON.stringify(data) });
    }
    return found;
  }
}

async function trial(context: TestContext, major: number): Promise<Trial> {
  return new Trial(await projectOn(context, { kind: 'postgresql', models: models(), major }));
}

/** Runs all commands, without a change of the schema and with one. */
async function runCommands(made: Trial): Promise<void> {
  const { project } = made;
  const dev = async () => {
    const { created, warnings } = await made.after('migrate dev', () => project.dev());
    expect(warnings).toEqual([]);
    return created;
  };
  const push = async () =>
    expect(await made.after('db push', () => project.push())).toMatchObject({ executedSteps: 0, warnings: [] });
  expect(await dev()).toBeUndefined();
  await push();
  project.models(models(added));
  expect(project.script((await dev()) ?? '')).toBe(addition);
  expect(await dev()).toBeUndefined();
  await push();
  expect(await made.after('migrate status', () => project.status())).toMatchObject({ upToDate: true });
  expect((await made.after('migrate deploy', () => project.deploy())).applied).toEqual([]);
  project.models(models());
  const { created, warnings } = await made.after('migrate dev', () => project.dev({ acceptDataLoss: true }));
  expect(warnings).toEqual([expect.stringContaining('`stars`')]);
  expect(project.script(created ?? '').replace(/^\/\*[^]*?\*\/\n/u, '')).toBe(removal);
}

/** The objects are in a migration. */
async function inMigration(context: TestContext, major: number): Promise<Trial> {
  const made = await trial(context, major);
  const { project } = made;
  await project.dev();
  await project.sql(rows);
  project.write(`prisma/migrations/${ownMigration}/migration.sql`, sqlOf(ownObjects));
  expect(await project.dev()).toMatchObject({ applied: [ownMigration], warnings: [] });
  await made.begin();
  await runCommands(made);
  await project.reset();
  await made.compare('migrate reset', { withData: false });
  return made;
}

/** The objects are only in the database. */
async function inDatabase(context: TestContext, major: number): Promise<Trial> {
  const made = await trial(context, major);
  await made.project.dev();
  await made.project.sql(`${rows};${sqlOf(ownObjects)}`);
  await made.begin();
  await runCommands(made);
  return made;
}

/** The objects are in a database without migrations. */
async function withoutMigrations(context: TestContext, major: number): Promise<Trial> {
  const made = await trial(context, major);
  const { project } = made;
  await project.push();
  await project.sql(`${rows};${sqlOf(ownObjects)}`);
  await made.begin();
  const { problems } = await made.after('db push', () => failureOf(project.push()));
  const asked = ownObjects.filter(({ push }) => push === 'asks');
  expect(problems.map(({ code }) => code)).toEqual(asked.map(() => 'DATA_LOSS'));
  for (const { name } of ownObjects) expect([name, made.cell(name)]).toEqual([name, 'kept']);
  await project.sql('DROP TABLE audit, visits, events; ALTER TABLE "Ticket" DROP COLUMN own_column');
  project.models(models(added));
  expect(await made.after('db push', () => project.push())).toMatchObject({ warnings: [] });
  expect((await made.after('db push', () => project.push())).executedSteps).toBe(0);
  return made;
}

test.for(versions)('the documented table equals the effects on PostgreSQL %d', async (major, context) => {
  const trials = await Promise.all([
    inMigration(context, major),
    inDatabase(context, major),
    withoutMigrations(context, major),
  ]);
  const lines = ownObjects.map(({ name, push = 'kept' }) => {
    const [migration = '', database = '', pushed = ''] = trials.map((made) => made.cell(name));
    const effect = pushed === 'lost: `db push`' && push === 'as in the schema' ? push : pushed;
    return `| ${[name, migration, database, push === 'asks' ? push : effect].join(' | ')} |`;
  });
  const head = ['| your object | in a migration | made with psql | without migrations |', '|---|---|---|---|'];
  const table = [...head, ...lines].join('\n');
  const file = join(repository, 'docs/DATABASE.md');
  const page = readFileSync(file, 'utf8');
  expect(page).toContain(begin);
  const [before = '', rest = ''] = page.split(begin);
  const wanted = `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`;
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, wanted);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
