import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient, type Row } from '@libsql/client';
import { Client, type QueryResult } from 'pg';
import { onTestFinished, type TestContext } from 'vitest';
import { fileDatabase } from '../../../src/database/database-url.ts';
import { type DeployRequest, migrateDeploy } from '../../../src/database/migrate-deploy.ts';
import { migrateDev, type DevRequest, type DevResult } from '../../../src/database/migrate-dev.ts';
import { migrateReset } from '../../../src/database/migrate-reset.ts';
import { migrateStatus } from '../../../src/database/migrate-status.ts';
import { type PushRequest, pushSchema } from '../../../src/database/push.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { freshDatabase, needPostgres } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** The kinds of database for all rules. */
export const kinds = ['sqlite', 'postgresql'] as const;

/** Creates a project with a database of the given kind. A PostgreSQL database is empty and dropped after the test. */
export async function projectOn(context: TestContext, { kind, models, major }: ProjectOptions): Promise<Project> {
  const project = new Project(models);
  if (kind === 'sqlite') return project;
  needPostgres(context, major);
  const database = await freshDatabase(undefined, major);
  onTestFinished(() => database.drop());
  return project.use(kind, database.url);
}

interface ProjectOptions {
  readonly kind: (typeof kinds)[number];
  readonly models?: string;
  /** PostgreSQL's version; default: as in `postgresBinaries`. */
  readonly major?: number;
}

const baseText = (provider: string) => `datasource db {\n  provider = "${provider}"\n}\n`;

/** A manual test project with a schema, migrations and one database. It is deleted when the running test ends. */
export class Project {
  readonly root = temporaryFolder();
  url = 'file:./dev.db';
  /** The environment of the commands; default: `url` as `DATABASE_URL`. */
  env: Readonly<Record<string, string>> | undefined;
  #minute = 0;

  constructor(models = '') {
    this.use('sqlite', this.url).models(models);
  }

  /** Sets the database of the project. */
  use(provider: string, url: string): this {
    this.url = url;
    return this.write('prisma/schema/base.prisma', baseText(provider));
  }

  /** Sets the models of the schema. */
  models(text: string): this {
    return this.write('prisma/schema/models.prisma', text);
  }

  write(path: string, text: string): this {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  /** Returns the names of the migration folders, oldest first. */
  get migrations(): readonly string[] {
    const folder = join(this.root, 'prisma/migrations');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /^\d/.test(name))
      .sort();
  }

  script(name: string): string {
    return this.read(`prisma/migrations/${name}/migration.sql`);
  }

  /** Runs `migrateDev` with defaults and a clock that advances by a minute per call. */
  dev(request: Partial<DevRequest> = {}): Promise<DevResult> {
    this.#minute += 1;
    const now = new Date(Date.UTC(2026, 0, 1, 0, this.#minute));
    return migrateDev({ ...this.target, createOnly: false, acceptDataLoss: false, now, ...request });
  }

  deploy(request: Partial<DeployRequest> = {}) {
    return migrateDeploy({ ...this.target, ...request });
  }

  reset() {
    return migrateReset(this.target);
  }

  push(request: Partial<PushRequest> = {}) {
    return pushSchema({ ...this.target, acceptDataLoss: false, ...request });
  }

  status() {
    return migrateStatus(this.target);
  }

  get target() {
    return { root: this.root, env: this.env ?? { DATABASE_URL: this.url } };
  }

  /** Runs SQL on a separate connection. Returns the rows of the last statement as plain objects. */
  async sql(text: string, path = 'dev.db'): Promise<readonly Readonly<Record<string, unknown>>[]> {
    if (!this.url.startsWith('file:')) return postgresRows(this.url, text);
    const client = createClient({ url: fileDatabase(join(this.root, path)).url });
    try {
      const statements = text.split(/;\n/).filter((part) => part.trim() !== '');
      let rows: readonly Row[] = [];
      for (const statement of statements) ({ rows } = await client.execute(statement));
      return rows.map((row) => ({ ...row }));
    } finally {
      client.close();
    }
  }
}

async function postgresRows(url: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const result: QueryResult | QueryResult[] = await client.query(text);
    return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
  } finally {
    await client.end();
  }
}

/** Returns the error of a promise. Fails the test if the error is not a GenlockError. */
export async function failureOf(promise: Promise<unknown>): Promise<GenlockError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof GenlockError) return error;
  throw new Error('the promise did not end with a GenlockError', { cause: error });
}
