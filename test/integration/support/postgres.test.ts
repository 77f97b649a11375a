import { Client } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase, needPostgres, serverUrl } from '../../support/postgres.ts';

async function query(url: string, text: string): Promise<readonly unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('creates empty, separate databases in UTF-8, which are dropped afterwards', async (context) => {
  needPostgres(context);
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await query(one.url, 'CREATE TABLE thing (id int)');
  expect(await query(other.url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  expect(await query(one.url, "SELECT 'Ä' ILIKE 'ä' AS same, current_setting('server_encoding') AS encoding")).toEqual([
    { same: true, encoding: 'UTF8' },
  ]);
  await Promise.all([one.drop(), other.drop()]);
  const names = await query(await serverUrl(), 'SELECT datname FROM pg_database');
  for (const { url } of [one, other]) {
    expect(names).not.toContainEqual({ datname: new URL(url).pathname.slice(1) });
  }
});

test('refuses a wrong password', async (context) => {
  needPostgres(context);
  const url = new URL(await serverUrl());
  url.password = 'wrong';
  await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

test.for([13, 15, 17, 18])('starts a server of version %d if a test asks for it', async (major, context) => {
  needPostgres(context, major);
  const database = await freshDatabase(undefined, major);
  expect(await query(database.url, "SELECT current_setting('server_version_num')::int / 10000 AS major")).toEqual([
    { major },
  ]);
  await database.drop();
});
