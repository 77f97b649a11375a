/** An OpenID provider on this machine. Its users agree to everything. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider, interactionPolicy } from 'oidc-provider';
import { startLocally } from './local-server.ts';

/** Claims of a user by subject. */
type Users = Map<string, Readonly<Record<string, unknown>>>;

export interface OpenIdProvider {
  readonly issuer: string;
  readonly users: Users;
  /** The number of forms that users have sent. */
  readonly prompts: () => number;
  readonly stop: () => Promise<void>;
}

export const openIdClient = { id: 'shop', secret: 'Provider-Secret-0123456789-abcdefghij' } as const;

/** @param callbackUrls where the provider may send browsers */
export async function startOpenIdProvider(callbackUrls: readonly string[]): Promise<OpenIdProvider> {
  const users: Users = new Map();
  const server = createServer();
  const { url: issuer, stop } = await startLocally(server);
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: openIdClient.id,
        client_secret: openIdClient.secret,
        redirect_uris: [...callbackUrls],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only-for-tests'] },
    jwks: { keys: [{ ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) }] },
    ttl: { AccessToken: 3600, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const claims = users.get(sub);
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
  });
  const answer = provider.callback();
  let prompts = 0;
  server.on('request', (req, res) => {
    if (req.url?.startsWith('/interaction/')) {
      if (req.method === 'POST') prompts += 1;
      void interact(provider, req, res);
    } else void answer(req, res);
  });
  return { issuer, users, prompts: () => prompts, stop };
}

const page = `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><form method="post">
<label>User <input name="sub"></label> <button>Agree</button> <button name="cancel" value="1">Cancel</button></form>`;

/** Shows a form for the user, and accepts the user with all scopes. */
async function interact(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method === 'GET') {
    res.setHeader('Content-Type', 'text/html').end(page);
    return;
  }
  const form = new URLSearchParams(await text(req));
  const { params } = await provider.interactionDetails(req, res);
  if (form.has('cancel')) {
    await provider.interactionFinished(req, res, { error: 'access_denied' });
    return;
  }
  const accountId = form.get('sub') ?? '';
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  const result = { login: { accountId }, consent: { grantId }, select_account: {} };
  await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}
