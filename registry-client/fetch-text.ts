import npmFetch from 'npm-registry-fetch';
import { requireAllowed } from './registries.ts';
import { request } from './request.ts';
import type { ClientSettings } from './settings.ts';

/** A text somebody put at an address of their own. */
export interface TextRequest {
  /** Absolute; no redirect of it is followed. */
  readonly url: string;
  /** What is asked for, as messages name it. */
  readonly what: string;
  /** Most bytes of it. */
  readonly answerBytes: number;
}

/**
 * What is at an address. What was fetched before counts where its host can't be reached, or nothing may be fetched.
 *
 * @throws RegistryError
 */
export async function fetchText({ url, what, answerBytes }: TextRequest, settings: ClientSettings): Promise<string> {
  const alone = { ...settings, allowed: [url], redirects: 'none' } as const;
  // What the cache has of it, too.
  requireAllowed(new URL(url), alone);
  return request({ registry: url, what, answerBytes }, alone, async (options) => {
    const response = await npmFetch(url, options);
    return response.text();
  });
}
