import { RegistryError, type RegistryErrorCode } from './errors.ts';

interface Failed {
  readonly what: string;
  readonly registry: string;
  readonly timedOut: boolean;
}

/**
 * Converts an error of npm's libraries to a `RegistryError`. Library messages are not passed on, because they can
 * contain addresses with tokens. The registry's own explanation is included. Callers must redact secrets before
 * printing the message.
 */
export function failureOf(error: unknown, { what, registry, timedOut }: Failed): RegistryError {
  if (error instanceof RegistryError) return error;
  const ofCache = cacheFailure(error);
  if (ofCache !== undefined) return ofCache;
  const { host } = new URL(registry);
  const code = timedOut ? 'ETIMEDOUT' : isWebPage(error) ? 'WEBPAGE' : codeOf(error);
  const [ours, message, ownHint] = told(code, { what, host, registry, said: wordsOf(error) });
  const hint = ours === 'REGISTRY_UNAUTHORIZED' ? signInHint(registry) : ownHint;
  return new RegistryError(ours, message, { cause: error, hint });
}

/** Returns whether a response that must be JSON is a web page, such as the start page of the host. */
function isWebPage(error: unknown): boolean {
  return codeOf(error) === 'EJSONPARSE' && error instanceof Error && error.message.includes("token '<'");
}

/** Returns the command that signs in to a registry; `undefined` if the address contains characters of a shell. */
export function signInHint(registry: string): string | undefined {
  if (!isPasteable(registry)) return undefined;
  return `Sign in with \`genlock login --registry ${registry}\`, or ask for access.`;
}

/** Returns whether a string contains no characters that a shell interprets. */
export function isPasteable(text: string): boolean {
  return /^[\w./:@-]+$/u.test(text);
}

/** Converts a file system error of the cache; `undefined` for other errors. */
export function cacheFailure(error: unknown): RegistryError | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  const { code } = error;
  const path = 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : '';
  if (!(path === '' ? full : onDisk).has(code)) return undefined;
  const message = `the cache is unusable${path} (${code}); set GENLOCK_CACHE to use another folder`;
  return new RegistryError('REGISTRY_CONFIG_INVALID', message, { cause: error });
}

const onDisk: ReadonlySet<string> = new Set(
  'EACCES EPERM EROFS ENOSPC EDQUOT EIO EISDIR ENOTDIR ENOENT ENOTEMPTY EEXIST ELOOP'.split(' '),
);

