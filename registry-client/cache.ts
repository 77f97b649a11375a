import { existsSync } from 'node:fs';
import cacache from 'cacache';

/** The most a cache may hold once something was fetched, in bytes. */
export const cacheBytes = 256 * 1024 * 1024;

/** What a cache holds. */
export interface CacheContent {
  /** Answers and archives. */
  readonly entries: number;
  /** What they take, in bytes; what several share is counted once. */
  readonly bytes: number;
}

/** @param cache its folder, absolute; one that isn't there holds nothing */
export async function cacheContent(cache: string): Promise<CacheContent> {
  const entries = Object.values(await cacache.ls(cache));
  const sizes = new Map(entries.map(({ integrity, size }) => [integrity, size]));
  return { entries: entries.length, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
}

/** Takes everything out of a cache. */
export async function clearCache(cache: string): Promise<void> {
  await cacache.rm.all(cache);
}

/** What was found in a cache that doesn't belong there; it is gone now. */
export interface CacheRepair {
  /** Contents whose bytes weren't the ones they were kept for, or weren't there. */
  readonly damaged: number;
  /** What nothing needed any more, in bytes; the damaged included. */
  readonly freed: number;
}

/** Reads everything in a cache, and takes out what isn't what it should be. */
export async function verifyCache(cache: string): Promise<CacheRepair> {
  if (!existsSync(cache)) return { damaged: 0, freed: 0 };
  const { badContentCount, missingContent, reclaimedSize } = await cacache.verify(cache);
  return { damaged: badContentCount + missingContent, freed: reclaimedSize };
}

const newest = (entries: readonly { readonly time: number }[]) => Math.max(...entries.map(({ time }) => time));

/** Takes out what was kept first, until the rest is within its bound. @param bytes the bound */
export async function boundCache(cache: string, bytes: number = cacheBytes): Promise<void> {
  let { bytes: held } = await cacheContent(cache);
  if (held <= bytes) return;
  const byContent = Map.groupBy(Object.values(await cacache.ls(cache)), ({ integrity }) => integrity);
  const oldestFirst = [...byContent].toSorted(([, one], [, other]) => newest(one) - newest(other));
  for (const [integrity, entries] of oldestFirst) {
    if (held <= bytes) return;
    for (const { key } of entries) await cacache.rm.entry(cache, key, { removeFully: true });
    await cacache.rm.content(cache, integrity);
    held -= entries[0]?.size ?? 0;
  }
}
