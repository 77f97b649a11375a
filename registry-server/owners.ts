import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { PackageRecord } from './package-records.ts';
import { Refusal, rejected } from './refusal.ts';
import type { Response } from './verdaccio.ts';

/** What npm sends to say who owns a package: names, and nothing of versions. */
const ownersSchema = z.object({
  maintainers: z.array(z.object({ name: z.string() })),
  versions: z.undefined().optional(),
  _attachments: z.undefined().optional(),
});

/** Names a request wants to be a package's owners; nothing if it is another kind of request. */
export function readOwners(request: unknown): readonly string[] | undefined {
  const { data } = ownersSchema.safeParse(request);
  return data && [...new Set(data.maintainers.map(({ name }) => name))];
}

/**
 * The same record, owned by others.
 *
 * @throws Refusal
 */
export function withOwners(
  record: PackageRecord,
  { owners, isUser }: { readonly owners: readonly string[]; readonly isUser: (name: string) => boolean },
): PackageRecord {
  if (owners.length === 0) throw rejected('a package has an owner; add another one first');
  const stranger = owners.find((name) => !isUser(name));
  if (stranger !== undefined) throw new Refusal(404, `genlock: there is no user ${JSON.stringify(stranger)}`);
  return { ...record, owners };
}

const packumentSchema = z.looseObject({ name: z.string(), versions: z.looseObject({}), _rev: z.string().optional() });

/** What a packument says beside what Verdaccio keeps. */
interface Said {
  readonly ownersNow: () => readonly string[];
  /** As the package was when it was asked for, or older: never newer than what is sent. */
  readonly revision: string;
}

/** Has a packument that is sent say who the owners are, and which revision it is. */
export function showOwners(response: Response, { ownersNow, revision }: Said): void {
  const { send } = response;
  response.send = (body) => {
    const packument = packumentIn(body);
    if (packument === undefined) return send.call(response, body);
    const maintainers = ownersNow().map((name) => ({ name, email: '' }));
    const { _rev: theirs } = packument;
    // The short form of a packument has none.
    const revised = theirs === undefined ? {} : { _rev: revision };
    const text = JSON.stringify({ ...packument, ...revised, maintainers });
    // Who asks again with this is told that nothing changed; so it has to change with the owners.
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
