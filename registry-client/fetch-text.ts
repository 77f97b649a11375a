import npmFetch from 'npm-registry-fetch';
import { requireAllowed } from './registries.ts';
import { request } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** Request for text at an address outside a registry. */
export interface TextRequest {
  /** Absolute; redirects are not followed. */
  readonly url: string;
  /** Description for messages. */
  readonly what: string;
  /** Maximum response size in bytes. */
  readonly answerBytes: number;
}

/**
 * Fetches text from an address. The cached text is used if the host is unreachable or the client is offline.
 *
 * @throws RegistryError
 */
export async function fetchText({ url, what, answerBytes }: TextRequest, settings: ClientSettings): Promise<string> {
  const alone = { ...settings, allowed: [url], redirects: 'none' } as const;
  // Also checks the address before cached text is returned.
  requireAllowed(new URL(url), alone);
  return request({ registry: url, what, answerBytes }, alone, async (options) => {
    const response = await npmFetch(url, options);
    return response.text();
  });
}
