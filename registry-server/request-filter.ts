import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { advisoriesPath, asksForAdvisories, isRead, pathOf, plainTarget, writeOf } from './routes.ts';

const kibibyte = 1024;

/** Maximum body sizes in bytes. Verdaccio reads the whole body before it checks the user. */
export const bodyLimits = {
  /** Largest allowed archive in base64, with metadata. */
  package: 15 * kibibyte * kibibyte,
  account: 16 * kibibyte,
  /** npm sends the names and versions of all installed packages. */
  advisories: kibibyte * kibibyte,
} as const;

/** Maximum number of account requests per address and minute: sign-ins and token changes. */
export const accountsPerMinute = 20;

interface Refused {
  readonly status: number;
  readonly error: string;
}

interface Known {
  readonly publicUrl: string | undefined;
  /** Returns whether headers contain a valid token. */
  readonly identifies: (headers: IncomingHttpHeaders) => boolean;
  /** Whether packages can be read without an account. */
  readonly anonymousRead?: boolean;
  /** Returns whether the registry has advisories. */
  readonly advises?: () => boolean;
}

/**
 * Filters requests before Verdaccio parses their bodies. Refuses requests that are too large, have an unknown form or
 * are unauthenticated.
 */
export function requestFilter(behind: RequestListener, known: Known): RequestListener {
  const { publicUrl } = known;
  const attempts = new Attempts();
  return (request, response) => {
    const refused = problemOf(request, known) ?? attempts.problemOf(request, publicUrl !== undefined);
    if (refused !== undefined) return refuse(refused, request, response);
    request.url = plainTarget(request.url ?? '/');
    if (publicUrl !== undefined) {
      // Overrides headers, because archive addresses in packuments must not depend on client headers.
      request.headers.host = new URL(publicUrl).host;
      request.headers['x-forwarded-proto'] = 'https';
    }
    return behind(request, response);
  };
}

function problemOf(
  { method = '', url = '', headers }: IncomingMessage,
  { identifies, anonymousRead = false, advises = () => false }: Known,
): Refused | undefined {
  const isForAccount = pathOf(url).startsWith('/-/user/');
  if (hasPassword(headers) && !isForAccount) {
    return { status: 401, error: 'genlock: passwords are for signing in; use a token' };
  }
  // Verdaccio reads the body of every request, including read requests.
  if (isRead(method)) return bodyProblem(headers, 0);
  const write = writeOf(method, pathOf(url));
  if (method === 'POST' && pathOf(url) === advisoriesPath && advises()) {
    // npm compresses this request.
    const { 'content-encoding': encoding, ...others } = headers;
    if (!anonymousRead && !identifies(headers)) return signIn;
    return bodyProblem(encoding === 'gzip' ? others : headers, bodyLimits.advisories);
  }
  if (asksForAdvisories(method, pathOf(url))) return { status: 404, error: 'genlock: this registry has no advisories' };
  if (write === undefined) return { status: 403, error: 'genlock: this registry does not accept this request' };
  if (write.kind !== 'account' && !identifies(headers)) return signIn;
  const most = bodyLimits[write.kind === 'account' ? 'account' : 'package'];
  return bodyProblem(headers, method === 'DELETE' ? 0 : most);
}

const signIn: Refused = { status: 401, error: 'genlock: sign in to use this registry' };

function hasPassword({ authorization = '' }: IncomingHttpHeaders): boolean {
  return /^basic/iu.test(authorization);
}

function bodyProblem(headers: IncomingMessage['headers'], most: number): Refused | undefined {
  if (headers['content-encoding'] !== undefined) {
    return { status: 415, error: 'genlock: compressed request bodies are not supported' };
  }
  if (headers['transfer-encoding'] !== undefined)
    return { status: 411, error: 'genlock: the Content-Length header is required' };
  const length = Number(headers['content-length'] ?? 0);
  if (length > most) return { status: 413, error: `genlock: the request is larger than ${most} bytes` };
  const isJson = /^application\/(?:[a-z.+-]+\+)?json(?:;|$)/iu.test(headers['content-type'] ?? '');
  return length === 0 || isJson ? undefined : { status: 415, error: 'genlock: bodies are JSON' };
}

const minute = 60_000;
const mostAddresses = 10_000;

/** Limits account requests, because Verdaccio compares passwords before its own limit applies. */
class Attempts {
  #counts = new Map<string, number>();
  /** Time of the first attempt. */
  #since = -Infinity;

  problemOf(request: IncomingMessage, isForwarded: boolean): Refused | undefined {
    const { method = '', url = '', headers } = request;
    if (writeOf(method, pathOf(url))?.kind !== 'account' && !hasPassword(headers)) return undefined;
    // Uses a monotonic clock, because the system time can be changed.
    const now = performance.now();
    if (now - this.#since > minute || this.#counts.size > mostAddresses) {
      this.#counts = new Map();
      this.#since = now;
    }
    const address = addressOf(request, isForwarded);
    const count = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, count);
    return count > accountsPerMinute ? { status: 429, error: 'genlock: try again in a minute' } : undefined;
  }
}

/** Returns the client address. The last address in the header comes from the proxy that terminates TLS. */
function addressOf({ headers, socket }: IncomingMessage, isForwarded: boolean): string {
  const forwarded = isForwarded
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded !== undefined && forwarded !== '' ? forwarded : (socket.remoteAddress ?? '');
}

/** Time in milliseconds for which a refused request may continue to send. */
const lingerMs = 5000;

/**
 * Answers immediately and closes the connection afterwards. The remaining body is read and discarded, because a client
 * that is still sending would only see a broken connection.
 */
function refuse({ status, error }: Refused, request: IncomingMessage, response: ServerResponse): void {
  const text = JSON.stringify({ error });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(status === 429 ? { 'retry-after': '60' } : {}),
    connection: 'close',
  });
  if (!hasBody(request)) return void response.end(text);
  response.write(text);
  const timer = setTimeout(() => response.end(), lingerMs);
  request.resume().once('close', () => {
    clearTimeout(timer);
    response.end();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
