import { type Client, createClient, LibsqlError, type Transaction, type Value } from '@libsql/client';
import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { lockTimeout } from './file-database.ts';
import type { CatalogueEntry } from './kept-objects.ts';

/**
 * Runs `work` in a transaction, without foreign keys if the script switches them off: SQLite ignores this statement in
 * a transaction.
 *
 * @param work returns whether to keep the changes
 */
export async function inTransaction(
  { url, script }: { readonly url: string; readonly script: string },
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  const isUnchecked = /\bpragma\s+foreign_keys\s*=\s*(?:off|0|false|no)\b/i.test(script);
  await withClient(url, async (client) => {
    if (isUnchecked) await client.execute('PRAGMA foreign_keys=OFF');
    const transaction = await client.transaction('write');
    try {
      const before = isUnchecked ? await violations(transaction) : new Map<string, number>();
      const isKept = await work(transaction);
      if (isUnchecked) refuseViolations(before, await violations(transaction));
      await (isKept ? transaction.commit() : transaction.rollback());
    } finally {
      transaction.close();
    }
  });
}

/** Returns the number of rows without their parent row, by tables. */
async function violations(transaction: Transaction): Promise<ReadonlyMap<string, number>> {
  const { rows } = await transaction.execute(
    'SELECT "table" AS child, "parent", count(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2',
  );
  return new Map(
    rows.map(({ child, parent, count }) => [`${text(child)} refer to missing rows of ${text(parent)}`, Number(count)]),
  );
}

function refuseViolations(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
  for (const [tables, count] of after) {
    if (count <= (before.get(tables) ?? 0)) continue;
    const message = `FOREIGN KEY constraint failed: ${count} rows of ${tables}`;
    throw new LibsqlError(message, 'SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT_FOREIGNKEY', 787);
  }
}

/**
 * Opens a connection for `work`.
 *
 * @throws DriverAdapterError an error of SQLite
 */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url, timeout: lockTimeout });
  try {
    return await work(client);
  } catch (error) {
    throw error instanceof LibsqlError ? adapterError(error) : error;
  } finally {
    client.close();
  }
}

function adapterError(error: LibsqlError): DriverAdapterError {
  const message = reasonOf(error);
  const code = error.rawCode ?? 1;
  const original = { originalCode: String(code), originalMessage: message };
  return new DriverAdapterError({ kind: 'sqlite', extendedCode: code, message, ...original });
}

/** A view or trigger that cannot be used. */
export interface Broken extends Pick<CatalogueEntry, 'type' | 'name'> {
  readonly reason: string;
}

/** Returns the first view or trigger with an unknown column or table. SQLite checks all of them at a rename. */
export async function brokenObject(transaction: Transaction): Promise<Broken | undefined> {
  const table = '"_genlock_check"';
  await transaction.execute(`CREATE TABLE ${table} (a)`);
  try {
    await transaction.execute(`ALTER TABLE ${table} RENAME COLUMN a TO b`);
    return undefined;
  } catch (error) {
    const [, type = '', name = '', reason = ''] =
      /error in (\w+) (.*?)(?: after [^:]*)?: ([^]*)$/.exec(reasonOf(error)) ?? [];
    return { type, name, reason };
  } finally {
    await transaction.execute(`DROP TABLE ${table}`);
  }
}

/** Opens a connection and returns all objects of the database. */
export async function readCatalogue(url: string): Promise<readonly CatalogueEntry[]> {
  return withClient(url, catalogueOf);
}

/** Returns all objects of the database. */
export async function catalogueOf(transaction: Pick<Transaction, 'execute'>): Promise<readonly CatalogueEntry[]> {
  const { rows } = await transaction.execute(`SELECT type, name, tbl_name, sql,
      (SELECT group_concat(c.name, char(10)) FROM pragma_index_info(m.name) AS c) AS columns
    FROM sqlite_master AS m`);
  return rows.map(({ type, name, tbl_name: table, sql, columns }) => ({
    type: text(type),
    name: text(name),
    table: text(table),
    sql: typeof sql === 'string' ? sql : null,
    columns: text(columns).split('\n'),
  }));
}

function text(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns whether SQLite refuses the script because of the transaction, e.g. for `VACUUM` or `BEGIN`. */
export function isRefusedInTransaction(error: unknown): boolean {
  return (
    error instanceof DriverAdapterError && /\b(?:within|inside) a transaction\b/.test(error.cause.originalMessage ?? '')
  );
}

/** Returns whether another connection holds the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof DriverAdapterError && (Number(error.cause.originalCode) & 0xff) === 5;
}

/** Returns the message of an error without the driver's prefix. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^SQLITE_[A-Z_]+: /, '') : String(error);
}
