import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { cacheFolder } from '../registry-client/cache-folder.ts';

/**
 * Returns the absolute path of the user's cache folder; `undefined` if neither a variable nor a home folder defines it.
 */
export function userCache(): string | undefined {
  try {
    const folder = cacheFolder({ env: process.env, home: homedir(), platform: process.platform });
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the folder for Node's compile cache; `undefined` if the user has no private cache folder. Node executes the
 * cached code without checking its owner. So the cache must not be in the temporary folder, Node's default, where all
 * users can write.
 */
export function compiledFolder(): string | undefined {
  const cache = userCache();
  if (cache === undefined) return undefined;
  const folder = join(cache, 'compiled');
  try {
    return liesWithOwner(cache) && isOwn(cache) && isOwn(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates a folder if needed and returns whether only this user can write to it. On Windows, checks only that it is a
 * folder.
 */
function isOwn(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = lstatSync(folder);
  if (!status.isDirectory()) return false;
  return process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
}

/**
 * Returns whether the parent folder belongs to this user or to root. So root does not create folders in another user's
 * home.
 */
function liesWithOwner(folder: string): boolean {
  let above = dirname(folder);
  while (!existsSync(above)) above = dirname(above);
  return process.getuid === undefined || [process.getuid(), 0].includes(statSync(above).uid);
}
