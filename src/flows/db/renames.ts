import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config/read.ts';
import { type Rename, renamesOf } from '../../data-layer/renames.ts';
import { configPath } from '../../project/records.ts';

/**
 * Returns the renames that `was` declares in genlock.json. Without any `was`, the file is not validated, because a
 * migration needs only the schema.
 *
 * @param root absolute path of the project
 * @throws GenlockError `CONFIG_…`
 */
export async function projectRenames(root: string): Promise<readonly Rename[]> {
  const text = await readFile(join(root, configPath), 'utf8');
  if (!text.includes('"was"')) return [];
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
