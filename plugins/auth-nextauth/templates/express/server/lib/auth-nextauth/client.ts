import { importPKCS8, SignJWT } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { type AppleKey, isLoopback, type Provider } from './config';

/** The timeout of requests to providers, in seconds. */
const timeout = 5;

const clients = new Map<string, Promise<Configuration>>();

/**
 * Returns the client of a provider. The first call discovers an OpenID provider. A failure is not
 * kept, so that the next sign-in tries again.
 */
export function clientOf(provider: Provider): Promise<Configuration> {
  const known = clients.get(provider.id);
  if (known !== undefined) return known;
  const made = createClient(provider);
  clients.set(provider.id, made);
  made.catch(() => clients.delete(provider.id));
  return made;
}

async function createClient(provider: Provider): Promise<Configuration> {
  const { issuer, clientId, secret, endpoints } = provider;
  const authentication =
    typeof secret === 'string' ? bySecret(secret) : bySignature(secret, provider);
  const isInsecure = issuer.startsWith('http:') && isLoopback(issuer);
  if (endpoints === undefined) {
    const client = await discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout,
      ...(isInsecure && { execute: [allowInsecureRequests] }),
    });
    // Checks the signature of ID tokens too, not only the TLS connection that they came through.
    enableNonRepudiationChecks(client);
    return client;
  }
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}${endpoints.authorize}`,
    token_endpoint: `${issuer}${endpoints.token}`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  };
  const client = new Configuration(metadata, clientId, undefined, authentication);
  client.timeout = timeout;
  if (isInsecure) allowInsecureRequests(client);
  return client;
}

/** Sends the secret in the body, or in the header if the provider accepts nothing else. */
function bySecret(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_post') ? post : basic)(server, ...rest);
  };
}

/** Signs a client secret for each request, as Apple requires. */
function bySignature({ teamId, keyId, pem }: AppleKey, { clientId, issuer }: Provider): ClientAuth {
  return async (server, client, body, headers) => {
    const secret = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(await importPKCS8(pem, 'ES256'));
    ClientSecretPost(secret)(server, client, body, headers);
  };
}
