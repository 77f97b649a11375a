import { join } from 'node:path';
import type { Environment } from './npmrc.ts';

export interface CacheHome {
  readonly env: Environment;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Where the platform wants caches to be; `GENLOCK_CACHE` names another folder. */
export function cacheFolder({ env, home, platform }: CacheHome): string {
  const own = env['GENLOCK_CACHE'];
  if (own !== undefined && own !== '') return own;
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'genlock');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'genlock', 'Cache');
  return join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'genlock');
}
