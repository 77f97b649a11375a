import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../registry-client/cache-folder.ts';

/** Where this user's caches are. */
export function userCache(): string {
  return cacheFolder({ env: process.env, home: homedir(), platform: process.platform });
}

/**
 * Where Node may keep what it compiled of Genlock; nowhere if this user has no folder for caches. Node takes what it finds
 * there for code and asks nobody whose it is, so it can't be the folder for temporary files, where Node would put it: all
 * users write there.
 */
export function compiledFolder(): string | undefined {
  try {
    const folder = join(userCache(), 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return undefined;
  }
}
