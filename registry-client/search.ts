import npmFetch from 'npm-registry-fetch';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import { request } from './request.ts';
import type { ClientSettings } from './settings.ts';

const text = z.string().max(4096);
const resultSchema = z.object({
  objects: z
    .array(
      z.object({
        package: z.object({
          name: text,
          version: text.optional(),
          // Verdaccio reports the version here.
          'dist-tags': z.object({ latest: text.optional() }).optional().catch(undefined),
          description: text.optional().catch(undefined),
          keywords: z.array(text).max(200).optional().catch(undefined),
          date: text.optional().catch(undefined),
          publisher: z.object({ username: text }).optional().catch(undefined),
        }),
      }),
    )
    .max(250),
});

/** A search result. */
export interface Found {
  readonly name: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly keywords: readonly string[];
  readonly publisher: string | undefined;
}

/** A search query. */
export interface Search {
  readonly registry: string;
  readonly words: readonly string[];
  /** Maximum number of results. */
  readonly size: number;
}

/** Searches a registry. @throws RegistryError REGISTRY_ANSWER_INVALID if the response is not a search result */
export async function search({ registry, words, size }: Search, settings: ClientSettings): Promise<readonly Found[]> {
  const url = new URL('-/v1/search', registry);
  url.search = new URLSearchParams({ text: words.join(' '), size: String(size) }).toString();
  const asked = { registry, what: 'a search', answerBytes: 4 * 1024 * 1024, fresh: true } as const;
  const answer = await request(asked, settings, (options) => npmFetch.json(url.href, options));
  const { data } = resultSchema.safeParse(answer);
  if (data === undefined) {
    throw new RegistryError('REGISTRY_ANSWER_INVALID', `${url.host} returned an invalid search result`);
  }
  return data.objects.flatMap(({ package: { 'dist-tags': tags, ...found } }) => {
    const { name, version = tags?.latest, description, keywords = [], publisher } = found;
    return version === undefined ? [] : [{ name, version, description, keywords, publisher: publisher?.username }];
  });
}
