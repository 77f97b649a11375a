import { lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CacheContent, CacheRepair } from '../../../registry-client/index.ts';
import { asGenlockErrors, homeOf, type PackagePorts } from '../../engine/packages/machine-settings.ts';

/** Contents of the registry cache; `--json` prints exactly this object. */
export interface CacheInfoResult extends CacheContent {
  /** Absolute. */
  readonly folder: string;
  /** Size limit in bytes. The oldest entries are removed first. */
  readonly most: number;
}

type Machine = Pick<PackagePorts, 'env'>;

/** @throws GenlockError REGISTRY_CONFIG_INVALID if the home folder is missing or the cache cannot be read */
export async function cacheInfo(machine: Machine): Promise<CacheInfoResult> {
  const { cacheBytes, cacheContent } = await import('../../../registry-client/index.ts');
  const folder = await registryFolder(machine);
  return { folder, ...(await asGenlockErrors(() => cacheContent(folder))), most: cacheBytes };
}

/** Removed cache contents; `--json` prints exactly this object. */
export interface CacheClearResult {
  readonly folder: string;
  readonly removed: CacheContent;
}

/**
 * File names of other caches next to the registry cache: code compiled by Node and the indexes of `genlock status` and
 * `genlock list`. Only matching names are deleted, because a folder from an environment variable can contain other files.
 */
const indexName = /^[0-9a-z]+-[0-9a-z]+\.json(?:\.\d+)?$/u;
const conveniences = { compiled: /^v\d+\./u, list: indexName, status: indexName } as const;

/** Deletes all caches. Installed plugins are not affected; cached data is fetched or computed again when needed. */
export async function clearPackageCache(machine: Machine): Promise<CacheClearResult> {
  const { cacheContent, clearCache, onDisk } = await import('../../../registry-client/cache.ts');
  const folder = await registryFolder(machine);
  return asGenlockErrors(async () => {
    const removed = await cacheContent(folder);
    await clearCache(folder);
    for (const [name, own] of Object.entries(conveniences)) {
      await onDisk(() => clearOwn(join(dirname(folder), name), own));
    }
    return { folder, removed };
  });
}

/** Deletes matching files in a folder. A symbolic link to a folder is not followed. */
async function clearOwn(folder: string, own: RegExp): Promise<void> {
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
  const gone = names.filter((name) => own.test(name)).map((name) => join(folder, name));
  await Promise.all(gone.map((path) => rm(path, { recursive: true, force: true })));
}

/** Removed and remaining cache contents; `--json` prints exactly this object. */
export interface CacheVerifyResult extends CacheInfoResult, CacheRepair {}

/** Verifies all cache entries, removes damaged ones and trims the cache to its size limit. */
export async function verifyPackageCache(machine: Machine): Promise<CacheVerifyResult> {
  const { boundCache, verifyCache } = await import('../../../registry-client/index.ts');
  const folder = await registryFolder(machine);
  const repair = await asGenlockErrors(() => verifyCache(folder));
  await asGenlockErrors(() => boundCache(folder));
  return { ...repair, ...(await cacheInfo(machine)) };
}

/** Returns the folder of the registry cache, absolute. */
export async function registryFolder({ env }: Machine): Promise<string> {
  const { registryCache } = await import('../../../registry-client/index.ts');
  return registryCache({ env, home: homeOf(env), platform: process.platform });
}
