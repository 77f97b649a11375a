import { lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CacheContent, CacheRepair } from '../../../registry-client/index.ts';
import { asGenlockErrors, homeOf, type PackagePorts } from '../../engine/packages/machine-settings.ts';

/** What is kept of registries' answers and archives, as data; `--json` prints exactly this. */
export interface CacheInfoResult extends CacheContent {
  /** Absolute. */
  readonly folder: string;
  /** The bound, in bytes: what was kept first goes when it is passed. */
  readonly most: number;
}

type Machine = Pick<PackagePorts, 'env'>;

/** @throws GenlockError REGISTRY_CONFIG_INVALID where there is no home folder, or its cache can't be read */
export async function cacheInfo(machine: Machine): Promise<CacheInfoResult> {
  const { cacheBytes, cacheContent } = await import('../../../registry-client/index.ts');
  const folder = await registryFolder(machine);
  return { folder, ...(await asGenlockErrors(() => cacheContent(folder))), most: cacheBytes };
}

/** What was taken out; `--json` prints exactly this. */
export interface CacheClearResult {
  readonly folder: string;
  readonly removed: CacheContent;
}

/**
 * What is beside it only to be quicker next time: code that Node compiled, and what `genlock status` saw. By their names:
 * a folder that a variable names may hold something else.
 */
const conveniences = { compiled: /^v\d+\./u, status: /^[0-9a-z]+-[0-9a-z]+\.json(?:\.\d+)?$/u } as const;

/** Takes everything out. Nothing that is installed is lost; it is fetched and looked at again where it is needed. */
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

/** What a link leads to isn't in the folder. */
async function clearOwn(folder: string, own: RegExp): Promise<void> {
  const names = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
  const gone = names.filter((name) => own.test(name)).map((name) => join(folder, name));
  await Promise.all(gone.map((path) => rm(path, { recursive: true, force: true })));
}

/** What was wrong and is gone, and what is left; `--json` prints exactly this. */
export interface CacheVerifyResult extends CacheInfoResult, CacheRepair {}

/** Reads everything again, takes out what is damaged, and what is beyond the bound. */
export async function verifyPackageCache(machine: Machine): Promise<CacheVerifyResult> {
  const { boundCache, verifyCache } = await import('../../../registry-client/index.ts');
  const folder = await registryFolder(machine);
  const repair = await asGenlockErrors(() => verifyCache(folder));
  await asGenlockErrors(() => boundCache(folder));
  return { ...repair, ...(await cacheInfo(machine)) };
}

async function registryFolder({ env }: Machine): Promise<string> {
  const { registryCache } = await import('../../../registry-client/index.ts');
  return registryCache({ env, home: homeOf(env), platform: process.platform });
}
