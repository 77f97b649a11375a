import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Database } from './database-url.ts';
import type { Driver, Execute } from './driver.ts';
import { engineError } from './engine-error.ts';
import { loadEngineModule } from './engine-module.ts';
import { migrationOf, readMigrations } from './migration-folder.ts';

/** Filters that include all tables and enums. */
export const noFilters = { externalTables: [], externalEnums: [] };

/** The target of a schema engine. */
export interface EngineTarget {
  /** Absolute path of the project. */
  readonly root: string;
  readonly database: Database;
  readonly driver: Driver;
  /** Path from the root → text. */
  readonly schema: ReadonlyMap<string, string>;
}

/** A call of the engine. Passes the current migrations on disk. */
export type EngineCall = <T>(call: (engine: SchemaEngine, migrations: MigrationList) => Promise<T>) => Promise<T>;

/**
 * Opens the schema engine in this process, passes a call function to `work`, and closes every connection afterwards.
 *
 * @throws GenlockError a `DATA_…` code with Prisma's own code in the message.
 */
export async function withEngine<T>(
  target: EngineTarget,
  work: (call: EngineCall, execute: Execute) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngineModule();
  // The engine panics for an empty list.
  const datamodels = target.schema.size === 0 ? undefined : [...target.schema];
  const kit = target.driver.open();
  const bound = bindMigrationAwareSqlAdapterFactory(kit.factory);
  try {
    const engine = await SchemaEngine.new({ datamodels }, () => {}, bound).catch((error: unknown) => {
      throw engineError(error, { failure: kit.lastFailure(), migrationOf: () => undefined });
    });
    const call: EngineCall = async (ask) => {
      const migrations = await readMigrations(target.root);
      const before = kit.lastFailure();
      try {
        return await ask(engine, migrations);
      } catch (error) {
        const last = kit.lastFailure();
        throw engineError(foreignError(error, bound.errorRegistry) ?? error, {
          failure: last === before ? undefined : last,
          migrationOf: (script) => migrationOf(migrations, script),
        });
      }
    };
    return await work(call, kit.execute);
  } finally {
    await kit.close();
  }
}

/** Returns the schema in the engine's parameter format. */
export function schemasContainer(schema: ReadonlyMap<string, string>): SchemasContainer {
  return { files: [...schema].map(([path, content]) => ({ path, content })) };
}

/** Returns the error thrown by our side of the adapter. The engine only reports its number. */
function foreignError(error: unknown, registry: { consumeError(id: number): { readonly error: unknown } | undefined }) {
  const id = error instanceof Error ? /External error id#(\d+)/.exec(error.message)?.[1] : undefined;
  return id === undefined ? undefined : registry.consumeError(Number(id))?.error;
}
