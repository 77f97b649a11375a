import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { describe, expect, test } from 'vitest';
import { dbGenerate } from '../../src/flows/db/generate.ts';
import { dbMigrateDeploy } from '../../src/flows/db/migrate-deploy.ts';
import { dbMigrateDev } from '../../src/flows/db/migrate-dev.ts';
import { dbMigrateReset } from '../../src/flows/db/migrate-reset.ts';
import { dbMigrateStatus } from '../../src/flows/db/migrate-status.ts';
import { dbPush } from '../../src/flows/db/push.ts';
import { dbSeed } from '../../src/flows/db/seed.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { codeOf, Sample } from './db-sample.ts';

describe('db migrate dev', () => {
  test('the first migrates, generates and seeds, in that order; the second only generates', async () => {
    const sample = new Sample();
    expect(await sample.dev({ name: 'init' })).toMatchObject({
      root: sample.root,
      created: '20260102030405_init',
      fresh: true,
      generated: true,
      seeded: true,
    });
    expect(sample.ran).toBe('generate\nseed file:./data/dev.db\n');
    expect(sample.lines).toEqual(['seeding']);
    expect(await sample.dev()).toMatchObject({ applied: [], fresh: false, generated: true, seeded: false });
    expect(sample.ran).toBe('generate\n');
  });

  test('works from a folder below the root', async () => {
    const sample = new Sample();
    const result = await dbMigrateDev(
      { cwd: join(sample.root, 'prisma', 'schema'), createOnly: false, acceptDataLoss: false },
      sample.ports(),
    );
    expect(result.database).toBe(join(sample.root, 'data/dev.db'));
  });

  test('create-only does not generate or seed, and needs no packages', async () => {
    const sample = new Sample();
    sample.remove('node_modules');
    expect(await sample.dev({ createOnly: true })).toMatchObject({ applied: [], generated: false, seeded: false });
    expect(sample.ran).toBe('');
  });

  test('online migrations on SQLite are refused before any change', async () => {
    const sample = new Sample();
    expect(await codeOf(sample.dev({ online: true }))).toBe('DATA_KIND_UNSUPPORTED');
    expect(readdirSync(join(sample.root, 'prisma'))).not.toContain('migrations');
    expect(existsSync(join(sample.root, 'data'))).toBe(false);
    expect(await sample.dev()).toMatchObject({ locks: [], followUps: [] });
  });

  test('without packages nothing is begun', async () => {
    const sample = new Sample();
    sample.remove('node_modules');
    expect(await codeOf(sample.dev())).toBe('DATA_NOT_INSTALLED');
    expect(readdirSync(join(sample.root, 'prisma'))).not.toContain('migrations');
  });

  test('a project without a seed is not seeded; one without models has nothing to seed', async () => {
    const bare = new Sample();
    bare.remove('prisma/seed.ts');
    expect(await bare.dev()).toMatchObject({ fresh: true, seeded: false });
    const empty = new Sample();
    empty.remove('prisma/schema/note.prisma');
    expect(await empty.dev()).toMatchObject({ applied: [], seeded: false });
  });

  test('refuses to run outside a project', async () => {
    expect(
      await codeOf(
        dbMigrateDev({ cwd: temporaryFolder(), createOnly: false, acceptDataLoss: false }, new Sample().ports()),
      ),
    ).toBe('PROJECT_NOT_FOUND');
  });
});

const noteConfig = (field: object) =>
  JSON.stringify({
    name: 'shop',
    database: 'file',
    entities: [{ name: 'Note', fields: [{ type: 'String', ...field }] }],
  });
const noteSchema = (field: string) => `model Note {\n  id String @id\n  ${field} String?\n}\n`;

describe('a field that was called otherwise', () => {
  test('keeps its values; once migrated, what genlock.json still says changes nothing', async () => {
    const sample = new Sample();
    sample.write('genlock.json', noteConfig({ name: 'title' }));
    sample.write('prisma/schema/note.prisma', noteSchema('title'));
    await sample.dev();
    const client = createClient({ url: `file:${join(sample.root, 'data/dev.db')}` });
    await client.execute(`INSERT INTO Note VALUES ('1', 'kept')`);
    sample.write('prisma/schema/note.prisma', noteSchema('headline'));
    sample.write('genlock.json', noteConfig({ name: 'headline' }));
    expect(await codeOf(sample.dev())).toBe('DATA_LOSS');
    sample.write('genlock.json', noteConfig({ name: 'headline', was: 'title' }));
    expect(await sample.dev()).toMatchObject({ warnings: [], applied: [expect.anything()] });
    expect(await sample.dev()).toMatchObject({ applied: [] });
    const { rows } = await client.execute('SELECT headline FROM Note');
    expect(rows.map(({ headline }) => headline)).toEqual(['kept']);
    client.close();
  });

  test('prompts for a rename that is not configured', async () => {
    const sample = new Sample();
    sample.write('prisma/schema/note.prisma', noteSchema('title'));
    await sample.dev();
    sample.write('prisma/schema/note.prisma', noteSchema('headline'));
    await dbMigrateDev({ cwd: sample.root, createOnly: false, acceptDataLoss: false }, sample.ports(true));
    expect(sample.asked.map(({ question }) => question)).toEqual(['Was title of Note renamed to headline?']);
  });
});