/** Codes of file system errors only, so they count without a path. Errors on open files have no path. */
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Returns whether another process removed a cache entry, for example `genlock cache clear` or `verify`. */
export function isTakenOut({ cause }: RegistryError): boolean {
  if (!(cause instanceof Error && 'path' in cause && 'code' in cause)) return false;
  return ['ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(String(cause.code));
}

type Told = readonly [code: RegistryErrorCode, message: string, hint?: string | undefined];

interface Requested {
  readonly what: string;
  readonly host: string;
  readonly registry: string;
}

interface Answered extends Requested {
  readonly said: string | undefined;
}

function told(code: string, { what, host, registry, said }: Answered): Told {
  const status = statusIn(code);
  if (status === 404)
    return ['REGISTRY_PACKAGE_NOT_FOUND', `${registry} does not have ${what}, or you have no access to it`];
  if (status === 401 || status === 403) {
    // A message for failed authentication can repeat the credentials.
    const why = said === undefined || status === 401 ? '' : `: ${said}`;
    return ['REGISTRY_UNAUTHORIZED', `${host} denied access to ${what}${why}`];
  }
  if (status === 429) return ['REGISTRY_RATE_LIMITED', `${host} limits the request rate`];
  if (status === 408) return timeout({ what, host });
  if (status >= 400 && status < 500) {
    return ['REGISTRY_REFUSED', `${host} refused the request for ${what}: ${said ?? `status ${status}`}`];
  }
  if (status >= 400) return ['REGISTRY_FAILED', `${host} answered ${status} when asked for ${what}`];
  if (onCertificates.test(code)) {
    return ['REGISTRY_UNTRUSTED', `the certificate of ${host} is not trusted (${code})`];
  }
  return byCode[code]?.({ what, host, registry }) ?? ['REGISTRY_UNREACHABLE', `${host} is unreachable (${code})`];
}

/** Names of certificate errors in Node and OpenSSL: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const onCertificates = /CERT|^(?:INVALID_CA|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/u;

const timeout = ({ what, host }: { readonly what: string; readonly host: string }): Told => [
  'REGISTRY_TIMEOUT',
  `${host} took too long to send ${what}`,
];

/** A server without TLS answered a TLS handshake. */
const noTls = ({ host }: Requested): Told => [
  'REGISTRY_UNREACHABLE',
  `${host} does not use https at this port`,
  'Correct the address of the registry: the port, or http:// for a registry on this machine.',
];

const byCode: Readonly<Record<string, ((names: Requested) => Told) | undefined>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ECONNRESET: ({ host, registry }) => [
    'REGISTRY_UNREACHABLE',
    `${host} closed the connection (ECONNRESET)`,
    registry.startsWith('http:') ? 'If the registry uses https, write https:// in its address.' : undefined,
  ],
  WEBPAGE: ({ what, registry }) => [
    'REGISTRY_ANSWER_INVALID',
    `${registry} answered the request for ${what} with a web page`,
    'Correct the address of the registry: it can need a path, such as https://registry.example/npm/.',
  ],
  EOTP: ({ what, host }) => ['REGISTRY_UNAUTHORIZED', `${host} requires a one-time password for ${what}`],
  EINTEGRITY: ({ what, host }) => [
    'REGISTRY_INTEGRITY_MISMATCH',
    `${what} from ${host} does not match its integrity value`,
  ],
  ENOTCACHED: ({ what }) => ['REGISTRY_OFFLINE', `${what} is not in the cache, and the client is offline`],
  EJSONPARSE: ({ what, registry }) => [
    'REGISTRY_ANSWER_INVALID',
    `the response from ${registry} for ${what} is not JSON`,
  ],
  // Code of npm's cache for a response without a body.
  ENODATA: ({ what, registry }) => ['REGISTRY_ANSWER_INVALID', `the response from ${registry} for ${what} is empty`],
  EMAXREDIRECT: ({ what, host }) => ['REGISTRY_ANSWER_INVALID', `${host} has a redirect loop for ${what}`],
  EINVALIDREDIRECT: ({ what, host }) => ['REGISTRY_ANSWER_INVALID', `${host} returned an invalid redirect for ${what}`],
  ETIMEDOUT: timeout,
  ECONNECTIONTIMEOUT: timeout,
  EIDLETIMEOUT: timeout,
};

/** Returns the HTTP status in the error code of npm's libraries, e.g. 404 for `E404`; 0 for other errors. */
export function statusOf(error: unknown): number {
  return statusIn(codeOf(error));
}

/** Returns whether a registry rejected a request permanently: a 4xx status except 429. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && status !== 429;
}

function statusIn(code: string): number {
  return Number(/^E(\d{3})$/u.exec(code)?.[1] ?? 0);
}

/** Returns the error code of npm's libraries or Node. Invalid JSON and timeouts have several codes and are unified. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error instanceof SyntaxError) return 'EJSONPARSE';
  const { code, type } = error as Error & { readonly code?: unknown; readonly type?: unknown };
  if (type === 'invalid-json') return 'EJSONPARSE';
  if (type === 'request-timeout' || type === 'body-timeout') return 'ETIMEDOUT';
  return typeof code === 'string' ? code : error.name;
}

/** Maximum length in characters. */
const longest = 1000;

/**
 * Returns the registry's explanation for an error; `undefined` if missing. Long text is cut between words, because
 * redaction cannot recognize a partial token.
 */
export function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'body' in error) || typeof error.body !== 'object' || error.body === null)
    return undefined;
  const { error: first, message } = error.body as { readonly error?: unknown; readonly message?: unknown };
  const said = [first, message].find((text): text is string => typeof text === 'string' && text !== '');
  return said === undefined || said.length <= longest ? said : said.slice(0, longest).replace(/\S*$/u, '…');
}

/** Returns the `Retry-After` delay in milliseconds; 0 if the header is missing. */
export function waitOf({ cause }: RegistryError, now: number): number {
  const said = cause instanceof Error && 'headers' in cause ? headerOf(cause.headers, 'retry-after') : undefined;
  if (said === undefined) return 0;
  const seconds = /^\d+$/u.test(said) ? Number(said) : (Date.parse(said) - now) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds * 1000);
}

/** Returns a header value from npm's header format, which keeps a list of values for each name. */
function headerOf(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const [value] = Object.entries(headers)
    .flatMap(([key, values]) => (key.toLowerCase() === name ? [values] : []))
    .flat();
  return typeof value === 'string' ? value.trim() : undefined;
}
