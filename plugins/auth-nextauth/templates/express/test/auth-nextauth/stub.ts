import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { vi } from 'vitest';

/** How the stub answers one code. */
export interface CodeAnswer {
  /** Claims over those of a valid ID token. `undefined` removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider has not published. */
  readonly isForged?: boolean;
  /** The response of the token endpoint instead of tokens. */
  readonly body?: object;
  /** Responses of the provider's API by path. */
  readonly api?: Readonly<Record<string, unknown>>;
}

interface Begun {
  readonly answer: CodeAnswer;
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly issuer: string;
  readonly clientId: string;
}

const codes = new Map<string, Begun>();
const requests: SentRequest[] = [];
let isAway = false;
let otherIssuer: string | undefined;

interface SentRequest {
  readonly url: URL;
  readonly body: URLSearchParams;
  readonly redirect: RequestRedirect | undefined;
}

const published = await generateKeyPair('RS256');
const other = await generateKeyPair('RS256');
const jwks = { keys: [{ ...(await exportJWK(published.publicKey)), kid: '1', alg: 'RS256' }] };

const issuers: Readonly<Record<string, string>> = {
  'accounts.google.com': 'https://accounts.google.com',
  'appleid.apple.com': 'https://appleid.apple.com',
  'gitlab.com': 'https://gitlab.com',
  'login.microsoftonline.com': 'https://login.microsoftonline.com/{tenantid}/v2.0',
  'id.example.com': 'https://id.example.com',
};

/** Hosts of providers without OpenID. */
const apis = new Set(['github.com', 'api.github.com', 'discord.com']);

/** The providers, without a network. */
export const provider = {
  /** The requests that the application has sent. */
  requests,
  /** Whether the providers respond. */
  set isAway(value: boolean) {
    isAway = value;
  },
  /** The issuer in the metadata, instead of the right one. */
  set issuer(value: string | undefined) {
    otherIssuer = value;
  },
  /** Lets a user agree at the provider. Returns the code of the answer. */
  agree(url: URL, answer: CodeAnswer): string {
    const code = crypto.randomUUID();
    const { searchParams: query } = url;
    codes.set(code, {
      answer,
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      issuer: issuers[url.hostname] ?? url.origin,
      clientId: query.get('client_id') ?? '',
    });
    return code;
  },
};

const network = globalThis.fetch;

vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(input);
  const isProvider = url.hostname in issuers || apis.has(url.hostname);
  if (!isProvider) return network(input, init);
  if (isAway) throw new TypeError('fetch failed');
  const body = new URLSearchParams(String(init.body ?? ''));
  requests.push({ url, body, redirect: init.redirect });
  return respond(url, { body, headers: new Headers(init.headers) });
});

interface Asked {
  readonly body: URLSearchParams;
  readonly headers: Headers;
}

async function respond(url: URL, { body, headers }: Asked): Promise<Response> {
  const { hostname, origin, pathname } = url;
  if (pathname.endsWith('/.well-known/openid-configuration')) return Response.json(metadata(url));
  if (pathname === '/jwks') return Response.json(jwks);
  if (pathname.includes('token')) return tokens(body);
  const code = /^Bearer of (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
  const answer = codes.get(code ?? '')?.answer.api?.[pathname];
  if (answer === undefined) throw new Error(`The stub has no ${origin}${pathname} of ${hostname}`);
  return Response.json(answer);
}

function metadata({ hostname, origin }: URL) {
  return {
    issuer: otherIssuer ?? issuers[hostname],
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    userinfo_endpoint: `${origin}/userinfo`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: hostname === 'id.example.com',
  };
}

/** Exchanges a code once, if the PKCE verifier is right. */
async function tokens(body: URLSearchParams): Promise<Response> {
  const code = body.get('code') ?? '';
  const begun = codes.get(code);
  const verifier = body.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  if (begun === undefined || (begun.challenge !== null && begun.challenge !== challenge)) {
    return Response.json({ error: 'invalid_grant' }, { status: 400 });
  }
  const { answer } = begun;
  if (answer.body !== undefined) return Response.json(answer.body);
  const plain = { access_token: `of ${code}`, token_type: 'bearer' };
  return Response.json({
    ...plain,
    ...(begun.nonce !== null && { id_token: await idToken(begun) }),
  });
}

async function idToken({ answer, nonce, issuer, clientId }: Begun): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const valid = { iss: issuer, aud: clientId, sub: '1', iat: now, exp: now + 300, nonce };
  const claims: JWTPayload = { ...valid, ...answer.claims };
  const { privateKey } = answer.isForged ? other : published;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: '1' }).sign(privateKey);
}