const relationsConfig = (...names: readonly string[]) => {
  const relations = names.map((name) => ({ name, type: 'many-to-many', target: 'Tag' }));
  return JSON.stringify({ name: 'shop', database: 'file', entities: [{ name: 'Note', relations }, { name: 'Tag' }] });
};
const relationsSchema = (ofNote: readonly string[], ofTag: readonly string[]) =>
  [
    ['Note', ...ofNote],
    ['Tag', ...ofTag],
  ]
    .map(([name, ...lines]) => `model ${name} {\n  ${['id String @id', ...lines].join('\n  ')}\n}\n`)
    .join('');
const twoRelations = relationsSchema(
  ['tags Tag[]', 'likes Tag[] @relation("NoteLikes")'],
  ['notes Note[]', 'liked Note[] @relation("NoteLikes")'],
);

describe('the first of two relations between the same entities, if it is removed', () => {
  test('does not give its rows to the other one', async () => {
    const sample = new Sample();
    sample.write('genlock.json', relationsConfig('tags', 'likes'));
    sample.write('prisma/schema/note.prisma', twoRelations);
    await sample.dev();
    const client = createClient({ url: `file:${join(sample.root, 'data/dev.db')}` });
    await client.batch([
      `INSERT INTO Note VALUES ('tagged'), ('liked')`,
      `INSERT INTO Tag VALUES ('1')`,
      `INSERT INTO _NoteToTag VALUES ('tagged', '1')`,
      `INSERT INTO _NoteLikes VALUES ('liked', '1')`,
    ]);
    sample.write('genlock.json', relationsConfig('likes'));
    sample.write('prisma/schema/note.prisma', relationsSchema(['likes Tag[]'], ['liked Note[]']));
    const accepted = { cwd: sample.root, acceptDataLoss: true };
    expect(await codeOf(dbPush(accepted, sample.ports()))).toBe('DATA_RELATION_AMBIGUOUS');
    expect(await codeOf(sample.dev())).toBe('DATA_LOSS');
    await dbMigrateDev({ ...accepted, createOnly: false }, sample.ports());
    const { rows } = await client.execute('SELECT A FROM _NoteToTag');
    expect(rows.map(({ A }) => A)).toEqual(['liked']);
    client.close();
  });
});

describe('db migrate reset', () => {
  test('needs consent: from the prompt or from --yes', async () => {
    const sample = new Sample();
    await sample.dev();
    expect(sample.ran).not.toBe('');
    const reset = (yes: boolean, answer?: boolean) => dbMigrateReset({ cwd: sample.root, yes }, sample.ports(answer));
    expect(await codeOf(reset(false))).toBe('CONSENT_NEEDED');
    expect(await codeOf(reset(false, false))).toBe('DECLINED');
    expect(sample.ran).toBe('');
    expect(await reset(false, true)).toMatchObject({ applied: ['20260102030405_init'], seeded: true });
    expect(sample.ran).toBe('generate\nseed file:./data/dev.db\n');
    expect(sample.asked).toHaveLength(2);
    expect(await reset(true)).toMatchObject({ seeded: true });
  });
});

describe('db push', () => {
  test('changes the database, generates, writes no migration and asks before data is lost', async () => {
    const sample = new Sample();
    const push = (acceptDataLoss: boolean, answer?: boolean) =>
      dbPush({ cwd: sample.root, acceptDataLoss }, sample.ports(answer));
    expect(await push(false)).toMatchObject({ root: sample.root, executedSteps: 1, warnings: [] });
    expect(sample.ran).toBe('generate\n');
    expect(await push(false)).toMatchObject({ executedSteps: 0 });
    expect(readdirSync(join(sample.root, 'prisma'))).not.toContain('migrations');
    const client = createClient({ url: `file:${join(sample.root, 'data/dev.db')}` });
    await client.execute(`INSERT INTO Note VALUES ('1')`);
    client.close();
    sample.write('prisma/schema/note.prisma', 'model Other {\n  id String @id\n}\n');
    expect(sample.ran).toBe('generate\n');
    expect(await codeOf(push(false))).toBe('DATA_LOSS');
    expect(await codeOf(push(false, false))).toBe('DATA_LOSS');
    expect(sample.ran).toBe('');
    expect(await push(false, true)).toMatchObject({ warnings: [expect.stringContaining('drop the `Note` table')] });
    expect(sample.asked).toHaveLength(2);
    expect(await push(true)).toMatchObject({ executedSteps: 0, warnings: [] });
  });
});

