/** Results of the commands that talk to registries, and of those for the cache. */
import * as z from 'zod';
import type { CacheClearResult, CacheInfoResult, CacheVerifyResult } from '../flows/cache.ts';
import { count, text } from './parts.ts';

const content = { entries: count, bytes: count };
const cache = { folder: text, ...content, most: count.meta({ description: 'The bound, in bytes.' }) };

/** `cache info` */
export const cacheInfoResult: z.ZodType<CacheInfoResult> = z.strictObject(cache);

/** `cache clear` */
export const cacheClearResult: z.ZodType<CacheClearResult> = z.strictObject({
  folder: text,
  removed: z.strictObject(content),
});

/** `cache verify` */
export const cacheVerifyResult: z.ZodType<CacheVerifyResult> = z.strictObject({
  ...cache,
  damaged: count,
  freed: count,
});
