import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { PackageRecord } from './package-records.ts';
import { Refusal, rejected } from './refusal.ts';
import type { Response } from './verdaccio.ts';

/** npm's request for changing owners: names without versions. */
const ownersSchema = z.object({
  maintainers: z.array(z.object({ name: z.string() })),
  versions: z.undefined().optional(),
  _attachments: z.undefined().optional(),
});

/** Reads the requested owners; `undefined` for other requests. */
export function readOwners(request: unknown): readonly string[] | undefined {
  const { data } = ownersSchema.safeParse(request);
  return data && [...new Set(data.maintainers.map(({ name }) => name))];
}

/**
 * Returns the record with other owners.
 *
 * @throws Refusal
 */
export function withOwners(
  record: PackageRecord,
  { owners, isUser }: { readonly owners: readonly string[]; readonly isUser: (name: string) => boolean },
): PackageRecord {
  if (owners.length === 0) throw rejected('a package must have an owner; add another owner first');
  const stranger = owners.find((name) => !isUser(name));
  if (stranger !== undefined) throw new Refusal(404, `genlock: the user ${JSON.stringify(stranger)} does not exist`);
  return { ...record, owners };
}

const packumentSchema = z.looseObject({ name: z.string(), versions: z.looseObject({}), _rev: z.string().optional() });

/** Packument fields that the gate adds. */
interface Said {
  readonly ownersNow: () => readonly string[];
  /** Revision when the request arrived. Never newer than the sent packument. */
  readonly revision: string;
}

/** Adds the owners and the revision to a sent packument. */
export function showOwners(response: Response, { ownersNow, revision }: Said): void {
  const { send } = response;
  response.send = (body) => {
    const packument = packumentIn(body);
    if (packument === undefined) return send.call(response, body);
    const maintainers = ownersNow().map((name) => ({ name, email: '' }));
    const { _rev: theirs } = packument;
    // Abbreviated packuments have no revision.
    const revised = theirs === undefined ? {} : { _rev: revision };
    const text = JSON.stringify({ ...packument, ...revised, maintainers });
    // The ETag must change with the owners. Otherwise clients would keep using a cached packument.
    response.setHeader('etag', `"${createHash('sha256').update(text).digest('base64url')}"`);
    return send.call(response, text);
  };
}

function packumentIn(body: unknown): z.infer<typeof packumentSchema> | undefined {
  try {
    return packumentSchema.safeParse(JSON.parse(String(body))).data;
  } catch {
    return undefined;
  }
}
