import { type Configuration, fetchProtectedResource } from 'openid-client';
import { z } from 'zod';
import { SignInError } from './errors';
import type { Profile } from './identity';

const githubUser = z.object({ id: z.int().positive(), name: z.string().nullish() });
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

/** Returns the user of GitHub. Only the primary address counts, and only if GitHub has verified it. */
export async function githubProfile(client: Configuration, token: string): Promise<Profile> {
  const { issuer } = client.serverMetadata();
  const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
  const [user, emails] = await Promise.all([
    fetchJson(client, token, `${api}/user`),
    fetchJson(client, token, `${api}/user/emails`),
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
export async function discordProfile(client: Configuration, token: string): Promise<Profile> {
  const { issuer } = client.serverMetadata();
  const answer = await fetchJson(client, token, `${issuer}/api/users/@me`);
  const { id, email, verified, global_name: name } = discordUser.parse(answer);
  return {
    subject: id,
    email: email ?? undefined,
    isVerified: verified === true,
    name: name ?? undefined,
  };
}

async function fetchJson(client: Configuration, token: string, url: string): Promise<unknown> {
  const headers = new Headers({ Accept: 'application/json', 'User-Agent': 'openid-client' });
  const response = await fetchProtectedResource(client, token, new URL(url), 'GET', null, headers);
  if (!response.ok) throw new SignInError('provider_refused');
  return response.json();
}
