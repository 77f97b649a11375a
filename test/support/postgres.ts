import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestContext } from 'vitest';
import { notVerified } from './not-verified.ts';
import { once } from './once.ts';
import { postgresBinaries, startCluster } from './postgres-cluster.ts';
import { clusterFolder } from './postgres-setup.ts';

/** A separate database on the server of this test run. */
export interface FreshDatabase {
  /** With the superuser's name and password. */
  readonly url: string;
  /** Also ends the connections that are still open. */
  drop(): Promise<void>;
}

/**
 * Ends the test as not verified on a machine without PostgreSQL.
 *
 * @param major the version; any version if absent
 */
export function needPostgres(context: TestContext, major?: number): void {
  if (postgresBinaries(major) !== undefined) return;
  if (major !== undefined) {
    notVerified(context, {
      reason: `no PostgreSQL ${major}`,
      remedy: `install it, and set GENLOCK_TEST_POSTGRES_${major} to the folder that contains its bin`,
    });
  }
  notVerified(context, {
    reason: 'no PostgreSQL',
    remedy: 'apt-get install postgresql, or npm ci with its optional packages',
  });
}

/**
 * Makes an empty database. The first call of a test run starts the server, which all test files share.
 *
 * @param template URL of the database to copy, on the same server
 * @param major the server's version; default: as in `postgresBinaries`
 * @throws Error where there is no PostgreSQL: ask `needPostgres` first
 */
export async function freshDatabase(template?: string, major?: number): Promise<FreshDatabase> {
  const server = await serverUrl(major);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const copied = template === undefined ? 'template1' : new URL(template).pathname.slice(1);
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${copied}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/**
 * URL of the server's `postgres` database. The first call for a version starts its server.
 *
 * @param major the server's version; default: as in `postgresBinaries`
 */
export async function serverUrl(major = postgresBinaries()?.major): Promise<string> {
  const folder = join(clusterFolder(), String(major));
  mkdirSync(folder, { recursive: true });
  return once(join(folder, 'url'), () => startCluster(folder, major));
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
