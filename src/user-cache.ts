import { existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { cacheFolder } from '../registry-client/cache-folder.ts';

/** Where this user's caches are, absolute; nowhere if no variable and no home folder says where. */
export function userCache(): string | undefined {
  try {
    const folder = cacheFolder({ env: process.env, home: homedir(), platform: process.platform });
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Where Node may keep what it compiled of Genlock; nowhere if this user has no folder for caches that is theirs alone.
 * Node takes what it finds there for code and asks nobody whose it is, so it can't be the folder for temporary files, where
 * Node would put it: all users write there.
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

/** Whether a folder, made if it isn't there, is one that only this user writes to; on Windows, whether it is a folder. */
function isOwn(folder: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = lstatSync(folder);
  if (!status.isDirectory()) return false;
  return process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0);
}

/** Whether what a folder lies in is this user's, or the system's: root with another's home makes nothing there. */
function liesWithOwner(folder: string): boolean {
  let above = dirname(folder);
  while (!existsSync(above)) above = dirname(above);
  return process.getuid === undefined || [process.getuid(), 0].includes(statSync(above).uid);
}
