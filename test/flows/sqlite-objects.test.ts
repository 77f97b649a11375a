/**
 * The effects of all commands on the user's objects in SQLite, from real runs with rows. The table is in
 * `docs/DATABASE.md`. `GENLOCK_WRITE_DOCS=1` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { Project } from '../unit/database/project.ts';

interface OwnObject {
  readonly name: string;
  /** Statements after the table's statement. */
  readonly sql?: string;
  /** Adds a clause to the table's statement: the searched text and its replacement. */
  readonly clause?: readonly [string, string];
  /** The text in the catalogue, without white space. */
  readonly found: string;
}

const title = '"title" TEXT NOT NULL';
const objects: readonly OwnObject[] = [
  {
    name: 'trigger',
    sql: `CREATE TABLE audit (t TEXT);\nCREATE TRIGGER own AFTER DELETE ON "Ticket" BEGIN INSERT INTO audit VALUES (old.title); END;\n`,
    found: 'TRIGGER own',
  },
  { name: 'view', sql: 'CREATE VIEW own AS SELECT id, title FROM Ticket;\n', found: 'VIEW own' },
  { name: 'index', sql: 'CREATE INDEX own ON Ticket(title);\n', found: 'INDEX own' },
  { name: 'partial index', sql: 'CREATE INDEX own ON Ticket(title) WHERE amount > 1;\n', found: 'WHERE amount' },
  {
    name: 'partial unique index',
    sql: 'CREATE UNIQUE INDEX own ON Ticket(title) WHERE amount > 1;\n',
    found: 'UNIQUE INDEX own',
  },
  { name: 'expression index', sql: 'CREATE INDEX own ON Ticket(lower(title));\n', found: 'lower(title)' },
  { name: 'table', sql: 'CREATE TABLE own (id INT, t INT REFERENCES Ticket(id));\n', found: 'TABLE own' },
  { name: 'STRICT table', sql: 'CREATE TABLE own (t TEXT) STRICT;\n', found: 'STRICT' },
  {
    name: 'FTS5 table',
    sql: "CREATE VIRTUAL TABLE own USING fts5(title, content='Ticket', content_rowid='id');\n",
    found: 'VIRTUAL TABLE own',
  },
  { name: 'CHECK of a column', clause: [title, `${title} CHECK (title <> ', ;')`], found: "CHECK (title <> ', ;')" },
  {
    name: 'CHECK of a table',
    clause: ['\n)', `,\n    CONSTRAINT own CHECK ("amount" > 0 OR title = '') -- why, then\n)`],
    found: 'CONSTRAINT own CHECK ("amount" > 0 OR',
  },
  { name: 'COLLATE', clause: [title, `${title} COLLATE NOCASE`], found: 'COLLATE NOCASE' },
  { name: 'UNIQUE', clause: [title, `${title} UNIQUE ON CONFLICT IGNORE`], found: 'UNIQUE ON CONFLICT IGNORE' },
  {
    name: 'generated column',
    clause: [title, `${title},\n    own TEXT GENERATED ALWAYS AS (upper(title)) STORED`],
    found: 'GENERATED ALWAYS AS (upper(title)) STORED',
  },
  { name: "STRICT on a model's table", clause: ['\n)', '\n) STRICT'], found: 'STRICT' },
  { name: 'column', sql: "ALTER TABLE Ticket ADD COLUMN own TEXT DEFAULT 'o';\n", found: "own TEXT DEFAULT 'o'" },
];

const model = (type: string, more = '') =>
  `model Ticket {\n  id Int @id @default(autoincrement())\n  title String\n  amount ${type}\n${more}}\n`;
const more = '  more String?\n';
const rows = "INSERT INTO Ticket (title, amount) VALUES ('a', 5), ('b', 6)";

/** A project with an object. Collects the commands that did not keep the object. */
class Matrix {
  readonly project = new Project(model('Int'));
  readonly losses: string[] = [];
  readonly #object: OwnObject;

  constructor(object: OwnObject) {
    this.#object = object;
  }

