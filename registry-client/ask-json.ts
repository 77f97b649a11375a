import npmFetch from 'npm-registry-fetch';
import { codeOf, isRefusal, statusOf } from './failure.ts';
import { request, type RegistryRequest } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** Something a registry may not have at all. */
export interface OptionalAnswer extends RegistryRequest {
  /** Absolute. */
  readonly url: string;
}

/**
 * What a registry says at an address, as JSON; nothing if it has no such thing, which registries tell in many ways.
 *
 * @throws RegistryError if the answer didn't come, or is too large
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

/** Refused in any way but "slow down", answered with a page for people, or offline and never seen. */
function isMissing(error: unknown): boolean {
  return isRefusal(error) || statusOf(error) === 501 || ['EJSONPARSE', 'ENOTCACHED'].includes(codeOf(error));
}
