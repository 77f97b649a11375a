import { chmod, mkdir, stat } from 'node:fs/promises';
import { RegistryError } from './errors.ts';

const others = { any: 0o077, write: 0o022 } as const;

/**
 * Makes a folder for answers this user's own, as far as it can be made one: what is asked of a private registry is nobody
 * else's to read, and who writes there says what registries answered, as one that says "as before" means what is there.
 *
 * @param cache absolute
 * @throws RegistryError REGISTRY_CONFIG_INVALID if somebody else can write there
 */
export async function ownCache(cache: string, { offline }: { readonly offline: boolean }): Promise<void> {
  // Where it can't be made, whoever writes there says so.
  if (!offline) await mkdir(cache, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const found = await stat(cache).catch(() => undefined);
  // Windows has lists of its own, and a folder in the user's.
  const user = process.getuid?.();
  if (found === undefined || user === undefined || !found.isDirectory()) return;
  const isOwn = found.uid === user;
  if (isOwn && (found.mode & others.any) !== 0) await chmod(cache, 0o700).catch(() => undefined);
  if (isOwn || (found.uid === 0 && (found.mode & others.write) === 0)) return;
  const message = `the cache can't be used: others can write to ${cache}; GENLOCK_CACHE names another folder`;
  throw new RegistryError('REGISTRY_CONFIG_INVALID', message);
}
