import { chmod, mkdir, stat } from 'node:fs/promises';
import { RegistryError } from './errors.ts';

const others = { any: 0o077, write: 0o022 } as const;

/**
 * Makes the cache folder private to this user, if possible. Other users must not read responses of private registries.
 * A user with write access could forge responses, for example because "not modified" refers to cached content.
 *
 * @param cache absolute
 * @throws RegistryError REGISTRY_CONFIG_INVALID if another user can write to the folder
 */
export async function ownCache(cache: string, { offline }: { readonly offline: boolean }): Promise<void> {
  // The later cache write reports a failure.
  if (!offline) await mkdir(cache, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const found = await stat(cache).catch(() => undefined);
  // Windows uses access control lists, and the folder is in the user's profile.
  const user = process.getuid?.();
  if (found === undefined || user === undefined || !found.isDirectory()) return;
  const isOwn = found.uid === user;
  if (isOwn && (found.mode & others.any) !== 0) await chmod(cache, 0o700).catch(() => undefined);
  if (isOwn || (found.uid === 0 && (found.mode & others.write) === 0)) return;
  const message = `the cache is unusable: others can write to ${cache}; set GENLOCK_CACHE to use another folder`;
  throw new RegistryError('REGISTRY_CONFIG_INVALID', message);
}
