import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../config/read.ts';
import { type Rename, renamesOf } from '../../data-layer/renames.ts';
import { configPath } from '../../project/records.ts';

/**
 * What `was` in the project's genlock.json speaks of. A file that says it nowhere isn't looked at more closely: a
 * migration needs only the schema.
 *
 * @param root absolute path of the project
 * @throws GenlockError `CONFIG_…`
 */
export async function projectRenames(root: string): Promise<readonly Rename[]> {
  const text = await readFile(join(root, configPath), 'utf8');
  if (!text.includes('"was"')) return [];
  // Which plugins bring users decides nothing here, so each of them may.
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
