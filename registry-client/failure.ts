import { RegistryError, type RegistryErrorCode } from './errors.ts';

interface Failed {
  readonly what: string;
  readonly registry: string;
  readonly timedOut: boolean;
}

/** What npm's libraries threw → the client's own error. None of their texts is passed on: they hold addresses with tokens. */
export function failureOf(error: unknown, { what, registry, timedOut }: Failed): RegistryError {
  if (error instanceof RegistryError) return error;
  const { host } = new URL(registry);
  const code = timedOut ? 'ETIMEDOUT' : codeOf(error);
  const [ours, message] = told(code, { what, host });
  return new RegistryError(ours, message, { cause: error });
}

type Told = readonly [RegistryErrorCode, string];

function told(code: string, { what, host }: { readonly what: string; readonly host: string }): Told {
  const status = Number(/^E(\d{3})$/u.exec(code)?.[1] ?? 0);
  if (status === 404) return ['REGISTRY_PACKAGE_NOT_FOUND', `${host} has no ${what}, or doesn't show it to you`];
  if (status === 401 || status === 403) return ['REGISTRY_UNAUTHORIZED', `${host} doesn't give you ${what}`];
  if (status === 429) return ['REGISTRY_RATE_LIMITED', `${host} asks to slow down`];
  if (status >= 400) return ['REGISTRY_FAILED', `${host} answered ${status} when asked for ${what}`];
  return byCode[code]?.({ what, host }) ?? ['REGISTRY_UNREACHABLE', `${host} can't be reached (${code})`];
}

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
  EMAXREDIRECT: ({ what, host }) => [
    'REGISTRY_ANSWER_INVALID',
    `${host} sends whoever asks for ${what} round in circles`,
  ],
  EINVALIDREDIRECT: ({ what, host }) => ['REGISTRY_ANSWER_INVALID', `${host} sends whoever asks for ${what} nowhere`],
  ETIMEDOUT: timeout,
  ECONNECTIONTIMEOUT: timeout,
  EIDLETIMEOUT: timeout,
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error instanceof SyntaxError) return 'EJSONPARSE';
  const { code, type } = error as Error & { readonly code?: unknown; readonly type?: unknown };
  if (type === 'invalid-json') return 'EJSONPARSE';
  if (type === 'request-timeout' || type === 'body-timeout') return 'ETIMEDOUT';
  return typeof code === 'string' ? code : error.name;
}
