import npmFetch from 'npm-registry-fetch';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { codeOf, isRefusal, statusOf, wordsOf } from './failure.ts';
import { packumentUrl, publishedAt, readPackument } from './packument.ts';
import { forName, requireAllowed } from './registries.ts';
import { once, request, type FetchOptions } from './request.ts';
import { networkLimits, type ClientSettings } from './settings.ts';

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
  /** It waits at the registry until somebody approves it there. */
  readonly stage: boolean;
  readonly otp?: string | undefined;
}

/** Long enough for the largest archive over a slow line. */
const timeoutMs = 120_000;
const answerBytes = 1024 * 1024;

/**
 * Publishes a release. It is never tried twice: nobody knows how much of a broken attempt went through.
 *
 * @returns by what name one waits that is staged
 * @throws RegistryError REGISTRY_PUBLISH_REFUSED with what the registry says, REGISTRY_UNAUTHORIZED;
 * REGISTRY_ANSWER_INVALID if it doesn't say that one that is to be staged is
 */
export async function publishRelease(
  publication: Publication,
  settings: ClientSettings,
): Promise<{ readonly stageId?: string }> {
  const { registry, manifest, archive, tag, access, provenance, stage, otp } = publication;
  requireAllowed(new URL(registry), settings);
  const { host } = new URL(registry);
  const what = `${manifest.name} ${manifest.version}`;
  const patient = { ...forName(manifest.name, settings), limits: { ...settings.limits, timeoutMs } };
  return request({ registry, what, answerBytes }, once(patient), async (options: FetchOptions) => {
    const more = { defaultTag: tag, access: access ?? null, provenance, stage, ...(otp !== undefined && { otp }) };
    try {
      // Loaded here: whoever only fetches needs none of it.
      const { default: library } = await import('libnpmpublish');
      const answer = await library.publish(manifest, archive, {
        ...options,
        ...more,
        ...settings.signing,
        cache: undefined,
      });
      return stage ? { stageId: stageIdIn(answer, { what, host }) } : {};
    } catch (error) {
      throw refusalOf(error, { what, host, stage }) ?? error;
    }
  });
}

const stagedSchema = z.object({ stageId: z.string().regex(/^[\w-]{1,100}$/u) });

/** Some registries answer well without having staged anything. */
function stageIdIn(answer: unknown, { what, host }: Omit<Refused, 'stage'>): string {
  const { data } = stagedSchema.safeParse(answer);
  if (data !== undefined) return data.stageId;
  throw new RegistryError('REGISTRY_ANSWER_INVALID', `${host} doesn't say that ${what} waits there`);
}

/** A version that may be at a registry. */
export interface Place {
  readonly registry: string;
  readonly name: string;
  readonly version: string;
}

/** Whether a registry has a version, or had it. @throws RegistryError */
export async function isPublished({ registry, name, version }: Place, settings: ClientSettings): Promise<boolean> {
  const asked = {
    registry,
    what: name,
    answerBytes: settings.limits?.packumentBytes ?? networkLimits.packumentBytes,
  };
  const url = packumentUrl(name, registry);
  const answer: unknown = await request(asked, forName(name, settings), async (options) => {
    try {
      return await npmFetch.json(url, { ...options, cache: undefined });
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  });
  if (answer === undefined) return false;
  const packument = readPackument(answer, name);
  // Of one that was taken back, the time is still told.
  return (
    Object.hasOwn(packument.versions, version) || publishedAt(packument, { version, now: settings.now }) !== undefined
  );
}

interface Refused {
  readonly what: string;
  readonly host: string;
  readonly stage: boolean;
}

/** What the registry has against it, in its own words. Whoever prints them takes out what mustn't be seen. */
function refusalOf(error: unknown, { what, host, stage }: Refused): RegistryError | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = statusOf(error);
  if (stage && (status === 404 || status === 405)) {
    const message = `${host} lets no release wait for approval, or you may not publish there`;
    return new RegistryError('REGISTRY_PUBLISH_REFUSED', message, { cause: error });
  }
  if (status === 404) {
    const message = `${host} has no place for ${what}, or you may not publish there`;
    return new RegistryError('REGISTRY_UNAUTHORIZED', message, { cause: error });
  }
  const isNeverSent = neverSent.test(codeOf(error));
  if (!isNeverSent && (!isRefusal(error) || status === 401)) return undefined;
  const message = isNeverSent
    ? `${what} can't be published: ${error.message}`
    : `${host} refuses ${what}: ${wordsOf(error) ?? `it answers ${status}`}`;
  return new RegistryError('REGISTRY_PUBLISH_REFUSED', message, { cause: error });
}

/** What npm's library won't send, and how the codes begin where a proof of how it was made can't be signed. */
const neverSent = /^(?:EPRIVATE|EUNSCOPED|EBADSEMVER|EUSAGE)$|^(?:IDENTITY_TOKEN|CA|TLOG|TSA)_/u;
