/** SIGKILL before each statement of a rebuild. The next command must find all rows and finish. */
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compiledSources } from '../support/compiled-sources.ts';
import { Project } from '../unit/database/project.ts';

const model = (type: string) => `model Ticket {\n  id Int @id\n  title String\n  amount ${type}\n}\n`;
const own = `CREATE VIEW titles AS SELECT title FROM Ticket;
CREATE TRIGGER named AFTER INSERT ON Ticket BEGIN UPDATE Ticket SET title = 'x' WHERE title = ''; END;
`;

/** Creates a project with rows and own objects, and a schema that needs a rebuild. */
async function projectWithRows(): Promise<Project> {
  const project = new Project(model('Int'));
  await project.dev({ createOnly: true });
  const [init] = project.migrations;
  const path = `prisma/migrations/${init}/migration.sql`;
  project.write(path, project.read(path) + own);
  await project.dev();
  await project.sql("INSERT INTO Ticket VALUES (1, 'a', 1), (2, 'b', 2)");
  return project.models(model('Float'));
}

/** Runs a command until the given statement. Returns whether the process was killed. */
function killed(project: Project, args: readonly string[]): Promise<boolean> {
  const child = new URL('../support/killed-migration.ts', import.meta.url).pathname;
  const [command = '', ...rest] = args;
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...compiledSources() };
    execFile(process.execPath, [child, command, project.root, ...rest], { env }, (error, _, stderr) => {
      if (error === null || error.signal === 'SIGKILL') resolve(error !== null);
      else reject(new Error(stderr));
    });
  });
}

async function tableOf(project: Project) {
  const objects = await project.sql(
    "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '_prisma%' ORDER BY name",
  );
  const rows = await project.sql('SELECT id, title, amount, typeof(amount) AS type FROM Ticket ORDER BY id');
  return { objects: objects.map(({ name }) => name), rows };
}

const objects = ['Ticket', 'named', 'titles'];
const rows = (type: string) => [
  { id: 1, title: 'a', amount: 1, type },
  { id: 2, title: 'b', amount: 2, type },
];

interface Killing {
  readonly command: string;
  /** The start of the first counted statement. */
  readonly first: string;
  readonly next: (project: Project) => Promise<unknown>;
}

const history = 'INSERT INTO `_prisma_migrations`';
const commands: readonly Killing[] = [
  { command: 'dev', first: history, next: (project) => project.dev({ acceptDataLoss: true }) },
  { command: 'deploy', first: history, next: (project) => project.deploy() },
  { command: 'push', first: 'CREATE TABLE "new_Ticket"', next: (project) => project.push({ acceptDataLoss: true }) },
];

function copyOf({ root }: Project): Project {
  const project = new Project();
  cpSync(root, project.root, { recursive: true });
  return project;
}

/** Runs `work` for 1, 2, … until `work` returns false. Returns the number of runs. */
async function counted(work: (number: number) => Promise<boolean>): Promise<number> {
  for (let start = 1; ; start += 4) {
    const going = await Promise.all([0, 1, 2, 3].map((more) => work(start + more)));
    if (!going.every(Boolean)) return start + going.indexOf(false);
  }
}

test.for(commands)('$command, killed before any statement, keeps all rows and objects', async (killing) => {
  const { command, first, next } = killing;
  const prepared = await projectWithRows();
  if (command === 'deploy') await prepared.dev({ createOnly: true });
  const runs = await counted(async (number) => {
    const project = copyOf(prepared);
    const isKilled = await killed(project, [command, first, String(number)]);
    const { rows: found, objects: left } = await tableOf(project);
    expect([number, left]).toEqual([number, objects]);
    expect([rows('integer'), rows('real')]).toContainEqual(found);
    await next(project);
    expect([number, await tableOf(project)]).toEqual([number, { objects, rows: rows('real') }]);
    expect(await project.sql('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(await project.sql('SELECT 1 FROM _prisma_migrations WHERE finished_at IS NULL')).toEqual([]);
    return isKilled;
  });
  expect(runs).toBeGreaterThan(10);
});

test('reset, killed before every fourth statement, leaves a database that deploy completes', async () => {
  const prepared = await projectWithRows();
  await prepared.dev({ acceptDataLoss: true });
  const runs = await counted(async (number) => {
    const project = copyOf(prepared);
    const isKilled = await killed(project, ['reset', 'DROP', String(number * 4)]);
    const tables = await project.sql("SELECT name FROM sqlite_master WHERE name IN ('Ticket', 'new_Ticket')");
    expect([[], [{ name: 'Ticket' }]]).toContainEqual(tables);
    await project.deploy();
    expect((await tableOf(project)).objects).toEqual(objects);
    expect((await project.deploy()).applied).toEqual([]);
    return isKilled;
  });
  expect(runs).toBeGreaterThan(5);
});