describe('a MongoDB project', () => {
  const schema =
    'datasource db {\n  provider = "mongodb"\n  url      = env("DATABASE_URL")\n}\nmodel Note {\n  id String @id @map("_id")\n}\n';
  // Copies the engine next to the client, like Prisma.
  const prisma = `const { appendFileSync, copyFileSync, mkdirSync } = require('node:fs');
    const library = process.env.PRISMA_QUERY_ENGINE_LIBRARY;
    mkdirSync('server/generated/prisma', { recursive: true });
    appendFileSync('ran.txt', library === undefined ? 'own engine' : 'stand-in');
    if (library !== undefined) copyFileSync(library, 'server/generated/prisma/' + require('node:path').basename(library));
    appendFileSync('server/generated/prisma/client.ts', '');`;

  function documentSample(): Sample {
    const sample = new Sample();
    sample.remove('prisma/schema');
    sample.write('prisma/schema/base.prisma', schema);
    sample.write('node_modules/prisma/build/index.js', prisma);
    return sample;
  }

  test('can be generated, and no stand-in for the engine is left', async () => {
    const sample = documentSample();
    expect(await dbGenerate({ cwd: sample.root }, sample.ports())).toMatchObject({ queries: false });
    expect(sample.ran).toBe('stand-in');
    expect(readdirSync(join(sample.root, 'server/generated/prisma'))).toEqual(['client.ts']);
  });

  test('is generated with its own engine where that was downloaded', async () => {
    const sample = documentSample();
    sample.write('node_modules/@prisma/engines/libquery_engine-debian-openssl-3.0.x.so.node', '');
    expect(await dbGenerate({ cwd: sample.root }, sample.ports())).toMatchObject({ queries: true });
    expect(sample.ran).toBe('own engine');
  });

  test('reports an invalid schema', async () => {
    const sample = documentSample();
    sample.write('prisma/schema/base.prisma', schema.replace('id String @id', 'id Strin @id'));
    expect(await codeOf(dbGenerate({ cwd: sample.root }, sample.ports()))).toBe('DATA_SCHEMA_INVALID');
  });

  test('needs its own engine for everything else', async () => {
    const sample = documentSample();
    const request = { cwd: sample.root, acceptDataLoss: true, createOnly: false, yes: true };
    for (const flow of [dbMigrateDev, dbMigrateDeploy, dbMigrateReset, dbMigrateStatus, dbPush]) {
      expect(await codeOf(flow(request, sample.ports()))).toBe('DATA_ENGINE_NEEDED');
    }
    expect(sample.ran).toBe('');
  });
});

describe('db migrate deploy and status', () => {
  test('need no packages and run nothing', async () => {
    const sample = new Sample();
    await sample.dev({ createOnly: true });
    sample.remove('node_modules');
    const request = { cwd: sample.root };
    expect(await dbMigrateStatus(request, sample.ports())).toMatchObject({ upToDate: false });
    expect(await dbMigrateDeploy(request, sample.ports())).toMatchObject({ applied: ['20260102030405_init'] });
    expect(await dbMigrateStatus(request, sample.ports())).toMatchObject({ upToDate: true });
    expect(sample.ran).toBe('');
  });
});

describe('db generate and db seed', () => {
  test('run the one program each', async () => {
    const sample = new Sample();
    expect(await dbGenerate({ cwd: sample.root }, sample.ports())).toMatchObject({ client: 'server/generated/prisma' });
    expect(sample.ran).toBe('generate\n');
    await dbSeed({ cwd: sample.root }, sample.ports());
    expect(sample.ran).toBe('seed file:./data/dev.db\n');
  });

  test('reports an invalid schema before Prisma starts', async () => {
    const sample = new Sample();
    sample.write('prisma/schema/note.prisma', 'model Note {\n  id Strin @id\n}\n');
    expect(await codeOf(dbGenerate({ cwd: sample.root }, sample.ports()))).toBe('DATA_SCHEMA_INVALID');
    expect(sample.ran).toBe('');
  });

  test('refuses a seed without DATABASE_URL', async () => {
    const sample = new Sample();
    sample.remove('.env');
    expect(await codeOf(dbSeed({ cwd: sample.root }, sample.ports()))).toBe('DATA_URL_MISSING');
  });
});
