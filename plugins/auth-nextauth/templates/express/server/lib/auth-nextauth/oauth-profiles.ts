import { type Configuration, fetchProtectedResource } from 'openid-client';
import { z } from 'zod';
import type { Provider } from './config';
import { SignInError } from './errors';
import type { Profile } from './identity';
import { type ProviderFacts, providerFacts } from './providers';

/** The API of a provider, with the access token of a user. */
interface ProviderApi {
  readonly provider: Provider;
  readonly client: Configuration;
  readonly token: string;
}

const githubUser = z.object({ id: z.int().positive(), name: z.string().nullish() });
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** Returns the user of GitHub. Only the primary address counts, and only if GitHub has verified it. */
export async function githubProfile(api: ProviderApi): Promise<Profile> {
  const [user, emails] = await Promise.all([
    fetchJson(api, '/user'),
    fetchJson(api, '/user/emails'),
  ]);
  const { id, name } = githubUser.parse(user);
  const address = githubEmails.parse(emails).find(({ primary }) => primary);
  return {
    subject: String(id),
    email: address?.email,
    isVerified: address?.verified === true,
    name: name ?? undefined,
  };
}

const discordUser = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  email: z.string().nullish(),
  verified: z.unknown().optional(),
  global_name: z.string().nullish(),
});

/** Returns the user of Discord. */
export async function discordProfile(api: ProviderApi): Promise<Profile> {
  const answer = await fetchJson(api, '/users/@me');
  const { id, email, verified, global_name: name } = discordUser.parse(answer);
  return {
    subject: id,
    email: email ?? undefined,
    isVerified: verified === true,
    name: name ?? undefined,
  };
}

async function fetchJson({ client, token, provider }: ProviderApi, path: string): Promise<unknown> {
  const { id, issuer, endpoints } = provider;
  const facts: ProviderFacts = providerFacts[id];
  const isDefault = issuer === facts.issuer;
  const api = (isDefault ? endpoints?.apiHost : undefined) ?? `${issuer}${endpoints?.api}`;
  const headers = new Headers({ Accept: 'application/json', 'User-Agent': 'openid-client' });
  const url = new URL(api + path);
  const response = await fetchProtectedResource(client, token, url, 'GET', null, headers);
  if (!response.ok) throw new SignInError('provider_refused');
  return response.json();
}
