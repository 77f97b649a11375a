import { publish } from 'libnpmpublish';
import { RegistryError } from './errors.ts';
import { forName, requireAllowed } from './registries.ts';
import { request, type FetchOptions } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** A release that is to be. */
export interface Publication {
  readonly registry: string;
  /** Its package.json. */
  readonly manifest: { readonly name: string; readonly version: string };
  readonly archive: Buffer;
  /** The tag it gets. */
  readonly tag: string;
  /** Who may have it, where the registry asks that; only a name with a scope can be `restricted`. */
  readonly access?: 'public' | 'restricted' | undefined;
  /** Signs how it was made, with what the CI it runs in can prove. */
  readonly provenance: boolean;
  readonly otp?: string | undefined;
}

/** Long enough for the largest archive over a slow line. */
const timeoutMs = 120_000;
const answerBytes = 1024 * 1024;

/**
 * Publishes a release. It is never tried twice: nobody knows how much of a broken attempt went through.
 *
 * @throws RegistryError REGISTRY_PUBLISH_REFUSED with what the registry says, REGISTRY_UNAUTHORIZED
 */
export async function publishRelease(publication: Publication, settings: ClientSettings): Promise<void> {
  const { registry, manifest, archive, tag, access, provenance, otp } = publication;
  requireAllowed(new URL(registry), settings);
  const { host } = new URL(registry);
  const what = `${manifest.name} ${manifest.version}`;
  const limits = { ...settings.limits, retries: 0, timeoutMs };
  const once = { ...forName(manifest.name, settings), limits };
  await request({ registry, what, answerBytes }, once, async (options: FetchOptions) => {
    const more = { defaultTag: tag, access: access ?? null, provenance, ...(otp !== undefined && { otp }) };
    try {
      await publish(manifest, archive, { ...options, ...more, ...settings.signing, cache: undefined });
    } catch (error) {
      throw refusalOf(error, { what, host }) ?? error;
    }
  });
}

interface Refused {
  readonly what: string;
  readonly host: string;
}

/** What the registry has against it, in its own words. Whoever prints them takes out what mustn't be seen. */
function refusalOf(error: unknown, { what, host }: Refused): RegistryError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, body } = error as Error & { readonly code?: unknown; readonly body?: unknown };
  const [, status] = /^E(\d{3})$/u.exec(String(code)) ?? [];
  const said = wordsOf(body);
  if (status === '404') {
    const message = `${host} has no place for ${what}, or you may not publish there`;
    return new RegistryError('REGISTRY_UNAUTHORIZED', message, { cause: error });
  }
  const isRefusal = status?.startsWith('4') === true && !['401', '429'].includes(status);
  const isOurs =
    ['EPRIVATE', 'EUNSCOPED', 'EBADSEMVER', 'EUSAGE'].includes(String(code)) || unsigned.test(String(code));
  if (!isRefusal && !isOurs) return undefined;
  const reason = isOurs ? error.message : (said ?? `it answers ${status}`);
  const message = `${isOurs ? what : host} ${isOurs ? "can't be published" : `refuses ${what}`}: ${reason}`;
  return new RegistryError('REGISTRY_PUBLISH_REFUSED', message, { cause: error });
}

/** How the codes begin of what keeps a proof of how it was made from being signed. */
const unsigned = /^(?:IDENTITY_TOKEN|CA|TLOG|TSA)_/u;

function wordsOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, message } = body as { readonly error?: unknown; readonly message?: unknown };
  return [error, message].find((text): text is string => typeof text === 'string' && text !== '');
}
