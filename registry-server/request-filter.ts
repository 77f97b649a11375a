import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { asksForAdvisories, isRead, pathOf, plainTarget, writeOf } from './routes.ts';

const kibibyte = 1024;

/** The most a request may bring, in bytes: Verdaccio reads all of it before it knows who sends it. */
export const bodyLimits = {
  /** An archive of the largest size there is, in base64, and what is said of it. */
  package: 15 * kibibyte * kibibyte,
  account: 16 * kibibyte,
} as const;

/** Attempts to sign in, and at tokens, an address may make in a minute. */
export const accountsPerMinute = 20;

interface Refused {
  readonly status: number;
  readonly error: string;
}

interface Known {
  readonly publicUrl: string | undefined;
  /** Whether headers hold a token of somebody. */
  readonly identifies: (headers: IncomingHttpHeaders) => boolean;
}

/**
 * Stands before Verdaccio, which parses bodies before it looks who sends them: refuses what is too large, of no known
 * form, or nobody's.
 */
export function requestFilter(behind: RequestListener, { publicUrl, identifies }: Known): RequestListener {
  const attempts = new Attempts();
  return (request, response) => {
    const refused = problemOf(request, identifies) ?? attempts.problemOf(request, publicUrl !== undefined);
    if (refused !== undefined) return refuse(refused, request, response);
    request.url = plainTarget(request.url ?? '/');
    if (publicUrl !== undefined) {
      // What packuments say of archives must not be what somebody wrote into a header.
      request.headers.host = new URL(publicUrl).host;
      request.headers['x-forwarded-proto'] = 'https';
    }
    return behind(request, response);
  };
}

function problemOf(
  { method = '', url = '', headers }: IncomingMessage,
  identifies: Known['identifies'],
): Refused | undefined {
  const isForAccount = pathOf(url).startsWith('/-/user/');
  if (hasPassword(headers) && !isForAccount) {
    return { status: 401, error: 'genlock: passwords are for signing in; use a token' };
  }
  // Verdaccio reads whatever a request brings, be it one that only asks.
  if (isRead(method)) return bodyProblem(headers, 0);
  const write = writeOf(method, pathOf(url));
  if (asksForAdvisories(method, pathOf(url))) return { status: 404, error: 'genlock: this registry has no advisories' };
  if (write === undefined) return { status: 403, error: 'genlock: this registry takes no such request' };
  if (write.kind !== 'account' && !identifies(headers)) {
    return { status: 401, error: 'genlock: sign in to use this registry' };
  }
  const most = bodyLimits[write.kind === 'account' ? 'account' : 'package'];
  return bodyProblem(headers, method === 'DELETE' ? 0 : most);
}

function hasPassword({ authorization = '' }: IncomingHttpHeaders): boolean {
  return /^basic/iu.test(authorization);
}

function bodyProblem(headers: IncomingMessage['headers'], most: number): Refused | undefined {
  if (headers['content-encoding'] !== undefined) {
    return { status: 415, error: 'genlock: bodies are taken as they are, not compressed' };
  }
  if (headers['transfer-encoding'] !== undefined) return { status: 411, error: 'genlock: say how long the body is' };
  const length = Number(headers['content-length'] ?? 0);
  if (length > most) return { status: 413, error: `genlock: the request is larger than ${most} bytes` };
  const isJson = /^application\/(?:[a-z.+-]+\+)?json(?:;|$)/iu.test(headers['content-type'] ?? '');
  return length === 0 || isJson ? undefined : { status: 415, error: 'genlock: bodies are JSON' };
}

const minute = 60_000;
const mostAddresses = 10_000;

/** Counts attempts at accounts: a password is compared before Verdaccio counts anything. */
class Attempts {
  #counts = new Map<string, number>();
  /** When the first of them was made. */
  #since = -Infinity;

  problemOf(request: IncomingMessage, isForwarded: boolean): Refused | undefined {
    const { method = '', url = '', headers } = request;
    if (writeOf(method, pathOf(url))?.kind !== 'account' && !hasPassword(headers)) return undefined;
    // Not the time of day, which can be set back.
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

/** The last address in the header is the one that whatever ends TLS wrote. */
function addressOf({ headers, socket }: IncomingMessage, isForwarded: boolean): string {
  const forwarded = isForwarded
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return forwarded !== undefined && forwarded !== '' ? forwarded : (socket.remoteAddress ?? '');
}

/** How long what is refused may go on sending. */
const lingerMs = 5000;

/**
 * Answers at once. The body isn't kept, so the connection can't be used again; but what of it comes meanwhile is taken:
 * whoever still sends when a connection ends is told that it broke, and not why.
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
