import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, type TestContext } from 'vitest';
import { type Finished, genlock, repository, run } from '../support/cli.ts';
import { freshDatabase, needPostgres } from '../support/postgres.ts';
import { done, pathWithoutOurs } from '../support/shop.ts';

/** A Prisma release without its own engine, because nothing is downloaded. Every command needs Genlock's engine. */
const prisma = 'prisma@7.10.0';
let packages: string;

beforeAll(async () => {
  packages = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-prisma-')));
  writeFileSync(join(packages, 'package.json'), '{}');
  const install = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', prisma];
  done(await run(install, { cwd: packages, env: { PATH: pathWithoutOurs() } }));
});
afterAll(() => rmSync(packages, { recursive: true, force: true }));

const config = `import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
});
`;

const note =
  'model Note {\n  id String @id @default(cuid())\n  text String @unique\n  at DateTime @default(now())\n}\n';
const more = `${note.replace('@unique', '@unique\n  stars Int @default(3)\n  tags Tag[]')}model Tag {\n  id String @id\n  notes Note[]\n}\n`;

class Project {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-pair-')));
  readonly #url: string;

  constructor(provider: string, url: string) {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.#url = url;
    symlinkSync(join(packages, 'node_modules'), join(this.root, 'node_modules'));
    this.write('genlock.json', '{}');
    this.write('package.json', '{ "type": "module" }');
    this.write('prisma.config.ts', config);
    const client = 'generator client {\n  provider = "prisma-client"\n  output = "../../server/generated/prisma"\n}\n';
    this.write('prisma/schema/base.prisma', `${client}datasource db {\n  provider = "${provider}"\n}\n`);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  models(text: string): void {
    this.write('prisma/schema/models.prisma', text);
  }

  /** The scripts of the history, oldest first. */
  get scripts(): readonly string[] {
    const folder = join(this.root, 'prisma/migrations');
    const names = readdirSync(folder).filter((name) => /^\d/.test(name));
    return names.sort().map((name) => readFileSync(join(folder, name, 'migration.sql'), 'utf8').trim());
  }

  ours(...args: readonly string[]): Promise<Finished> {
    return genlock(['db', ...args], { cwd: this.root, env: { DATABASE_URL: this.#url } });
  }

  prisma(...args: readonly string[]): Promise<Finished> {
    const env = {
      DATABASE_URL: this.#url,
      PRISMA_SCHEMA_ENGINE_BINARY: join(repository, 'bin/schema-engine.js'),
      CHECKPOINT_DISABLE: '1',
    };
    return run([process.execPath, 'node_modules/prisma/build/index.js', ...args], { cwd: this.root, env });
  }
}

const urls = {
  sqlite: () => Promise.resolve('file:./dev.db'),
  postgresql: async () => {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    await database.drop();
    return database.url;
  },
};

async function projects(kind: keyof typeof urls, context: TestContext): Promise<readonly [Project, Project]> {
  if (kind === 'postgresql') needPostgres(context);
  return [new Project(kind, await urls[kind]()), new Project(kind, await urls[kind]())];
}

test.for(['sqlite', 'postgresql'] as const)(
  "Prisma's command line on our engine does on %s what our commands do",
  async (kind, context) => {
    const [theirs, ours] = await projects(kind, context);
    const codes: (readonly [string, number | null, number | null])[] = [];
    const both = async (prisma: readonly string[], genlockArgs: readonly string[]) => {
      const pair = await Promise.all([theirs.prisma(...prisma), ours.ours(...genlockArgs)]);
      codes.push([prisma.join(' '), pair[0].code, pair[1].code]);
      return pair;
    };
    for (const project of [theirs, ours]) project.models(note);
    await both(['migrate', 'dev', '--name', 'init'], ['migrate', 'dev', '--name', 'init']);
    await both(['migrate', 'status'], ['migrate', 'status']);
    for (const project of [theirs, ours]) project.models(more);
    await both(['migrate', 'dev', '--name', 'more'], ['migrate', 'dev', '--name', 'more']);
    await both(['migrate', 'dev'], ['migrate', 'dev']);
    await both(['migrate', 'reset', '--force'], ['migrate', 'reset', '--yes']);
    await both(['migrate', 'deploy'], ['migrate', 'deploy']);
    await both(['db', 'push'], ['push']);
    expect(theirs.scripts).toEqual(ours.scripts);
    expect(ours.scripts).toHaveLength(2);
    for (const project of [theirs, ours]) project.write('prisma/migrations/20990101000000_bad/migration.sql', 'BAD;\n');
    await both(['migrate', 'status'], ['migrate', 'status']);
    const [failed, ourFailed] = await both(['migrate', 'deploy'], ['migrate', 'deploy']);
    for (const { stderr, stdout } of [failed, ourFailed])
      expect(stdout + stderr).toMatch(/P3018[^]*20990101000000_bad/);
    const [blocked, ourBlocked] = await both(['migrate', 'deploy'], ['migrate', 'deploy']);
    for (const { stderr, stdout } of [blocked, ourBlocked]) expect(stdout + stderr).toMatch(/P3009/);
    const good = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1];
    expect(codes.map(([, code]) => code)).toEqual(good);
    // A failed migration ends our commands with 1 as well.
    expect(codes.map(([, , code]) => code)).toEqual(good);
    const args = ['migrate', 'diff', '--from-empty', '--to-schema', 'prisma/schema', '--script'];
    expect((await theirs.prisma(...args)).stdout).toContain('CREATE TABLE "Note"');
  },
);

test('each takes up the history and the database of the other', async () => {
  const project = new Project('sqlite', 'file:./dev.db');
  project.models(note);
  done(await project.prisma('migrate', 'dev', '--name', 'init'));
  expect(done(await project.ours('migrate', 'status')).stdout).toContain('has all migrations (1)');
  project.models(more);
  done(await project.ours('migrate', 'dev', '--name', 'more'));
  expect(done(await project.prisma('migrate', 'status')).stdout).toContain('Database schema is up to date!');
  expect(done(await project.prisma('migrate', 'dev')).stdout).toContain('Already in sync');
});

test('without an engine the same command fails', async () => {
  const project = new Project('sqlite', 'file:./dev.db');
  project.models(note);
  const env = { DATABASE_URL: 'file:./dev.db', PRISMA_SCHEMA_ENGINE_BINARY: join(project.root, 'absent') };
  const cli = [process.execPath, 'node_modules/prisma/build/index.js', 'migrate', 'deploy'];
  expect((await run(cli, { cwd: project.root, env })).code).toBe(1);
});
