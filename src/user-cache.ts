import { homedir } from 'node:os';
import { cacheFolder } from '../registry-client/cache-folder.ts';

/** Where this user's caches are. */
export function userCache(): string {
  return cacheFolder({ env: process.env, home: homedir(), platform: process.platform });
}
