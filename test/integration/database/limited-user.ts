import { Client } from 'pg';
import type { TestContext } from 'vitest';
import { serverUrl } from '../../support/postgres.ts';
import { type Project, projectOn } from '../../unit/database/project.ts';

/** Returns a changed copy of a URL. */
export function changed(url: string, change: (url: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

export const nameOf = ({ url }: Project): string => new URL(url).pathname.slice(1);

/** Runs SQL as superuser. Returns the rows of the last statement. */
export async function onServer(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client(await serverUrl());
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Creates a project whose database user owns only this database. The user has the database's name. */
export async function limited(context: TestContext, { models, rights = '' }: Limits): Promise<Project> {
  const project = await projectOn(context, { kind: 'postgresql', models });
  const name = nameOf(project);
  await onServer(`CREATE ROLE "${name}" LOGIN ${rights} PASSWORD 'pass'; ALTER DATABASE "${name}" OWNER TO "${name}"`);
  project.url = changed(project.url, (url) => {
    url.username = name;
    url.password = 'pass';
  });
  return project;
}

interface Limits {
  readonly models: string;
  /** E.g. `CREATEDB`. */
  readonly rights?: string;
}

/** The names of all databases of the project's user. */
export async function databasesOf(project: Project): Promise<readonly unknown[]> {
  const rows = await onServer(
    `SELECT datname FROM pg_database WHERE datdba = '"${nameOf(project)}"'::regrole ORDER BY datname`,
  );
  return rows.map(({ datname }) => datname);
}
