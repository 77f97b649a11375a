import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import cacache from 'cacache';
import { cacheFailure } from './failure.ts';

/** The most a cache may hold once something was fetched, in bytes. */
export const cacheBytes = 256 * 1024 * 1024;

/** Does something in a folder for caches. @throws RegistryError REGISTRY_CONFIG_INVALID if that can't be read or written */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw cacheFailure(error) ?? error;
  }
}

/** What a cache holds. */
export interface CacheContent {
  /** Answers and archives. */
  readonly entries: number;
  /** What they take, in bytes, and what was left of interrupted downloads; what several share is counted once. */
  readonly bytes: number;
}

/** @param cache its folder, absolute; one that isn't there holds nothing */
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
  /** When it was last written to, in milliseconds. */
  readonly written: number;
}

/** What is being downloaded, or was when its process ended. */
async function unfinishedIn(cache: string): Promise<readonly Unfinished[]> {
  const folder = join(cache, 'tmp');
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // Whoever writes it may be done by now.
      const stats = await lstat(path).catch(() => undefined);
      return stats?.isFile() === true ? [{ path, size: stats.size, written: stats.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

/** Takes everything out of a cache. @throws RegistryError REGISTRY_CONFIG_INVALID */
export async function clearCache(cache: string): Promise<void> {
  const names = await onDisk(() => namesIn(cache));
  // Somebody may be putting something in meanwhile.
  const how = { recursive: true, force: true, maxRetries: 10, retryDelay: 20 };
  await onDisk(() => Promise.all(names.filter((name) => kept.test(name)).map((name) => rm(join(cache, name), how))));
}

/** What a cache is made of. */
const kept = /^(?:content-|index-|tmp$)/u;

async function namesIn(cache: string): Promise<readonly string[]> {
  return existsSync(cache) ? readdir(cache) : [];
}

/** What was found in a cache that doesn't belong there; it is gone now. */
export interface CacheRepair {
  /** Contents whose bytes weren't the ones they were kept for, or weren't there. */
  readonly damaged: number;
  /** What nothing needed any more, in bytes; the damaged included. */
  readonly freed: number;
}

/** Reads everything in a cache, and takes out what isn't what it should be. @throws RegistryError REGISTRY_CONFIG_INVALID */
export async function verifyCache(cache: string): Promise<CacheRepair> {
  if (!existsSync(cache)) return { damaged: 0, freed: 0 };
  const { badContentCount, missingContent, reclaimedSize } = await onDisk(() => cacache.verify(cache));
  return { damaged: badContentCount + missingContent, freed: reclaimedSize };
}

const newest = (entries: readonly { readonly time: number }[]) => Math.max(...entries.map(({ time }) => time));

/** Milliseconds; no download takes as long, so its process has ended. */
const stale = 3_600_000;

/**
 * Takes out what interrupted downloads left, and what was kept first, until the rest is within its bound.
 *
 * @param bytes the bound
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