  /** Runs a command. Without a schema change, the command changes nothing. */
  async run(
    label: string,
    work: () => Promise<{ readonly created?: unknown; readonly executedSteps?: number; readonly upToDate?: boolean }>,
    { count = 2, changes = false }: { readonly count?: number; readonly changes?: boolean } = {},
  ): Promise<void> {
    const done = await work().catch((error: unknown) => ({ error: String(error) }));
    const { project } = this;
    const path = project.url.slice('file:./'.length);
    const catalogue = await project.sql('SELECT sql FROM sqlite_master', path);
    const [row] = await project.sql('SELECT count(*) AS count FROM Ticket', path);
    const isKept = catalogue.some(({ sql }) => String(sql).includes(this.#object.found));
    const isQuiet = !('error' in done) && (changes || (typeof done.created !== 'string' && !done.executedSteps));
    if (isKept && isQuiet && row?.['count'] === count) return;
    this.losses.push(`${label}: ${isKept ? 'kept' : 'lost'}, ${String(row?.['count'])} rows, ${JSON.stringify(done)}`);
  }

  /** Creates the object in the current database. */
  async byHand(): Promise<void> {
    const { sql, clause } = this.#object;
    const path = this.project.url.slice('file:./'.length);
    if (clause === undefined) {
      await this.project.sql(sql ?? '', path);
      return;
    }
    const [table] = await this.project.sql("SELECT sql FROM sqlite_master WHERE name = 'Ticket'", path);
    const made = String(table?.['sql'])
      .replace('"Ticket"', 'made')
      .replace(...clause);
    const copy = 'INSERT INTO made (id, title, amount) SELECT id, title, amount FROM Ticket';
    await this.project.sql(`${made};\n${copy};\nDROP TABLE Ticket;\nALTER TABLE made RENAME TO "Ticket";\n`, path);
  }
}

async function inMigration(object: OwnObject): Promise<readonly string[]> {
  const matrix = new Matrix(object);
  const { project } = matrix;
  await project.dev({ createOnly: true });
  const path = `prisma/migrations/${project.migrations[0]}/migration.sql`;
  const { clause, sql = '' } = object;
  project.write(path, `${clause === undefined ? project.read(path) : project.read(path).replace(...clause)}${sql}`);
  await matrix.run('dev', () => project.dev(), { count: 0, changes: true });
  await project.sql(rows);
  project.url = 'file:./other.db';
  await project.deploy();
  await project.sql(rows, 'other.db');
  project.url = 'file:./dev.db';
  await matrix.run('second dev', () => project.dev());
  await matrix.run('third dev', () => project.dev());
  await matrix.run('push', () => project.push());
  project.models(model('Int', more));
  await matrix.run('dev with a new field', () => project.dev(), { changes: true });
  project.models(model('Float', more));
  await matrix.run('dev with a rebuild', () => project.dev({ acceptDataLoss: true }), { changes: true });
  await matrix.run('dev after the rebuild', () => project.dev());
  await matrix.run('push after the rebuild', () => project.push());
  await matrix.run('status', () => project.status());
  project.url = 'file:./other.db';
  await matrix.run('deploy', async () => ({ upToDate: (await project.deploy()).applied.length === 2 }));
  project.url = 'file:./dev.db';
  await matrix.run('reset', async () => ({ upToDate: (await project.reset()).applied.length === 3 }), { count: 0 });
  await matrix.run('dev after the reset', () => project.dev(), { count: 0 });
  return matrix.losses;
}

async function madeByHand(object: OwnObject): Promise<readonly string[]> {
  const matrix = new Matrix(object);
  const { project } = matrix;
  for (const url of ['file:./other.db', 'file:./dev.db']) {
    project.url = url;
    await project.dev();
    await project.sql(rows, url.slice('file:./'.length));
    await matrix.byHand();
  }
  await matrix.run('dev', () => project.dev());
  await matrix.run('push', () => project.push());
  project.models(model('Float', more));
  await matrix.run('dev with a rebuild', () => project.dev({ acceptDataLoss: true }), { changes: true });
  if (matrix.losses.length > 0) return matrix.losses;
  await matrix.run('dev after the rebuild', () => project.dev());
  project.url = 'file:./other.db';
  await matrix.run('deploy', async () => ({ upToDate: (await project.deploy()).applied.length === 1 }));
  await matrix.run('status', () => project.status());
  return matrix.losses;
}

async function withoutMigrations(object: OwnObject): Promise<readonly string[]> {
  const matrix = new Matrix(object);
  const { project } = matrix;
  await project.push();
  await project.sql(rows);
  await matrix.byHand();
  await matrix.run('push', () => project.push());
  project.models(model('Int', more));
  await matrix.run('push with a new field', () => project.push(), { changes: true });
  project.models(model('Float', more));
  await matrix.run('push with a rebuild', () => project.push({ acceptDataLoss: true }), { changes: true });
  await matrix.run('push after the rebuild', () => project.push());
  return matrix.losses;
}

const [begin, end] = ['<!-- own-sqlite: begin -->', '<!-- own-sqlite: end -->'];

test('the documented effects on own objects equal the effects of real runs', async () => {
  const lines: string[] = [];
  const losses: string[] = [];
  for (const object of objects) {
    const cells = await Promise.all([inMigration, madeByHand, withoutMigrations].map((sequence) => sequence(object)));
    losses.push(...cells.flat().map((loss) => `${object.name}: ${loss}`));
    lines.push(
      `| ${[object.name, ...cells.map((cell) => (cell.length === 0 ? 'kept' : 'refuses a rebuild'))].join(' | ')} |`,
    );
  }
  const head = '| your object | in a migration | outside migrations | without migrations |\n|---|---|---|---|';
  const text = `${head}\n${lines.join('\n')}`;
  const file = join(repository, 'docs/DATABASE.md');
  const page = readFileSync(file, 'utf8');
  const [before = '', rest = ''] = page.split(begin);
  const wanted = `${before}${begin}\n\n${text}\n\n${end}${rest.split(end)[1] ?? ''}`;
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, wanted);
  // A refusal is the only accepted effect besides silence.
  expect(losses.filter((loss) => !/: kept, 2 rows, .*cannot keep the column/.test(loss))).toEqual([]);
  expect(page).toContain(begin);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
