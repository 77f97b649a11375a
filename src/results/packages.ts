/** Results of the registry and cache commands. */
import * as z from 'zod';
import type { CacheFetchResult } from '../flows/registry/fetch-locked.ts';
import type { CacheClearResult, CacheInfoResult, CacheVerifyResult } from '../flows/registry/cache.ts';
import type { DeprecateResult } from '../flows/author/deprecate.ts';
import type { InfoResult, SearchResult } from '../flows/registry/search.ts';
import type { OutdatedResult } from '../flows/registry/outdated.ts';
import type { PackResult } from '../flows/author/pack.ts';
import type { PublishResult } from '../flows/author/publish.ts';
import type { LoginResult, LogoutResult, SessionResult } from '../flows/registry/session.ts';
import { count, provenance, text, unformatted } from './parts.ts';

const content = { entries: count, bytes: count };
const cache = { folder: text, ...content, most: count.meta({ description: 'The bound, in bytes.' }) };

/** `cache info` */
export const cacheInfoResult: z.ZodType<CacheInfoResult> = z.strictObject(cache);

/** `cache clear` */
export const cacheClearResult: z.ZodType<CacheClearResult> = z.strictObject({
  folder: text,
  removed: z.strictObject(content),
});

/** `cache fetch` */
export const cacheFetchResult: z.ZodType<CacheFetchResult> = z.strictObject({
  folder: text,
  plugins: z.array(z.strictObject({ name: text, version: text, registry: text, integrity: text })),
  local: z.array(text).meta({ description: 'Plugins from folders and archives.' }),
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

const reportSummary = z.strictObject({
  laws: count.meta({ description: 'Laws that held.' }),
  cases: count.meta({ description: 'Generated projects.' }),
  genlock: text,
});

/** `plugin publish` */
export const publishResult: z.ZodType<PublishResult> = z.strictObject({
  status: z.enum(['published', 'staged', 'planned']),
  plugin: z.strictObject({ name: text, version: text, folder: text }),
  registry: text,
  tag: text,
  access: z.enum(['public', 'restricted']).exactOptional(),
  provenance: z.boolean(),
  stage: z.boolean(),
  stageId: text.exactOptional(),
  tests: text.exactOptional(),
  files: z.array(z.strictObject({ path: text, bytes: count })),
  archive: z.strictObject({ bytes: count, unpacked: count, integrity: text }),
  report: reportSummary.exactOptional().meta({ description: 'Report of `genlock plugin test` in the package.' }),
  warnings: z.array(text),
});

/** `plugin pack` */
export const packResult: z.ZodType<PackResult> = z.strictObject({
  plugin: z.strictObject({ name: text, version: text, folder: text }),
  archive: z.strictObject({ path: text, bytes: count, unpacked: count, integrity: text }),
  files: z.array(z.strictObject({ path: text, bytes: count })),
  formatted: z.array(text).meta({ description: 'Templates that the command formatted, as package paths.' }),
  unformatted: unformatted.exactOptional(),
  report: reportSummary.exactOptional().meta({ description: 'Report of `genlock plugin test` in the package.' }),
  warnings: z.array(text),
});

/** `plugin deprecate` */
export const deprecateResult: z.ZodType<DeprecateResult> = z.strictObject({
  name: text,
  registry: text,
  versions: z.array(text),
  message: text.meta({ description: 'Empty if the deprecation was removed.' }),
});

/** `plugin search` */
export const searchResult: z.ZodType<SearchResult> = z.strictObject({
  registries: z.array(
    z.strictObject({ registry: text, mirror: z.literal(true).exactOptional(), problem: text.exactOptional() }),
  ),
  plugins: z.array(
    z.strictObject({
      name: text,
      version: text,
      registry: text,
      description: text.exactOptional(),
      publisher: text.exactOptional(),
    }),
  ),
});

/** `plugin info` */
export const infoResult: z.ZodType<InfoResult> = z.strictObject({
  name: text,
  version: text,
  registry: text.exactOptional().meta({ description: 'Absent for a plugin that is part of Genlock.' }),
  mirror: text.exactOptional(),
  integrity: text,
  publishedAt: text.exactOptional(),
  publisher: text.exactOptional(),
  deprecated: text.exactOptional(),
  provides: z.enum(['auth', 'mail']).exactOptional(),
  extends: z.literal('auth').exactOptional(),
  requires: z.array(text).exactOptional().meta({ description: 'Names of the plugins that the plugin requires.' }),
  tests: z
    .strictObject({
      state: z.enum(['absent', 'invalid', 'stale', 'broken', 'current', 'unknown']),
      laws: count.exactOptional(),
      cases: count.exactOptional(),
      genlock: text.exactOptional(),
      reason: text.exactOptional().meta({ description: 'Why the package could not be fetched.' }),
    })
    .meta({ description: 'The report of `genlock plugin test` in the package.' }),
  trust: z
    .strictObject({ signatures: z.enum(['verified', 'absent']), provenance })
    .exactOptional()
    .meta({ description: 'Absent for a plugin that is part of Genlock.' }),
});

/** `outdated` */
export const outdatedResult: z.ZodType<OutdatedResult> = z.strictObject({
  plugins: z.array(
    z.strictObject({
      name: text,
      current: text,
      wanted: text.exactOptional(),
      latest: text.exactOptional(),
      registry: text,
      problem: z
        .strictObject({ code: z.enum(['POLICY_DENIED', 'REGISTRY_VERSION_NOT_FOUND']), message: text })
        .exactOptional(),
    }),
  ),
  checked: count,
});
