import * as z from 'zod';
import type { PackageRecord } from './package-records.ts';
import { Refusal, rejected } from './refusal.ts';

const changeSchema = z.looseObject({
  _rev: z.string().optional(),
  'dist-tags': z.record(z.string(), z.string()).optional().default({}),
  versions: z.record(z.string(), z.looseObject({ deprecated: z.union([z.string(), z.boolean()]).optional() })),
});

/** A packument without an archive, which changes deprecations or removes versions. */
export interface Change {
  /** Base revision of the change; `undefined` if not given. */
  readonly base: string | undefined;
  /** Existing versions that are missing in the request. */
  readonly missing: readonly string[];
  /** The allowed content of the request, for Verdaccio. */
  readonly body: Readonly<Record<string, unknown>>;
}

const longestNote = 1024;
/**
 * Characters that are not allowed in a note. npm prints notes unchanged, so control characters could affect the
 * terminal or the text direction.
 */
const unprintable = /[\p{Cc}\p{Bidi_C}]/u;

/**
 * Reads a packument without an archive, limited to changes that Verdaccio supports.
 *
 * @param published existing versions
 * @throws Refusal
 */
export function readChange(
  name: string,
  { request, published }: { readonly request: unknown; readonly published: readonly string[] },
): Change {
  const { data } = changeSchema.safeParse(request);
  if (data === undefined) throw rejected('the request is not a packument');
  const { _rev: base } = data;
  const sent = published.filter((version) => Object.hasOwn(data.versions, version));
  const versions = sent.map((version) => [version, noteOf(data.versions[version] ?? {})] as const);
  const tags = Object.entries(data['dist-tags']).filter(([, version]) => sent.includes(version));
  return {
    base,
    missing: published.filter((version) => !sent.includes(version)),
    body: {
      _id: name,
      name,
      'dist-tags': Object.fromEntries(tags),
      versions: Object.fromEntries(versions),
      _attachments: {},
    },
  };
}

function noteOf({ deprecated }: { readonly deprecated?: string | boolean | undefined }): {
  readonly deprecated?: string;
} {
  if (deprecated === undefined || deprecated === false) return {};
  if (deprecated === true || deprecated.length > longestNote) {
    throw rejected(`a deprecation message may have at most ${longestNote} characters`);
  }
  if (unprintable.test(deprecated)) throw rejected('a deprecation message must be plain text on one line');
  return { deprecated };
}

/** Returns the published versions that were not unpublished. */
export function publishedVersions({ versions }: PackageRecord): readonly string[] {
  return [...versions].flatMap(([version, { withdrawn }]) => (withdrawn === true ? [] : [version]));
}

/** Returns the record with the given versions marked as unpublished. */
export function withdrawn({ owners, versions }: PackageRecord, gone: readonly string[]): PackageRecord {
  const marked = [...versions].map(([version, known]) => {
    return [version, gone.includes(version) ? { ...known, withdrawn: true as const } : known] as const;
  });
  return { owners, versions: new Map(marked) };
}

/**
 * Returns a package's record with a new version. The first publisher becomes the owner. The version number must be
 * new, or belong to the same archive.
 *
 * @throws Refusal
 */
export function withVersion(
  record: PackageRecord | undefined,
  { name, version, integrity, user }: Record<'name' | 'version' | 'integrity' | 'user', string>,
): PackageRecord {
  const known = record?.versions.get(version);
  if (known?.withdrawn === true) {
    throw rejected(`${name} ${version} was unpublished; its number is burned, so publish another version`);
  }
  if (known !== undefined && known.integrity !== integrity) {
    throw new Refusal(409, `genlock: ${name} ${version} is published already; publish another version`);
  }
  const versions = new Map([...(record?.versions ?? []), [version, { integrity }]]);
  return { owners: record?.owners ?? [user], versions };
}
