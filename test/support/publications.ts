/** Publish requests that a registry received. */
import type { IncomingMessage } from 'node:http';
import { json, type FakeRegistry, type FakeRelease } from './fake-registry.ts';

/** One release, as it was sent. */
export interface Sent {
  readonly version: { readonly version: string; readonly dist: { readonly integrity: string } };
  readonly archive: Buffer;
  readonly tags: Readonly<Record<string, string>>;
  /** How it was made, as it was signed. */
  readonly bundle?: unknown;
}

export interface Publications {
  readonly all: readonly Sent[];
}

/** Takes releases of a name, and serves the last one. */
export function publications(registry: FakeRegistry, name: string): Publications {
  const all: Sent[] = [];
  registry.take(`/${name}`, (request, response) => {
    const take = async (): Promise<void> => {
      const sent = sentIn(await bodyOf(request));
      all.push(sent);
      registry.publish({ name, version: sent.version.version, archive: sent.archive, dist: attested(sent) });
      json(response, { ok: true }, 201);
    };
    void take();
  });
  /** Serves the attestation like the npm registry: at a separate address that the packument contains. */
  const attested = ({ version: { version }, bundle }: Sent): NonNullable<FakeRelease['dist']> => {
    if (bundle === undefined) return {};
    const path = `/-/npm/v1/attestations/${name}@${version}`;
    const { predicateType } = statementIn(bundle);
    registry.answer(path, (_, response) => json(response, { attestations: [{ predicateType, bundle }] }));
    return { attestations: { url: new URL(path, registry.url).href, provenance: { predicateType } } };
  };
  return { all };
}

function statementIn(bundle: unknown): { readonly predicateType: string } {
  const { dsseEnvelope } = bundle as { readonly dsseEnvelope: { readonly payload: string } };
  return JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString()) as { readonly predicateType: string };
}

interface Body {
  readonly 'dist-tags': Sent['tags'];
  readonly versions: Readonly<Record<string, Sent['version']>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

function sentIn({ 'dist-tags': tags, versions, _attachments }: Body): Sent {
  const [version] = Object.values(versions);
  const attached = (end: string) => Object.entries(_attachments).find(([file]) => file.endsWith(end))?.[1].data;
  const [archive, bundle] = [attached('.tgz'), attached('.sigstore')];
  if (version === undefined || archive === undefined) throw new Error('nothing was published');
  return {
    version,
    archive: Buffer.from(archive, 'base64'),
    tags,
    ...(bundle !== undefined && { bundle: JSON.parse(bundle) as unknown }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString()) as Body;
}
