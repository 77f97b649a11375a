/**
 * Runs a migration command and kills its own process with SIGKILL before a given statement on the project's database.
 * Arguments: the command, the project's root, the start of the first counted statement, and the number of the statement.
 */
import { createRequire, flushCompileCache } from 'node:module';
import { migrateDeploy } from '../../src/database/migrate-deploy.ts';
import { migrateDev } from '../../src/database/migrate-dev.ts';
import { migrateReset } from '../../src/database/migrate-reset.ts';
import { pushSchema } from '../../src/database/push.ts';

// A killed process would not store its compiled sources.
flushCompileCache();
const [command = '', root = '', first = '', at = ''] = process.argv.slice(2);
const target = { root, env: { DATABASE_URL: 'file:./dev.db' } };
let count = 0;

function before(sql: string): void {
  if (count === 0 && !sql.startsWith(first)) return;
  if (!/^(?:begin|commit|insert|update|create|alter|drop|pragma (?:foreign|defer|legacy))/i.test(sql)) return;
  count += 1;
  if (count === Number(at)) process.kill(process.pid, 'SIGKILL');
}

interface Statement {
  readonly all: () => readonly unknown[];
}

interface Connection {
  exec: (this: Connection, script: string) => unknown;
  prepare: (this: Connection, sql: string) => Statement;
}

const driver = 'libsql';
const require = createRequire(createRequire(import.meta.url).resolve('@libsql/client'));
const { prototype }: { readonly prototype: Connection } = require(driver);
const { exec, prepare } = prototype;
prototype.exec = function execEach(this: Connection, script: string) {
  const isCounted = isProject(this);
  for (const sql of script.split(/(?<=;\n)/)) {
    if (isCounted) before(sql.replaceAll(/^(?:--.*|\s*)\n/gm, ''));
    exec.call(this, sql);
  }
};
prototype.prepare = function prepareCounted(this: Connection, sql: string) {
  if (isProject(this)) before(sql);
  return prepare.call(this, sql);
};

/** Excludes the shadow database and the lock. */
function isProject(connection: Connection): boolean {
  return JSON.stringify(prepare.call(connection, 'PRAGMA database_list').all()).includes('dev.db"');
}

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  dev: () => migrateDev({ ...target, createOnly: false, acceptDataLoss: true, now: new Date() }),
  deploy: () => migrateDeploy(target),
  push: () => pushSchema({ ...target, acceptDataLoss: true }),
  reset: () => migrateReset(target),
};
await commands[command]?.();
