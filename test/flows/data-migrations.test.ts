import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect, test } from 'vitest';
import { dbMigrateDev } from '../../src/flows/db/migrate-dev.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { ejectProject } from '../../src/flows/project/eject.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { codesOf, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const scripts = ['sqlite.sql', 'postgresql.sql'];
const lengthOf = 'UPDATE "Note" SET "size" = length("text");\n';
const upper = 'UPDATE "Note" SET "text" = upper("text");\n';
const again = 'UPDATE "Note" SET "text" = "text" || \'!\';\n';

/** A plugin that can be written in several versions. */
class Notes {
  readonly folder = join(temporaryFolder(), 'notes');

  constructor() {
    this.release('1.0.0', { fields: 'text String' });
  }

  release(
    version: string,
    { fields = 'text String\\n  size Int?', migrations = {} }: { fields?: string; migrations?: Record<string, string> },
  ): void {
    rmSync(this.folder, { recursive: true, force: true });
    this.#write('manifest.json', JSON.stringify({ name: 'notes', version, frameworks: ['express'], databases }));
    this.#write('package.json', JSON.stringify({ name: 'notes', version }));
    const model = `model Note {\\n  id String @id\\n  ${fields}\\n}`;
    const call = `registerPrismaSchema('${model}')`;
    this.#write('generator.js', `import { registerPrismaSchema } from 'genlock/sdk';\nexport default () => ${call};\n`);
    for (const [of, sql] of Object.entries(migrations)) {
      for (const script of scripts) this.#write(`migrations/${of}/${script}`, sql);
    }
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }
}

const databases = ['file', 'relational', 'document'];

/** Adds version 1.0.0 of the plugin to a project with a database and one note. */
async function installed(): Promise<{ life: Life; notes: Notes }> {
  const life = await newLife();
  const notes = new Notes();
  await life.add([notes.folder]);
  // A stand-in for the client generator. Without a seed, the database has only the rows of the test.
  const generator = join(life.root, 'node_modules/@prisma/client-generator-ts/package.json');
  mkdirSync(dirname(generator), { recursive: true });
  writeFileSync(generator, '{}');
  writeFileSync(join(life.root, 'scripts/generate.mjs'), '');
  rmSync(join(life.root, 'prisma/seed.ts'));
  await migrate(life);
  await query(life, `INSERT INTO "Note" ("id", "text") VALUES ('1', 'abc')`);
  return { life, notes };
}

const update = (life: Life, how: How = {}) =>
  updatePlugins(
    { cwd: life.root, plugins: ['notes'], yes: true, dryRun: false, install: false, ...how },
    { ...quietPorts, ...how },
  );

let seconds = 0;

const migrate = ({ root }: Life, createOnly = false) =>
  dbMigrateDev(
    { cwd: root, createOnly, acceptDataLoss: true },
    {
      env: {},
      clock: () => new Date(Date.UTC(2026, 0, 1, 0, 0, (seconds += 10))),
      progress: () => {},
      onLine: () => {},
    },
  );

async function query({ root }: Life, sql: string): Promise<readonly unknown[]> {
  const client = createClient({ url: `file:${join(root, 'data/dev.db')}` });
  try {
    return (await client.execute(sql)).rows.map((row) => Object.values(row));
  } finally {
    client.close();
  }
}

const notesOf = (life: Life) => query(life, 'SELECT * FROM "Note"');
const titlesOf = ({ root }: Life) =>
  readdirSync(join(root, 'prisma/migrations'))
    .filter((name) => !name.endsWith('.toml'))
    .toSorted()
    .map((name) => name.slice(15));
const lockOf = ({
  root,
}: Life): { plugins: { notes: { migrations?: { version: string; after: string; script: string }[] } } } =>
  JSON.parse(readFileSync(join(root, 'genlock.lock.json'), 'utf8'));
const recordedIn = (life: Life) => (lockOf(life).plugins.notes.migrations ?? []).map(({ version }) => version);
/** Returns the data migrations that `genlock eject` reports as lost. */
async function lostByEject({ root }: Life): Promise<readonly (string | undefined)[]> {
  const ports = { interactive: false, preview: () => {}, agree: async () => false };
  const { warnings } = await ejectProject({ cwd: root, yes: false, dryRun: true }, ports);
  return warnings.flatMap((warning) => /^The data migration (.*) is not applied/u.exec(warning)?.slice(1) ?? []);
}

const fileOf = (version: string) => `prisma/data-migrations/notes/${version}.sql`;

describe('an update over two versions', () => {
  test('shows their data migrations, and applies them in order after the schema migration, once', async () => {
    const { life, notes } = await installed();
    notes.release('1.2.0', { migrations: { '1.1.0': lengthOf, '1.2.0': upper } });
    const plan = await update(life, { dryRun: true });
    expect(plan.plugins).toMatchObject([
      {
        asks: true,
        changedCode: [],
        dataMigrations: [
          { version: '1.1.0', path: fileOf('1.1.0'), bytes: lengthOf.length, statements: 1, tables: ['Note'] },
          { version: '1.2.0', path: fileOf('1.2.0'), statements: 1, tables: ['Note'] },
        ],
      },
    ]);
    expect(await codesOf(update(life, { yes: false }))).toEqual(['CONSENT_NEEDED']);
    await update(life);
    expect(recordedIn(life)).toEqual(['1.1.0', '1.2.0']);
    expect(readFileSync(join(life.root, fileOf('1.1.0')), 'utf8')).toBe(lengthOf);
    expect(await lostByEject(life)).toEqual(['notes 1.1.0', 'notes 1.2.0']);
    expect((await migrate(life)).data).toHaveLength(2);
    expect(await lostByEject(life)).toEqual([]);
    expect(titlesOf(life).slice(-3)).toEqual(['update', 'notes_1_1_0', 'notes_1_2_0']);
    expect(await notesOf(life)).toEqual([['1', 'ABC', 3]]);
    await query(life, `UPDATE "Note" SET "text" = 'new'`);
    expect(await migrate(life)).toMatchObject({ applied: [], data: [] });
    expect(await notesOf(life)).toEqual([['1', 'new', 3]]);
    expect((await life.sync()).status).toBe('unchanged');
  });

  test('the next update removes the files of applied migrations and keeps the others', async () => {
    const { life, notes } = await installed();
    notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
    await update(life);
    await migrate(life);
    notes.release('1.2.0', { migrations: { '1.1.0': lengthOf, '1.2.0': upper } });
    await update(life);
    expect(recordedIn(life)).toEqual(['1.2.0']);
    expect(existsSync(join(life.root, fileOf('1.1.0')))).toBe(false);
    notes.release('1.3.0', { migrations: { '1.1.0': lengthOf, '1.2.0': upper, '1.3.0': again } });
    await update(life);
    expect(recordedIn(life)).toEqual(['1.2.0', '1.3.0']);
    await migrate(life);
    expect(await notesOf(life)).toEqual([['1', 'ABC!', 3]]);
  });
});

describe('no data migration', () => {
  test('is applied for a new plugin', async () => {
    const life = await newLife();
    const notes = new Notes();
    notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
    const [change] = (await life.add([notes.folder])).plugins;
    expect(change?.dataMigrations).toBeUndefined();
    expect([recordedIn(life), existsSync(join(life.root, 'prisma/data-migrations'))]).toEqual([[], false]);
  });

  test('is left after removal, whether it was applied or not', async () => {
    const { life, notes } = await installed();
    const files = () => treeHash(life.root, ['prisma/migrations', 'data', 'node_modules']);
    await life.remove(['notes']);
    const before = files();
    for (const isApplied of [false, true]) {
      notes.release('1.0.0', { fields: 'text String' });
      await life.add([notes.folder]);
      notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
      await update(life);
      if (isApplied) await migrate(life);
      await life.remove(['notes']);
      expect(files()).toEqual(before);
    }
  });

  test('is lost if the plugin is removed, added and updated again', async () => {
    const { life, notes } = await installed();
    const versions = async () => {
      notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
      await update(life);
      await migrate(life);
    };
    await versions();
    await life.remove(['notes']);
    await migrate(life);
    notes.release('1.0.0', { fields: 'text String' });
    await life.add([notes.folder]);
    await migrate(life);
    await query(life, `INSERT INTO "Note" ("id", "text") VALUES ('2', 'abcd')`);
    await versions();
    expect(await notesOf(life)).toEqual([['2', 'abcd', 4]]);
  });

  test('is written if the user deleted its file, and an edit of the user counts', async () => {
    const { life, notes } = await installed();
    notes.release('1.2.0', { migrations: { '1.1.0': lengthOf, '1.2.0': upper } });
    await update(life);
    rmSync(join(life.root, fileOf('1.1.0')));
    writeFileSync(join(life.root, fileOf('1.2.0')), again);
    await migrate(life);
    expect(await notesOf(life)).toEqual([['1', 'abc!', null]]);
  });

  test('is applied on MongoDB, and the plan contains a warning', async () => {
    const config = join(temporaryFolder(), 'genlock.json');
    writeFileSync(config, JSON.stringify({ name: 'shop', database: 'document', entities: [] }));
    const life = await newLife(config);
    const notes = new Notes();
    const id = 'text String';
    notes.release('1.0.0', { fields: id });
    await life.add([notes.folder]);
    notes.release('1.1.0', { fields: id, migrations: { '1.1.0': lengthOf } });
    const { warnings } = await update(life);
    expect(warnings).toEqual([expect.stringMatching(/notes: version 1\.1\.0 .* MongoDB has no migrations/u)]);
    expect(recordedIn(life)).toEqual([]);
  });
});

test('the project keeps its records valid, and a changed script is found', async () => {
  const { life, notes } = await installed();
  notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
  await update(life);
  const kindOf = async () => {
    const { files } = await verifyProject({ cwd: life.root, strict: false });
    return files.find(({ path }) => path === fileOf('1.1.0'));
  };
  expect(await kindOf()).toEqual({ path: fileOf('1.1.0'), kind: 'plugin', owner: 'notes' });
  writeFileSync(join(life.root, fileOf('1.1.0')), upper);
  expect(await kindOf()).toMatchObject({ kind: 'edited' });
});

test('with --create-only, data migrations are written and not applied', async () => {
  const { life, notes } = await installed();
  notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
  await update(life);
  const { applied, data } = await migrate(life, true);
  expect([applied, data.length]).toEqual([[], 1]);
  expect((await migrate(life)).applied).toHaveLength(2);
  expect(await notesOf(life)).toEqual([['1', 'abc', 3]]);
});

test('a policy can forbid changes of rows', async () => {
  const { life, notes } = await installed();
  const policy = (deny: string) =>
    writeFileSync(
      join(life.root, 'genlock.policy.json'),
      JSON.stringify({ version: 1, permissions: { deny: [deny] } }),
    );
  notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
  policy('data:User');
  expect((await update(life, { dryRun: true })).status).toBe('planned');
  policy('data:*');
  expect(await codesOf(update(life))).toEqual(['POLICY_DENIED']);
});

test('a script in the records that changes the schema is refused', async () => {
  const { life, notes } = await installed();
  notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
  await update(life);
  const hostile = 'DROP TABLE "Note";';
  const digest = `sha256-${createHash('sha256').update(hostile).digest('hex')}`;
  writeFileSync(join(life.root, '.genlock/objects', digest), hostile);
  const lock = lockOf(life);
  lock.plugins.notes.migrations = [{ version: '1.1.0', after: '', script: digest }];
  writeFileSync(join(life.root, 'genlock.lock.json'), JSON.stringify(lock));
  expect(await codesOf(verifyProject({ cwd: life.root, strict: false }))).toEqual(['PROJECT_OBJECT_INVALID']);
});

test('a script that was forged in the records is found by running the plugin again', async () => {
  const { life, notes } = await installed();
  notes.release('1.1.0', { migrations: { '1.1.0': lengthOf } });
  await update(life);
  const outcome = async () => (await verifyProject({ cwd: life.root, strict: false, rerun: quietPorts })).reruns.at(-1);
  expect(await outcome()).toMatchObject({ name: 'notes', outcome: 'same' });
  const digest = `sha256-${createHash('sha256').update(upper).digest('hex')}`;
  writeFileSync(join(life.root, '.genlock/objects', digest), upper);
  const lock = lockOf(life);
  lock.plugins.notes.migrations = [{ version: '1.1.0', after: '', script: digest }];
  writeFileSync(join(life.root, 'genlock.lock.json'), JSON.stringify(lock));
  const differences = [{ kind: 'migration', path: fileOf('1.1.0'), change: 'changed' }];
  expect(await outcome()).toMatchObject({ name: 'notes', outcome: 'different', differences });
});
