import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GenlockError } from '../../src/errors/error.ts';
import { dbMigrateDev, type DbMigrateDevRequest } from '../../src/flows/db/migrate-dev.ts';
import type { DbPorts, DbQuestion } from '../../src/flows/db/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

const files = {
  'genlock.json': '{}',
  '.env': 'DATABASE_URL="file:./data/dev.db"\n',
  'prisma/schema/base.prisma': 'datasource db {\n  provider = "sqlite"\n}\n',
  'prisma/schema/note.prisma': 'model Note {\n  id String @id\n}\n',
  'prisma/seed.ts': '',
  // Stand-ins that write down that, and in which order, they were run.
  'node_modules/prisma/build/index.js': `require('node:fs').appendFileSync('ran.txt', 'generate\\n')`,
  'scripts/task.mjs': `import { appendFileSync } from 'node:fs'; appendFileSync('ran.txt', 'seed ' + process.env.DATABASE_URL + '\\n'); console.log('seeding')`,
};

/** A project whose programs are stand-ins. */
export class Sample {
  readonly root = temporaryFolder();
  readonly lines: string[] = [];
  readonly asked: DbQuestion[] = [];

  constructor() {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** Returns the programs that ran since the last call, in order. */
  get ran(): string {
    const path = join(this.root, 'ran.txt');
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    rmSync(path, { force: true });
    return text;
  }

  ports(answer?: boolean): DbPorts {
    return {
      env: {},
      clock: () => new Date('2026-01-02T03:04:05Z'),
      progress: () => {},
      onLine: (line) => this.lines.push(line),
      ...(answer === undefined ? {} : { ask: async (question) => (this.asked.push(question), answer) }),
    };
  }

  dev(request: Partial<DbMigrateDevRequest> = {}) {
    return dbMigrateDev({ cwd: this.root, createOnly: false, acceptDataLoss: false, ...request }, this.ports());
  }
}

/** Returns the code of the error with which a command ends. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GenlockError ? error.code : String(error);
}
