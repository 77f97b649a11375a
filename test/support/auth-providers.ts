/** An application whose users sign in with providers on this machine. */
import { providersProject } from './auth-project.ts';
import { sendTo, type Answer, type Call } from './auth-client.ts';
import { startAuth, type AuthServer, type Configuration } from './auth-server.ts';
import { gitHubClient, startGitHub, type GitHubStub } from './github-stub.ts';
import { openIdClient, startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts';

export interface ProvidersSite {
  readonly server: AuthServer;
  readonly url: string;
  /** The environment of the application, for another start. */
  readonly variables: Readonly<Record<string, string>>;
  readonly openId: OpenIdProvider;
  /** Another provider with other users. */
  readonly other: OpenIdProvider;
  readonly gitHub: GitHubStub;
  readonly stop: () => Promise<void>;
}

const onFile: Configuration = { kind: 'file', processes: 1, redis: false };

/** Starts the application under its own address, with two OpenID providers and a stub of GitHub. */
export async function startProvidersSite(configuration = onFile): Promise<ProvidersSite> {
  const server = await startAuth(configuration, { root: await providersProject(configuration.kind) });
  await server.kill();
  const url = server.urls[0] ?? '';
  const gitHub = await startGitHub();
  const [openId, other] = await Promise.all(
    ['oidc', 'gitlab'].map((id) => startOpenIdProvider([`${url}/api/auth/callback/${id}`])),
  );
  if (openId === undefined || other === undefined) throw new Error('both providers start');
  const variables = {
    APP_URL: url,
    AUTH_OIDC_ID: openIdClient.id,
    AUTH_OIDC_SECRET: openIdClient.secret,
    AUTH_OIDC_ISSUER: openId.issuer,
    AUTH_OIDC_NAME: 'Example ID',
    AUTH_GITLAB_ID: openIdClient.id,
    AUTH_GITLAB_SECRET: openIdClient.secret,
    AUTH_GITLAB_ISSUER: other.issuer,
    AUTH_GITHUB_ID: gitHubClient.id,
    AUTH_GITHUB_SECRET: gitHubClient.secret,
    AUTH_GITHUB_ISSUER: gitHub.url,
  };
  await server.start(variables);
  const stop = async () => {
    await Promise.all([server.stop(), openId.stop(), other.stop(), gitHub.stop()]);
  };
  return { server, url, variables, openId, other, gitHub, stop };
}

/** A browser without pages: it keeps the cookies of the application and of the providers. */
export interface PlainBrowser {
  /** Sends a request to the application. */
  readonly send: (line: string, call?: Call) => Promise<Answer>;
  /** Begins a sign-in and agrees as a user. Returns the address of the callback, not opened yet. */
  readonly agree: (provider: string, sub?: string, body?: object) => Promise<URL>;
  /** Opens a callback address. */
  readonly open: (callback: URL) => Promise<Answer>;
  /** Signs in or connects a provider completely. Returns the page that opens. */
  readonly pass: (provider: string, sub?: string, body?: object) => Promise<string>;
  readonly me: () => Promise<Answer['json']['user']>;
}

export function plainBrowser(url: string): PlainBrowser {
  const own = new Map<string, string>();
  const foreign = new Map<string, string>();

  async function send(line: string, call: Call = {}): Promise<Answer> {
    const answer = await sendTo(url, line, { cookie: headerOf(own), ...call });
    for (const { name, value } of answer.cookies) keep(own, name, value);
    return answer;
  }

  async function agree(provider: string, sub?: string, body: object = {}): Promise<URL> {
    const begun = await send(`POST /signin/${provider}`, { body });
    let target = new URL(String(begun.json['url']));
    // A provider redirects a few times between its own addresses.
    for (let step = 0; step < 10 && target.origin !== url; step += 1) target = await next(target, sub);
    return target;
  }

  async function next(target: URL, sub = ''): Promise<URL> {
    const isForm = target.pathname.startsWith('/interaction/');
    const answer = await fetch(target, {
      redirect: 'manual',
      headers: { Cookie: headerOf(foreign) },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ sub }) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      keep(foreign, name, value);
    }
    return new URL(answer.headers.get('location') ?? '', target);
  }

  const open = ({ pathname, search }: URL) => send(`GET ${pathname}`, { query: search.slice(1) });

  async function pass(provider: string, sub?: string, body?: object): Promise<string> {
    return String((await open(await agree(provider, sub, body))).headers.location);
  }

  return { send, agree, open, pass, me: async () => (await send('GET /session')).json.user ?? undefined };
}

function keep(jar: Map<string, string>, name: string, value: string): void {
  if (value === '') jar.delete(name);
  else jar.set(name, value);
}

function headerOf(jar: ReadonlyMap<string, string>): string {
  return [...jar].map((pair) => pair.join('=')).join('; ');
}
