import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config/read.ts';
import { type Rename, renamesOf } from '../../data-layer/renames.ts';
import { configPath } from '../../project/records.ts';

/**
 * Returns the renames that `was` declares in genlock.json, and the tables of its many-to-many relations. Without both,
 * the file is not validated, because a migration needs only the schema.
 *
 * @param root absolute path of the project
 * @throws GenlockError `CONFIG_…`
 */
export async function projectRenames(root: string): Promise<readonly Rename[]> {
  const text = await readFile(join(root, configPath), 'utf8');
  if (!/"was"|"many-to-many"/.test(text)) return [];
  // Renames do not depend on authentication, so every plugin is accepted as an authentication plugin.
  return renamesOf(readConfig(text, { file: configPath, authPlugins: pluginNames(text) }));
}

function pluginNames(text: string): readonly string[] {
  try {
    const { plugins }: { readonly plugins?: object } = Object(JSON.parse(text));
    return Object.keys(plugins ?? {});
  } catch {
    return [];
  }
}
