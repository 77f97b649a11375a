import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { KnownObjects } from './known-objects.ts';
import { managedObjects, type ManagedObjects } from './managed-objects.ts';

/** Returns the objects that a schema describes, from the engine's script for an empty database. */
export async function describedObjects(
  engine: SchemaEngine,
  schema: ReadonlyMap<string, string>,
): Promise<ManagedObjects> {
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [...schema].map(([path, content]) => ({ path, content })) },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return managedObjects([stdout ?? '']);
}

interface History {
  readonly migrations: MigrationList;
  /** The statements of the engine that created the objects of the database; `undefined` if unknown. */
  readonly executed: string | undefined;
  /** Scripts that run after the migrations. */
  readonly drafts: readonly string[];
}

/** Returns the objects of the migrations and the schema. */
export function knownObjects(
  described: ManagedObjects,
  { migrations, executed, drafts, isPush }: History & Pick<KnownObjects, 'isPush'>,
): KnownObjects {
  const scripts = migrations.migrationDirectories.flatMap(({ migrationFile: { content } }) =>
    content.tag === 'ok' ? [content.value] : [],
  );
  const written = managedObjects([executed ?? '', ...scripts, ...drafts]);
  return { written, described, hasMigrations: executed !== undefined || scripts.length > 0, isPush };
}
