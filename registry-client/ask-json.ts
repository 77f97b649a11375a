import npmFetch from 'npm-registry-fetch';
import { codeOf, isRefusal, statusOf } from './failure.ts';
import { request, type RegistryRequest } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** Request for an optional resource. */
export interface OptionalAnswer extends RegistryRequest {
  /** Absolute. */
  readonly url: string;
}

/**
 * Fetches JSON from a registry; `undefined` if the resource does not exist. Registries report a missing resource in
 * several ways.
 *
 * @throws RegistryError if the request failed or the response is too large
 */
export async function askIfThere({ url, ...asked }: OptionalAnswer, settings: ClientSettings): Promise<unknown> {
  return request({ ...asked, address: url }, settings, async (options) => {
    try {
      return await npmFetch.json(url, options);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
}

/**
 * Returns whether an error means a missing resource: a 4xx status except 429, 501, a non-JSON response, or offline and
 * not cached.
 */
function isMissing(error: unknown): boolean {
  return isRefusal(error) || statusOf(error) === 501 || ['EJSONPARSE', 'ENOTCACHED'].includes(codeOf(error));
}
