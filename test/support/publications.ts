/** What a registry was sent to publish. */
import type { IncomingMessage } from 'node:http';
import { json, type FakeRegistry } from './fake-registry.ts';

/** One release, as it was sent. */
export interface Sent {
  readonly version: { readonly version: string; readonly dist: { readonly integrity: string } };
  readonly archive: Buffer;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Publications {
  readonly all: readonly Sent[];
}

/** Takes releases of a name, and serves the last one. */
export function publications(registry: FakeRegistry, name: string): Publications {
  const all: Sent[] = [];
  registry.answer(`/${name}`, (request, response) => {
    const take = async (): Promise<void> => {
      const sent = sentIn(await bodyOf(request));
      all.push(sent);
      registry.publish({ name, version: sent.version.version, archive: sent.archive });
      json(response, { ok: true }, 201);
    };
    void take();
  });
  return { all };
}

interface Body {
  readonly 'dist-tags': Sent['tags'];
  readonly versions: Readonly<Record<string, Sent['version']>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

function sentIn({ 'dist-tags': tags, versions, _attachments }: Body): Sent {
  const [version] = Object.values(versions);
  const [attachment] = Object.values(_attachments);
  if (version === undefined || attachment === undefined) throw new Error('nothing was published');
  return { version, archive: Buffer.from(attachment.data, 'base64'), tags };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as Body;
}
