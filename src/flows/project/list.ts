import { availablePlugins } from '../../plugin/bundled.ts';
import { knownList } from './list-index.ts';
import type { ListResult, ProjectList } from './list-result.ts';

export type { ListedPlugin, ListResult } from './list-result.ts';

/**
 * Lists the plugins of a project. Unchanged records are validated only once.
 *
 * @param cache the user's cache folder, absolute; every call validates the records if absent
 * @throws GenlockError PROJECT_NOT_FOUND, CONFIG_…, PROJECT_LOCKFILE_…
 */
export async function listPlugins(cwd: string, cache?: string): Promise<ListResult> {
  const known = cache === undefined ? undefined : knownList(cwd, cache);
  const list = known ?? (await readList(cwd, cache));
  const installed = new Set(list.plugins.map(({ name }) => name));
  return { ...list, available: availablePlugins().filter((name) => !installed.has(name)) };
}

/** Loads the validation only if needed, because its modules take more time than the rest of the command. */
async function readList(cwd: string, cache: string | undefined): Promise<ProjectList> {
  const { fullList } = await import('./full-list.ts');
  return fullList(cwd, cache);
}
