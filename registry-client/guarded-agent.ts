import { Agent, type AgentRequestOptions } from '@npmcli/agent';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { RegistryError } from './errors.ts';
import { isLoopback } from './origins.ts';

/** What may go over the network. */
export interface NetworkRules {
  /** Throws a RegistryError for an address that may not be reached: of packages, redirects and archives alike. */
  readonly requireAllowed: (url: URL) => void;
  /** Whether the credentials of what was asked for are for this address, too; on the way to any other they are taken off. */
  readonly keepsCredentials: (url: URL) => boolean;
  /** Most bytes of one answer. */
  readonly answerBytes: number;
  /** Called with the bytes of each piece that arrives. */
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
 * Stands where every connection begins, so that no redirect and no address inside an answer goes around it. What it
 * refuses is never connected to.
 */
export class GuardedAgent extends Agent {
  readonly #rules: NetworkRules;
  /** For this machine: nothing of what stays on it is a proxy's business. */
  readonly #direct: Agent;
  /** Why a request failed, where it was refused here; what fetches through the agent wraps errors in its own. */
  refusal: RegistryError | undefined;
  /** Whether anybody answered: what fetches through the agent may make do with an old answer otherwise. */
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
    // Answers are counted as they come: a small one must not grow behind the counter.
    request.setHeader('accept-encoding', 'identity');
    request.once('response', (response) => this.#count(response));
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

  #count(response: IncomingMessage): void {
    this.isAnswered = true;
    const { answerBytes, onBytes } = this.#rules;
    const encoding = response.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') {
      const message = `the answer is encoded as ${JSON.stringify(encoding.slice(0, 40))}`;
      this.#stop(response, new RegistryError('REGISTRY_ANSWER_INVALID', message));
      return;
    }
    let bytes = 0;
    response.on('data', ({ length }: Uint8Array) => {
      bytes += length;
      onBytes?.(length);
      if (bytes <= answerBytes) return;
      this.#stop(response, new RegistryError('REGISTRY_TOO_LARGE', `the answer is larger than ${answerBytes} bytes`));
    });
  }

  #stop(response: IncomingMessage, refusal: RegistryError): void {
    this.refusal = refusal;
    response.destroy(refusal);
  }
}

function addressOf({ path }: ClientRequest, { protocol, host, port }: AgentRequestOptions): URL {
  const name = host.includes(':') ? `[${host}]` : host;
  // Not as a reference: a path that begins with two slashes would be another host.
  return new URL(`${protocol}//${name}:${port}${path}`);
}
