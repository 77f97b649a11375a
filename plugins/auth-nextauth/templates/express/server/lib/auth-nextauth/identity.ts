import {
  authorizationCodeGrant,
  AuthorizationResponseError,
  ClientError,
  type Configuration,
  fetchUserInfo,
} from 'openid-client';
import { z } from 'zod';
import { log } from '../log';
import type { Attempt } from './attempts';
import { clientOf } from './client';
import type { Provider } from './config';
import { SignInError } from './errors';
import { discordProfile, githubProfile } from './oauth-profiles';
import { isSingleTenant } from './providers';

/** A user of a provider. The key is the subject at its issuer. */
export interface Identity {
  readonly provider: string;
  readonly type: Provider['type'];
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string | undefined;
  /** Whether the provider vouches for the address. */
  readonly isVerified: boolean;
  readonly name?: string | undefined;
  /** When the user signed in at the provider. */
  readonly authenticatedAt?: Date | undefined;
}

/** The part of an identity that a provider reports. */
export type Profile = Pick<Identity, 'subject' | 'email' | 'isVerified' | 'name'>;

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(255),
  iss: z.string(),
  email: z.string().optional().catch(undefined),
  email_verified: z.unknown().optional(),
  name: z.string().optional().catch(undefined),
  auth_time: z.int().min(0).max(8.64e12).optional().catch(undefined),
});
type Claims = z.infer<typeof claimsSchema>;

/**
 * Exchanges the answer of a provider for the identity of the user. The provider's tokens are used
 * here only and not kept.
 * @param query the answer, as in `?code=…&state=…`
 * @throws SignInError if the provider refuses, or the answer is not valid
 */
export async function identify(
  provider: Provider,
  query: string,
  attempt: Attempt,
): Promise<Identity> {
  const { id, type, issuer } = provider;
  try {
    const client = await clientOf(provider);
    const tokens = await authorizationCodeGrant(client, new URL(provider.callbackUrl + query), {
      expectedState: attempt.state,
      ...(!provider.rejectsPkce && { pkceCodeVerifier: attempt.verifier }),
      ...(type === 'oidc' && { expectedNonce: attempt.nonce, idTokenExpected: true }),
    });
    if (type === 'oauth') {
      const read = id === 'github' ? githubProfile : discordProfile;
      const profile = await read({ provider, client, token: tokens.access_token });
      return { provider: id, type, issuer, ...profile };
    }
    const claims = await allClaims(client, tokens.access_token, tokens.claims());
    const profile = id === 'microsoft' ? microsoftProfile(claims, issuer) : profileOf(claims);
    const time = provider.supportsMaxAge === true ? claims.auth_time : undefined;
    const authenticatedAt = time === undefined ? undefined : new Date(time * 1000);
    return { provider: id, type, issuer: claims.iss, authenticatedAt, ...profile };
  } catch (error) {
    throw signInErrorOf(error, id);
  }
}

/** Returns the claims of the ID token. Adds the UserInfo response if the address is missing. */
async function allClaims(client: Configuration, token: string, idToken: unknown): Promise<Claims> {
  const claims = claimsSchema.parse(idToken);
  const hasMore = client.serverMetadata().userinfo_endpoint !== undefined;
  if (claims.email !== undefined || !hasMore) return claims;
  const { email, email_verified, name } = await fetchUserInfo(client, token, claims.sub);
  return claimsSchema.parse({ ...claims, email, email_verified, name: claims.name ?? name });
}

function profileOf({ sub, email, email_verified: verified, name }: Claims): Profile {
  // Apple sends the text "true".
  return { subject: sub, email, isVerified: verified === true || verified === 'true', name };
}

/**
 * Reads the claims of Microsoft. `sub` differs between applications, so `tid` and `oid` are the
 * identity. An administrator of any tenant can set any address, so an address counts only if
 * Microsoft has verified the owner of its domain, or the tenant is the only one.
 */
function microsoftProfile(claims: Claims, issuer: string): Profile {
  const id = z.uuid();
  const { tid, oid } = z.looseObject({ tid: id, oid: id }).parse(claims);
  if (claims.iss !== `${new URL(issuer).origin}/${tid}/v2.0`) {
    throw new SignInError('provider_refused');
  }
  const isVerified = claims['xms_edov'] === true || isSingleTenant(issuer);
  return { subject: `${tid}.${oid}`, email: claims.email, isVerified, name: claims.name };
}

/** Errors of the library contain answers of the provider, so that only their codes are logged. */
function signInErrorOf(error: unknown, provider: string): SignInError {
  if (error instanceof SignInError) return error;
  if (error instanceof AuthorizationResponseError) {
    const isUserChoice = ['access_denied', 'user_cancelled_authorize'].includes(error.error);
    return new SignInError(isUserChoice ? 'access_denied' : 'provider_refused');
  }
  const code = error instanceof ClientError ? error.code : undefined;
  log.warn({ provider, reason: code ?? nameOf(error) }, 'sign-in with a provider failed');
  return new SignInError(isUnreachable(error) ? 'provider_unavailable' : 'provider_refused');
}

/** Returns whether a provider could not be reached, or did not answer in time. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT') return true;
  return error instanceof TypeError && error.message === 'fetch failed';
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
