import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { MigrationList, SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { Database } from './database-url.ts';
import type { Driver, DriverKit, Execute } from './driver.ts';
import { engineError } from './engine-error.ts';
import { loadEngine } from './engine-module.ts';
import { describedObjects, knownObjects } from './engine-objects.ts';
import type { KnownObjects } from './known-objects.ts';
import type { ManagedObjects } from './managed-objects.ts';
import { migrationOf, migrationScripts, readMigrations } from './migration-folder.ts';

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

/**
 * A call of the engine. Passes the current migrations on disk. With a comparison, the engine does not see the user's
 * objects.
 */
export type EngineCall = <T>(
  call: (engine: SchemaEngine, migrations: MigrationList) => Promise<T>,
  comparison?: Comparison,
) => Promise<T>;

/** A comparison of the schema with the migrations or the database. */
export interface Comparison {
  /** The scripts that run after the migrations. */
  readonly drafts?: readonly string[];
  /** Whether the schema is applied without a migration. */
  readonly isPush?: boolean;
}

/** The parts of an open engine. */
export interface OpenEngine extends Pick<DriverKit, 'execute' | 'together' | 'kept'> {
  readonly call: EngineCall;
  /** Returns the objects that belong to Genlock; `undefined` if the database kind cannot hide other objects. */
  readonly known: (comparison: Comparison) => Promise<KnownObjects | undefined>;
}

/**
 * Opens the schema engine in this process, passes a call function to `work`, and closes every connection afterwards.
 *
 * @throws GenlockError a `DATA_…` code with Prisma's own code in the message.
 */
export async function withEngine<T>(target: EngineTarget, work: (engine: OpenEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine, guarded } = await loadEngine();
  // The engine panics for an empty list.
  const datamodels = target.schema.size === 0 ? undefined : [...target.schema];
  const kit = target.driver.open(async () => migrationScripts(await readMigrations(target.root)));
  const bound = bindMigrationAwareSqlAdapterFactory(kit.factory);
  try {
    const starting = guarded(() => SchemaEngine.new({ datamodels }, () => {}, bound));
    const engine = await starting.catch((error: unknown) => {
      throw engineError(error, { failure: kit.lastFailure(), migrationOf: () => undefined });
    });
    let described: ManagedObjects | undefined;
    const known: OpenEngine['known'] = async ({ drafts = [], isPush = false }) => {
      described ??= await describedObjects(engine, target.schema);
      const executed = isPush ? await target.driver.engineStatements?.() : undefined;
      return knownObjects(described, { migrations: await readMigrations(target.root), executed, drafts, isPush });
    };
    const call: EngineCall = async (ask, comparison) => {
      const migrations = await readMigrations(target.root);
      const before = kit.lastFailure();
      kit.hideOthers(comparison && (await known(comparison)));
      try {
        return await guarded(() => ask(engine, migrations));
      } catch (error) {
        const last = kit.lastFailure();
        throw engineError(foreignError(error, bound.errorRegistry) ?? error, {
          failure: last === before ? undefined : last,
          migrationOf: (script) => migrationOf(migrations, script),
        });
      }
    };
    const execute: Execute = async (statement) => {
      const before = kit.lastFailure();
      await kit.execute(statement).catch((error: unknown) => {
        const last = kit.lastFailure();
        throw engineError(error, { failure: last === before ? undefined : last, migrationOf: () => undefined });
      });
    };
    return await work({ call, known, ...kit, execute });
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
