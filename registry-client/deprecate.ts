import npmFetch from 'npm-registry-fetch';
import semver from 'semver';
import { RegistryError } from './errors.ts';
import { packumentUrl, readPackument } from './packument.ts';
import { forName } from './registries.ts';
import { once, request } from './request.ts';
import { networkLimits, type ClientSettings } from './settings.ts';

/** Request to deprecate versions of a package. */
export interface Deprecation {
  readonly registry: string;
  readonly name: string;
  /** Semver range of the versions to deprecate. */
  readonly range: string;
  /** Deprecation message; an empty string removes the deprecation. */
  readonly message: string;
  readonly otp?: string | undefined;
}

/**
 * Marks versions as deprecated, or removes the deprecation.
 *
 * @returns the changed versions
 * @throws RegistryError REGISTRY_VERSION_NOT_FOUND if no version fits, REGISTRY_REFUSED with the registry's message
 */
export async function deprecate(
  { registry, name, range, message, otp }: Deprecation,
  machine: ClientSettings,
): Promise<readonly string[]> {
  const settings = forName(name, machine);
  const answerBytes = settings.limits?.packumentBytes ?? networkLimits.packumentBytes;
  const asked = { registry, what: name, answerBytes };
  const place = packumentUrl(name, registry);
  const url = new URL(place);
  url.searchParams.set('write', 'true');
  const answer: unknown = await request(asked, settings, (options) =>
    npmFetch.json(url.href, { ...options, cache: undefined }),
  );
  const { versions } = readPackument(answer, name);
  const fitting = Object.keys(versions).filter((version) =>
    semver.satisfies(version, range, { includePrerelease: true }),
  );
  if (fitting.length === 0) {
    throw new RegistryError('REGISTRY_VERSION_NOT_FOUND', `${name} has no version for ${JSON.stringify(range)}`);
  }
  const changed = fitting.map((version) => [version, { ...asObject(versions[version]), deprecated: message }] as const);
  const body = { ...asObject(answer), versions: { ...versions, ...Object.fromEntries(changed) } };
  const put = { method: 'PUT', body, ignoreBody: true, cache: undefined, ...(otp !== undefined && { otp }) } as const;
  await request(asked, once(settings), (options) => npmFetch(place, { ...options, ...put }));
  return fitting;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
