import { isAbsolute, join } from 'node:path';
import type { Environment } from './npmrc.ts';

export interface CacheHome {
  readonly env: Environment;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Returns the platform's cache folder, or the folder in `GENLOCK_CACHE`. Empty and relative variables are ignored,
 * because another user can own the current folder.
 */
export function cacheFolder({ env, home, platform }: CacheHome): string {
  const absolute = (name: string): string | undefined => {
    const value = env[name];
    return value !== undefined && isAbsolute(value) ? value : undefined;
  };
  const own = absolute('GENLOCK_CACHE');
  if (own !== undefined) return own;
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'genlock');
  if (platform === 'win32') return join(absolute('LOCALAPPDATA') ?? join(home, 'AppData', 'Local'), 'genlock', 'Cache');
  return join(absolute('XDG_CACHE_HOME') ?? join(home, '.cache'), 'genlock');
}

/**
 * Returns the folder for registry responses and archives. The cache has a separate subfolder, because cleanup removes
 * entries and `GENLOCK_CACHE` can name a folder with other files.
 */
export function registryCache(place: CacheHome): string {
  return join(cacheFolder(place), 'registry');
}
