import { isAbsolute, join } from 'node:path';
import type { Environment } from './npmrc.ts';

export interface CacheHome {
  readonly env: Environment;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Where the platform wants caches to be; `GENLOCK_CACHE` names another folder. A variable that is empty or relative counts
 * as unset: what lies in the current folder belongs to whoever made that.
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
 * Where answers and archives are kept in the folder for caches: in one of their own, as a folder that a variable names may
 * hold something else, and what isn't kept any more is removed.
 */
export function registryCache(place: CacheHome): string {
  return join(cacheFolder(place), 'registry');
}
