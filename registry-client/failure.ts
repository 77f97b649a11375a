import { RegistryError, type RegistryErrorCode } from './errors.ts';

interface Failed {
  readonly what: string;
  readonly registry: string;
  readonly timedOut: boolean;
}

/**
 * What npm's libraries threw → the client's own error. None of their texts is passed on: they hold addresses with tokens.
 * What a registry says to who is refused is; whoever prints it takes out what mustn't be seen.
 */
export function failureOf(error: unknown, { what, registry, timedOut }: Failed): RegistryError {
  if (error instanceof RegistryError) return error;
  const ofCache = cacheFailure(error);
  if (ofCache !== undefined) return ofCache;
  const { host } = new URL(registry);
  const code = timedOut ? 'ETIMEDOUT' : codeOf(error);
  const [ours, message] = told(code, { what, host, said: wordsOf(error) });
  return new RegistryError(ours, message, { cause: error });
}

/** What the file system says to who uses the cache; nothing if it was something else. */
export function cacheFailure(error: unknown): RegistryError | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined;
  const { code } = error;
  const path = 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : '';
  if (!(path === '' ? full : onDisk).has(code)) return undefined;
  const message = `the cache can't be used${path} (${code}); GENLOCK_CACHE names another folder`;
  return new RegistryError('REGISTRY_CONFIG_INVALID', message, { cause: error });
}

const onDisk: ReadonlySet<string> = new Set(
  'EACCES EPERM EROFS ENOSPC EDQUOT EIO EISDIR ENOTDIR ENOENT ENOTEMPTY EEXIST ELOOP'.split(' '),
);

/** What nothing else says, with a path or without: whoever writes to an open file isn't told which one. */
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether somebody else took something out of the cache meanwhile: `genlock cache clear` does, and `verify`. */
export function isTakenOut({ cause }: RegistryError): boolean {
  if (!(cause instanceof Error && 'path' in cause && 'code' in cause)) return false;
  return ['ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(String(cause.code));
}

type Told = readonly [RegistryErrorCode, string];

interface Answered {
  readonly what: string;
  readonly host: string;
  readonly said: string | undefined;
}

function told(code: string, { what, host, said }: Answered): Told {
  const status = statusIn(code);
  if (status === 404) return ['REGISTRY_PACKAGE_NOT_FOUND', `${host} doesn't have ${what}, or doesn't show it to you`];
  if (status === 401 || status === 403) {
    // What is said of who isn't known may repeat what they gave.
    const why = said === undefined || status === 401 ? '' : `: ${said}`;
    return ['REGISTRY_UNAUTHORIZED', `${host} doesn't give you ${what}${why}`];
  }
  if (status === 429) return ['REGISTRY_RATE_LIMITED', `${host} asks to slow down`];
  if (status === 408) return timeout({ what, host });
  if (status === 407) return ['REGISTRY_UNREACHABLE', `the proxy on the way to ${host} wants to know who is asking`];
  if (status >= 400 && status < 500) {
    return ['REGISTRY_REFUSED', `${host} refuses what it was asked of ${what}: ${said ?? `it answers ${status}`}`];
  }
  if (status >= 400) return ['REGISTRY_FAILED', `${host} answered ${status} when asked for ${what}`];
  if (onCertificates.test(code)) {
    return ['REGISTRY_UNTRUSTED', `nobody this machine believes vouches for ${host} (${code})`];
  }
  return byCode[code]?.({ what, host }) ?? ['REGISTRY_UNREACHABLE', `${host} can't be reached (${code})`];
}

/** How Node and OpenSSL name what is wrong with a certificate: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const onCertificates = /CERT|^(?:INVALID_CA|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/u;

const timeout = ({ what, host }: { readonly what: string; readonly host: string }): Told => [
  'REGISTRY_TIMEOUT',
  `${host} took too long to answer with ${what}`,
];

const byCode: Readonly<
  Record<string, ((names: { readonly what: string; readonly host: string }) => Told) | undefined>
> = {
  EOTP: ({ what, host }) => ['REGISTRY_UNAUTHORIZED', `${host} wants a one-time password for ${what}`],
  EINTEGRITY: ({ what, host }) => [
    'REGISTRY_INTEGRITY_MISMATCH',
    `the bytes of ${what} from ${host} are not the ones it promised`,
  ],
  ENOTCACHED: ({ what }) => ['REGISTRY_OFFLINE', `${what} is not in the cache, and nothing may be fetched`],
  EJSONPARSE: ({ what, host }) => ['REGISTRY_ANSWER_INVALID', `the answer of ${host} for ${what} is no JSON`],
  // What npm's cache makes of an answer without a body.
  ENODATA: ({ what, host }) => ['REGISTRY_ANSWER_INVALID', `the answer of ${host} for ${what} is empty`],
  EMAXREDIRECT: ({ what, host }) => [
    'REGISTRY_ANSWER_INVALID',
    `${host} sends whoever asks for ${what} round in circles`,
  ],
  EINVALIDREDIRECT: ({ what, host }) => ['REGISTRY_ANSWER_INVALID', `${host} sends whoever asks for ${what} nowhere`],
  ETIMEDOUT: timeout,
  ECONNECTIONTIMEOUT: timeout,
  EIDLETIMEOUT: timeout,
};

/** The status of an answer, as npm's libraries say it in an error's code: 404 for `E404`; 0 if it is about something else. */
export function statusOf(error: unknown): number {
  return statusIn(codeOf(error));
}

/** Whether a registry refused, and will again: a status of 4xx, but for the one that asks to slow down. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && status !== 429;
}

function statusIn(code: string): number {
  return Number(/^E(\d{3})$/u.exec(code)?.[1] ?? 0);
}

/** What npm's libraries and Node call what went wrong; answers that are no JSON and times that are over have many names. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error instanceof SyntaxError) return 'EJSONPARSE';
  const { code, type } = error as Error & { readonly code?: unknown; readonly type?: unknown };
  if (type === 'invalid-json') return 'EJSONPARSE';
  if (type === 'request-timeout' || type === 'body-timeout') return 'ETIMEDOUT';
  return typeof code === 'string' ? code : error.name;
}

/** Characters; longer ones are cut. */
const longest = 1000;

/**
 * What a registry says itself to who is refused; nothing if it doesn't. It is cut between words: nobody would know half of
 * a token that it sends back for one.
 */
export function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'body' in error) || typeof error.body !== 'object' || error.body === null)
    return undefined;
  const { error: first, message } = error.body as { readonly error?: unknown; readonly message?: unknown };
  const said = [first, message].find((text): text is string => typeof text === 'string' && text !== '');
  return said === undefined || said.length <= longest ? said : said.slice(0, longest).replace(/\S*$/u, '…');
}

/** Milliseconds a registry asks to wait before it is asked again; 0 if it doesn't. */
export function waitOf({ cause }: RegistryError, now: number): number {
  const said = cause instanceof Error && 'headers' in cause ? headerOf(cause.headers, 'retry-after') : undefined;
  if (said === undefined) return 0;
  const seconds = /^\d+$/u.test(said) ? Number(said) : (Date.parse(said) - now) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds * 1000);
}

/** Of headers as npm's libraries keep them: each with all of its values. */
function headerOf(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const [value] = Object.entries(headers)
    .flatMap(([key, values]) => (key.toLowerCase() === name ? [values] : []))
    .flat();
  return typeof value === 'string' ? value.trim() : undefined;
}
