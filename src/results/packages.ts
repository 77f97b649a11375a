/** Results of the commands that talk to registries, and of those for the cache. */
import * as z from 'zod';
import type { CacheClearResult, CacheInfoResult, CacheVerifyResult } from '../flows/cache.ts';
import type { LoginResult, LogoutResult, SessionResult } from '../flows/session.ts';
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

const session = { registry: text, user: text.exactOptional() };
const kept = { ...session, file: text.meta({ description: "The user's .npmrc." }) };

/** `whoami` */
export const whoamiResult: z.ZodType<SessionResult> = z.strictObject(session);

/** `login` */
export const loginResult: z.ZodType<LoginResult> = z.strictObject(kept);

/** `logout` */
export const logoutResult: z.ZodType<LogoutResult> = z.strictObject({ ...kept, revoked: z.boolean() });
