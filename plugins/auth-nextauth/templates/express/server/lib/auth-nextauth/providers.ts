/** Paths at the issuer. */
interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  readonly api: string;
  /** The address of the API at the default issuer, if it is on another host. */
  readonly apiHost?: string;
}

/** Facts about a provider. */
export interface ProviderFacts {
  readonly name: string;
  /** `oauth`: the provider has no ID token, and its API returns the user. */
  readonly type: 'oidc' | 'oauth';
  /** The default issuer. Without one, the environment must name the issuer. */
  readonly issuer?: string;
  readonly scope: string;
  /** The endpoints of a provider without discovery. */
  readonly endpoints?: Endpoints;
  /** Whether a form of the provider posts the answer. */
  readonly postsAnswer?: boolean;
  /** Whether the provider rejects PKCE. Its ID token then protects the code by the nonce. */
  readonly rejectsPkce?: boolean;
  /** More parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether the provider can show a choice of its accounts. */
  readonly selectsAccount?: boolean;
  /** Whether the provider reports the time of its sign-in, and signs in again for `max_age`. */
  readonly supportsMaxAge?: boolean;
}

/** The supported providers. */
export const providerFacts = {
  google: {
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    scope: 'openid profile email',
    selectsAccount: true,
  },
  github: {
    name: 'GitHub',
    type: 'oauth',
    issuer: 'https://github.com',
    scope: 'read:user user:email',
    endpoints: {
      authorize: '/login/oauth/authorize',
      token: '/login/oauth/access_token',
      api: '/api/v3',
      apiHost: 'https://api.github.com',
    },
    selectsAccount: true,
  },
  microsoft: {
    name: 'Microsoft',
    type: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scope: 'openid profile email',
    selectsAccount: true,
  },
  apple: {
    name: 'Apple',
    type: 'oidc',
    issuer: 'https://appleid.apple.com',
    scope: 'openid name email',
    postsAnswer: true,
    rejectsPkce: true,
    parameters: { response_mode: 'form_post' },
  },
  gitlab: {
    name: 'GitLab',
    type: 'oidc',
    issuer: 'https://gitlab.com',
    scope: 'openid profile email',
  },
  discord: {
    name: 'Discord',
    type: 'oauth',
    issuer: 'https://discord.com',
    scope: 'identify email',
    endpoints: { authorize: '/oauth2/authorize', token: '/api/oauth2/token', api: '/api' },
  },
  oidc: {
    name: 'OpenID',
    type: 'oidc',
    scope: 'openid profile email',
    selectsAccount: true,
    // OpenID Core 3.1.2.1 requires it. The other providers do not or not reliably.
    supportsMaxAge: true,
  },
} as const satisfies Readonly<Record<string, ProviderFacts>>;

export type ProviderId = keyof typeof providerFacts;

/** Returns whether the issuer is a single tenant of Microsoft, whose administrator assigns addresses. */
export function isSingleTenant(issuer: string): boolean {
  return !/\/(?:common|organizations|consumers)\/v2\.0\/?$/.test(issuer);
}
