import npmFetch from 'npm-registry-fetch';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { codeOf, isRefusal, signInHint, statusOf, wordsOf } from './failure.ts';
import { packumentUrl, publishedAt, readPackument } from './packument.ts';
import { forName, requireAllowed } from './registries.ts';
import { once, request, type FetchOptions } from './request.ts';
import { networkLimits, type ClientSettings } from './settings.ts';

/** Request to publish a release. */
export interface Publication {
  readonly registry: string;
  /** The release's package.json. */
  readonly manifest: { readonly name: string; readonly version: string };
  readonly archive: Buffer;
  /** Dist-tag for the release. */
  readonly tag: string;
  /** Package visibility, for registries that support it. `restricted` requires a scoped name. */
  readonly access?: 'public' | 'restricted' | undefined;
  /** Whether to sign provenance with the CI's identity. */
  readonly provenance: boolean;
  /** Whether the release waits at the registry for approval. */
  readonly stage: boolean;
  readonly otp?: string | undefined;
}

/** Allows the largest archive to be sent over a slow connection. */
const timeoutMs = 120_000;
const answerBytes = 1024 * 1024;

/**
 * Publishes a release. Publishing is not retried: a failed attempt can be partly stored.
 *
 * @returns the stage id of a staged release
 * @throws RegistryError REGISTRY_PUBLISH_REFUSED with the registry's message, REGISTRY_VERSION_EXISTS,
 * REGISTRY_UNAUTHORIZED; REGISTRY_ANSWER_INVALID if the registry does not confirm that the release is staged
 */
export async function publishRelease(
  publication: Publication,
  settings: ClientSettings,
): Promise<{ readonly stageId?: string }> {
  const { registry, manifest, archive, tag, access, provenance, stage, otp } = publication;
  requireAllowed(new URL(registry), settings);
  const what = `${manifest.name} ${manifest.version}`;
  const patient = { ...forName(manifest.name, settings), limits: { ...settings.limits, timeoutMs } };
  return request({ registry, what, answerBytes }, once(patient), async (options: FetchOptions) => {
    const more = { defaultTag: tag, access: access ?? null, provenance, stage, ...(otp !== undefined && { otp }) };
    try {
      // Loaded on demand, because downloads do not need this library.
      const { default: library } = await import('libnpmpublish');
      const answer = await library.publish(manifest, archive, {
        ...options,
        ...more,
        ...settings.signing,
        cache: undefined,
      });
      return stage ? { stageId: stageIdIn(answer, { what, registry }) } : {};
    } catch (error) {
      throw refusalOf(error, { what, registry, stage }) ?? error;
    }
  });
}

const stagedSchema = z.object({ stageId: z.string().regex(/^[\w-]{1,100}$/u) });

/** Returns the stage id. Some registries report success without staging the release. */
function stageIdIn(answer: unknown, { what, registry }: Omit<Refused, 'stage'>): string {
  const { data } = stagedSchema.safeParse(answer);
  if (data !== undefined) return data.stageId;
  const { host } = new URL(registry);
  throw new RegistryError('REGISTRY_ANSWER_INVALID', `${host} did not confirm that ${what} is staged`);
}

/** A version at a registry. */
export interface RegistryVersion {
  readonly registry: string;
  readonly name: string;
  readonly version: string;
}

/** Returns whether a registry has or had a version. @throws RegistryError */
export async function isPublished(
  { registry, name, version }: RegistryVersion,
  settings: ClientSettings,
): Promise<boolean> {
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
  // The time of an unpublished version remains in the packument.
  return (
    Object.hasOwn(packument.versions, version) || publishedAt(packument, { version, now: settings.now }) !== undefined
  );
}

interface Refused {
  readonly what: string;
  readonly registry: string;
  readonly stage: boolean;
}

/** Returns the registry's reason for the rejection. Callers must redact secrets before printing the message. */
function refusalOf(error: unknown, { what, registry, stage }: Refused): RegistryError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { host } = new URL(registry);
  const status = statusOf(error);
  if (stage && (status === 404 || status === 405)) {
    const message = `${host} does not support staged releases, or you may not publish there`;
    return new RegistryError('REGISTRY_PUBLISH_REFUSED', message, { cause: error });
  }
  if (status === 404) {
    const message = `${host} does not accept ${what}, or you may not publish there`;
    return new RegistryError('REGISTRY_UNAUTHORIZED', message, { cause: error, hint: signInHint(registry) });
  }
  const isNeverSent = neverSent.test(codeOf(error));
  if (!isNeverSent && (!isRefusal(error) || status === 401)) return undefined;
  const said = wordsOf(error) ?? `status ${status}`;
  if ((status === 403 || status === 409) && alreadyThere.test(said)) {
    return new RegistryError('REGISTRY_VERSION_EXISTS', `${host} already has ${what}: ${said}`, { cause: error });
  }
  const message = isNeverSent ? `${what} can't be published: ${error.message}` : `${host} refused ${what}: ${said}`;
  return new RegistryError('REGISTRY_PUBLISH_REFUSED', message, { cause: error });
}

/**
 * Words of registries for a version that exists: npm, GitHub, Verdaccio, GitLab and Genlock's own registry. The status
 * is not sufficient, because 403 and 409 have other reasons too.
 */
const alreadyThere =
  /(?:previously published|over existing) version|already (?:present|exists|published)|is published already/iu;

/** Codes for releases that npm's library refuses to send, and prefixes of provenance signing errors. */
const neverSent = /^(?:EPRIVATE|EUNSCOPED|EBADSEMVER|EUSAGE)$|^(?:IDENTITY_TOKEN|CA|TLOG|TSA)_/u;
