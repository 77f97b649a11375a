import { migrationNames, writeMigration } from './migration-folder.ts';
import { migrationName } from './migration-name.ts';
import type { EngineCall, EngineTarget } from './schema-engine.ts';

/** SQL that changes rows, from the update of a plugin. */
export interface DataScript {
  /** For the folder name of the migration. */
  readonly title: string;
  readonly script: string;
}

/**
 * Writes each script as a migration after all others.
 *
 * @returns the folder names, in order
 */
export async function writeDataScripts(
  call: EngineCall,
  {
    target,
    scripts,
    now,
  }: { readonly target: EngineTarget; readonly scripts: readonly DataScript[]; readonly now: Date },
): Promise<readonly string[]> {
  if (scripts.length === 0) return [];
  return call(async (_engine, migrations) => {
    const names: string[] = [];
    for (const { title, script } of scripts) {
      const name = migrationName(title, { now, existing: [...migrationNames(migrations), ...names] });
      names.push(name);
      await writeMigration(target.root, { name, script, provider: target.database.provider });
    }
    return names;
  });
}
