import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import cacache from 'cacache';
import { cacheFailure } from './failure.ts';

/** Maximum cache size in bytes after a download. */
export const cacheBytes = 256 * 1024 * 1024;

/** Runs a cache operation. @throws RegistryError REGISTRY_CONFIG_INVALID if the cache cannot be read or written */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw cacheFailure(error) ?? error;
  }
}

/** Cache statistics. */
export interface CacheContent {
  /** Number of responses and archives. */
  readonly entries: number;
  /** Size in bytes, including interrupted downloads. Shared content counts once. */
  readonly bytes: number;
}

/**
 * Returns cache statistics.
 *
 * @param cache absolute path; a missing folder counts as empty
 */
export async function cacheContent(cache: string): Promise<CacheContent> {
  const entries = Object.values(await onDisk(() => cacache.ls(cache)));
  const sizes = new Map(entries.map(({ integrity, size }) => [integrity, size]));
  const unfinished = (await unfinishedIn(cache)).map(({ size }) => size);
  return { entries: entries.length, bytes: [...sizes.values(), ...unfinished].reduce((sum, size) => sum + size, 0) };
}

interface Unfinished {
  /** Absolute. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Time of the last write, in milliseconds. */
  readonly written: number;
}

/** Lists temporary files of running and interrupted downloads. */
async function unfinishedIn(cache: string): Promise<readonly Unfinished[]> {
  const folder = join(cache, 'tmp');
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // The download may have finished in the meantime.
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() === true ? [{ path, size: stats.size, written: stats.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

/** Deletes all cache entries. @throws RegistryError REGISTRY_CONFIG_INVALID */
export async function clearCache(cache: string): Promise<void> {
  const names = await onDisk(() => namesIn(cache));
  // Retries help if another process writes to the cache at the same time.
  const how = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };
  await onDisk(() => Promise.all(names.filter((name) => kept.test(name)).map((name) => rm(join(cache, name), how))));
}

/** Names of cacache's folders. */
const kept = /^(?:content-|index-|tmp$)/u;

async function namesIn(cache: string): Promise<readonly string[]> {
  return existsSync(cache) ? readdir(cache) : [];
}

/** Result of a cache verification. The listed content is already deleted. */
export interface CacheRepair {
  /** Number of missing contents and contents with a wrong hash. */
  readonly damaged: number;
  /** Deleted bytes of unused and damaged content. */
  readonly freed: number;
}

/** Verifies all cache entries and deletes invalid content. @throws RegistryError REGISTRY_CONFIG_INVALID */
export async function verifyCache(cache: string): Promise<CacheRepair> {
  if (!existsSync(cache)) return { damaged: 0, freed: 0 };
  const { badContentCount, missingContent, reclaimedSize } = await onDisk(() => cacache.verify(cache));
  return { damaged: badContentCount + missingContent, freed: reclaimedSize };
}

const newest = (entries: readonly { readonly time: number }[]) => Math.max(...entries.map(({ time }) => time));

/** Age in milliseconds after which an unfinished download counts as abandoned. */
const stale = 3_600_000;

/**
 * Deletes abandoned downloads, then the oldest entries until the cache is within its size limit.
 *
 * @param bytes size limit
 */
export async function boundCache(cache: string, bytes: number = cacheBytes): Promise<void> {
  const left = (await unfinishedIn(cache)).filter(({ written }) => written < Date.now() - stale);
  await Promise.all(left.map(({ path }) => rm(path, { force: true })));
  let { bytes: held } = await cacheContent(cache);
  if (held <= bytes) return;
  const byContent = Map.groupBy(Object.values(await cacache.ls(cache)), ({ integrity }) => integrity);
  const oldestFirst = [...byContent].toSorted(([, one], [, other]) => newest(one) - newest(other));
  for (const [integrity, entries] of oldestFirst) {
    if (held <= bytes) return;
    await onDisk(async () => {
      for (const { key } of entries) await cacache.rm.entry(cache, key, { removeFully: true });
      await cacache.rm.content(cache, integrity);
    });
    held -= entries[0]?.size ?? 0;
  }
}
