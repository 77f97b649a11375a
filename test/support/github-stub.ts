/** A server that behaves as GitHub does: OAuth 2 without OpenID, and errors with status 200. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startLocally, type LocalServer } from './local-server.ts';

export interface GitHubUser {
  readonly id: number;
  readonly name: string | null;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
}

export interface GitHubStub extends LocalServer {
  /** The next user who agrees. */
  user: GitHubUser;
}

interface Grant {
  readonly user: GitHubUser;
  readonly challenge: string;
}

export const gitHubClient = { id: 'octo-shop', secret: 'GitHub-Secret-0123456789-abcdefghij' } as const;

export async function startGitHub(): Promise<GitHubStub> {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, GitHubUser>();
  const server = createServer();
  const stub: GitHubStub = { ...(await startLocally(server)), user: { id: 1, name: null, emails: [] } };

  function authorize({ searchParams: query }: URL): string {
    const code = randomUUID();
    codes.set(code, { user: stub.user, challenge: query.get('code_challenge') ?? '' });
    const callback = new URL(query.get('redirect_uri') ?? '');
    callback.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    return callback.href;
  }

  function exchange(form: URLSearchParams): object {
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === gitHubClient.id && form.get('client_secret') === gitHubClient.secret;
    if (!isClient || grant?.challenge !== challenge) return { error: 'bad_verification_code' };
    const token = `gho_${randomUUID()}`;
    tokens.set(token, grant.user);
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
  }

  server.on('request', (req, res) => {
    void (async () => {
      const url = new URL(req.url ?? '/', stub.url);
      if (url.pathname === '/login/oauth/authorize') {
        res.writeHead(302, { Location: authorize(url) }).end();
        return;
      }
      const body = url.pathname === '/login/oauth/access_token' ? exchange(await formOf(req)) : apiAnswer(url, req);
      res.writeHead(body === undefined ? 401 : 200, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(body ?? { message: 'Requires authentication' }));
    })();
  });

  function apiAnswer({ pathname }: URL, { headers }: IncomingMessage): unknown {
    const user = tokens.get((headers.authorization ?? '').replace(/^bearer /iu, ''));
    if (user === undefined || headers['user-agent'] === undefined) return undefined;
    return pathname.endsWith('/emails') ? user.emails : { id: user.id, name: user.name };
  }

  return stub;
}

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(req));
}
