import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { expect, test } from 'vitest';
import { loadEngine } from '../../../src/database/engine-module.ts';
import { engineTarget } from '../../../src/database/engine-front.ts';
import { type EngineTarget, noFilters, withEngine } from '../../../src/database/schema-engine.ts';
import { failureOf, type Project } from '../../unit/database/project.ts';
import { needPostgres } from '../../support/postgres.ts';
import { databasesOf, limited, nameOf, onServer } from './limited-user.ts';

const note = 'model Note {\n  id String @id\n  n  Int\n}\n';

/** The same adapter, except that it reports characters as text, a type that the engine does not expect. */
function withoutCharacters(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const queryRaw: SqlDriverAdapter['queryRaw'] = async (query) => {
    const result = await adapter.queryRaw(query);
    const columnTypes = result.columnTypes.map((type) =>
      type === ColumnTypeEnum.Character ? ColumnTypeEnum.Text : type,
    );
    return { ...result, columnTypes };
  };
  return new Proxy(adapter, {
    get: (target, name) => {
      const value: unknown = name === 'queryRaw' ? queryRaw : Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function panicking(project: Project): Promise<EngineTarget> {
  const schema = new Map(
    ['base', 'models'].map((name) => [`${name}.prisma`, project.read(`prisma/schema/${name}.prisma`)]),
  );
  const target = await engineTarget({ root: project.root, schema, url: project.url });
  const open: EngineTarget['driver']['open'] = (scripts) => {
    const kit = target.driver.open(scripts);
    const { factory } = kit;
    return {
      ...kit,
      factory: {
        ...factory,
        connect: async () => withoutCharacters(await factory.connect()),
        connectToShadowDb: async () => withoutCharacters(await factory.connectToShadowDb()),
      },
    };
  };
  return { ...target, driver: { ...target.driver, open } };
}

test('a panic ends as DATA_ENGINE_PANIC, leaves no state, and the next command works', async (context) => {
  needPostgres(context);
  const project = await limited(context, { models: note, rights: 'CREATEDB' });
  await project.dev();
  const name = '20270101000000_check';
  project.write(`prisma/migrations/${name}/migration.sql`, 'ALTER TABLE "Note" ADD CHECK (n > 0);\n');
  const target = await panicking(project);
  const error = await failureOf(
    target.driver.exclusively(() =>
      withEngine(target, ({ call }) =>
        call((engine, migrationsList) => engine.devDiagnostic({ migrationsList, filters: noFilters })),
      ),
    ),
  );
  expect(error.code).toBe('DATA_ENGINE_PANIC');
  expect(error.message).toMatch(/crashed: panicked at .*postgres\.rs:\d+:\d+/);
  expect(error.message).not.toMatch(/unreachable|wasm/);
  expect(await databasesOf(project)).toEqual([nameOf(project)]);
  expect(await onServer(`SELECT query FROM pg_stat_activity WHERE usename = '${nameOf(project)}'`)).toEqual([]);
  expect((await project.dev()).applied).toEqual([name]);
});

test('a panic of the start is reported, and a new engine is loaded', async () => {
  const engine = await loadEngine();
  const start = () =>
    engine.guarded(() => engine.SchemaEngine.new({ datamodels: [] }, () => {}, Reflect.get({}, 'none')));
  expect((await failureOf(start())).code).toBe('DATA_ENGINE_PANIC');
  expect((await failureOf(start())).code).toBe('DATA_ENGINE_PANIC');
  expect(await loadEngine()).not.toBe(engine);
});
