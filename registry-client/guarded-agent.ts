import { Agent, type AgentRequestOptions } from '@npmcli/agent';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { RegistryError } from './errors.ts';
import { isLoopback } from './origins.ts';

/** Rules for network access. */
export interface NetworkRules {
  /** Throws a RegistryError if an address is not allowed. Applies to packages, redirects and archives. */
  readonly requireAllowed: (url: URL) => void;
  /** Returns whether the request's credentials apply to this address. Otherwise, they are removed. */
  readonly keepsCredentials: (url: URL) => boolean;
  /** Maximum size of one response in bytes. */
  readonly answerBytes: number;
  /** Called with the size of each received chunk. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

export interface ConnectionOptions {
  readonly proxy?: string | undefined;
  /** Hosts that are reached without the proxy. */
  readonly noProxy?: string | undefined;
  /** Certificate authorities, PEM. */
  readonly ca?: readonly string[] | undefined;
}

/**
 * HTTP agent that checks every connection, including redirects and addresses in responses. Refused addresses are never
 * contacted.
 */
export class GuardedAgent extends Agent {
  readonly #rules: NetworkRules;
  /** Agent for loopback addresses, which bypass the proxy. */
  readonly #direct: Agent;
  /** Error from this agent's checks. npm's libraries wrap this error. */
  refusal: RegistryError | undefined;
  /** Latest connection error. npm's library hides the error with a cached response. */
  failure: Error | undefined;
  /** Whether a response arrived. If not, npm's library can use an old cached response. */
  isAnswered = false;

  constructor(rules: NetworkRules, { ca, ...options }: ConnectionOptions) {
    const authorities = ca === undefined ? {} : { ca: [...ca] };
    super({ ...options, ...authorities });
    this.#direct = new Agent(authorities);
    this.#rules = rules;
  }

  override addRequest(request: ClientRequest, options: AgentRequestOptions): void {
    const url = addressOf(request, options);
    this.#requireAllowed(url);
    const isKnown = this.#rules.keepsCredentials(url);
    if (!isKnown) request.removeHeader('authorization');
    // Prevents compression, because the byte limit counts the received bytes.
    request.setHeader('accept-encoding', 'identity');
    request.once('error', (error) => {
      this.failure = error;
    });
    request.once('response', (response) => this.#count(response));
    request.once('proxyConnect', ({ statusCode }: ProxyAnswer) => this.#requireConnected(statusCode, url));
    const shown = isKnown ? options : { ...options, cert: undefined, key: undefined };
    if (isLoopback(url)) this.#direct.addRequest(request, shown);
    else super.addRequest(request, shown);
  }

  #requireAllowed(url: URL): void {
    try {
      this.#rules.requireAllowed(url);
    } catch (error) {
      if (error instanceof RegistryError) this.refusal = error;
      throw error;
    }
  }

  /** Reports a refusal of the proxy. A server error of the proxy can be temporary and counts as a response. */
  #requireConnected(status: number, { host }: URL): void {
    const { url: proxy } = this.proxy;
    if (proxy === undefined || status < 400 || status >= 500) return;
    this.refusal = proxyRefusal(status, { host, proxy });
    throw this.refusal;
  }

  #count(response: IncomingMessage): void {
    this.isAnswered = true;
    const { answerBytes, onBytes } = this.#rules;
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      const message = `the response is encoded as ${JSON.stringify(encoding.slice(0, 40))}`;
      this.#stop(response, new RegistryError('REGISTRY_ANSWER_INVALID', message));
      return;
    }
    let bytes = 0;
    response.on('data', ({ length }: Uint8Array) => {
      bytes += length;
      onBytes?.(length);
      if (bytes <= answerBytes) return;
      this.#stop(response, new RegistryError('REGISTRY_TOO_LARGE', `the response is larger than ${answerBytes} bytes`));
    });
  }

  #stop(response: IncomingMessage, refusal: RegistryError): void {
    this.refusal = refusal;
    response.destroy(refusal);
  }
}

function addressOf({ path }: ClientRequest, { protocol, host, port }: AgentRequestOptions): URL {
  const name = host.includes(':') ? `[${host}]` : host;
  // A relative reference would treat a path with two leading slashes as another host.
  return new URL(`${protocol}//${name}:${port}${path}`);
}

/** Response of a proxy to CONNECT. */
interface ProxyAnswer {
  readonly statusCode: number;
}

/** The proxy's address can contain credentials, so the message names its host only. */
function proxyRefusal(status: number, { host, proxy }: { readonly host: string; readonly proxy: URL }): RegistryError {
  const place = 'HTTPS_PROXY, or https-proxy in your own .npmrc';
  if (status !== 407) {
    const hint = `Ask the operator of the proxy to allow ${host}, or correct ${place}.`;
    return new RegistryError('REGISTRY_UNREACHABLE', `the proxy ${proxy.host} refuses ${host} (status ${status})`, {
      hint,
    });
  }
  const isSigned = proxy.username !== '';
  const message = isSigned
    ? `the proxy ${proxy.host} rejects your user name and password, so ${host} is unreachable`
    : `the proxy ${proxy.host} requires a user name and a password, so ${host} is unreachable`;
  const hint = isSigned
    ? `Correct the user name and the password in ${place}.`
    : `Add them to ${place}: ${proxy.protocol}//<user>:<password>@${proxy.host}. Encode special characters as in a URL.`;
  return new RegistryError('REGISTRY_UNREACHABLE', message, { hint });
}
