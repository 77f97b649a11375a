import * as z from 'zod';
import type { PackageRecord } from './package-records.ts';
import { Refusal, rejected } from './refusal.ts';

const changeSchema = z.looseObject({
  _rev: z.string().optional(),
  'dist-tags': z.record(z.string(), z.string()).optional().default({}),
  versions: z.record(z.string(), z.looseObject({ deprecated: z.union([z.string(), z.boolean()]).optional() })),
});

/** A packument somebody sent without an archive: words on versions, or versions left out. */
export interface Change {
  /** The revision it says it goes by; nothing if it doesn't say. */
  readonly base: string | undefined;
  /** Versions that are there and weren't sent. */
  readonly missing: readonly string[];
  /** What Verdaccio is to act on, and nothing else. */
  readonly body: Readonly<Record<string, unknown>>;
}

const longestNote = 1024;
/** npm prints a note as it is: nothing in it may be an order to a terminal, or turn the writing around. */
const unprintable = /[\p{Cc}\p{Bidi_C}]/u;

/**
 * Reads a packument without an archive, which may say no more than Verdaccio can do with it.
 *
 * @param standing versions that are there
 * @throws Refusal
 */
export function readChange(
  name: string,
  { request, standing }: { readonly request: unknown; readonly standing: readonly string[] },
): Change {
  const { data } = changeSchema.safeParse(request);
  if (data === undefined) throw rejected('the request is no packument');
  const { _rev: base } = data;
  const sent = standing.filter((version) => Object.hasOwn(data.versions, version));
  const versions = sent.map((version) => [version, noteOf(data.versions[version] ?? {})] as const);
  const tags = Object.entries(data['dist-tags']).filter(([, version]) => sent.includes(version));
  return {
    base,
    missing: standing.filter((version) => !sent.includes(version)),
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
    throw rejected(`what is said of a version is a text of ${longestNote} characters at most`);
  }
  if (unprintable.test(deprecated)) throw rejected('what is said of a version is plain text, on one line');
  return { deprecated };
}

/** Versions that were published and not taken back. */
export function publishedVersions({ versions }: PackageRecord): readonly string[] {
  return [...versions].flatMap(([version, { withdrawn }]) => (withdrawn === true ? [] : [version]));
}

/** The same record, with versions taken back. */
export function withdrawn({ owners, versions }: PackageRecord, gone: readonly string[]): PackageRecord {
  const marked = [...versions].map(([version, known]) => {
    return [version, gone.includes(version) ? { ...known, withdrawn: true as const } : known] as const;
  });
  return { owners, versions: new Map(marked) };
}

/**
 * The record of a package once a version is published: by whoever owns it, under a number that never was another's.
 *
 * @throws Refusal
 */
export function withVersion(
  record: PackageRecord | undefined,
  { name, version, integrity, user }: Record<'name' | 'version' | 'integrity' | 'user', string>,
): PackageRecord {
  const known = record?.versions.get(version);
  if (known?.withdrawn === true) {
    throw rejected(`${name} ${version} was taken back; its number is burned, so publish another version`);
  }
  if (known !== undefined && known.integrity !== integrity) {
    throw new Refusal(409, `genlock: ${name} ${version} is published already; publish another version`);
  }
  const versions = new Map([...(record?.versions ?? []), [version, { integrity }]]);
  return { owners: record?.owners ?? [user], versions };
}
