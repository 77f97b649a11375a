import { bigIntAsString } from '@shared/lib/big-int';
import { isLanguageSelected, language, locale, t, translateProblem } from '@/lib/i18n';

/** An invalid value in a request, with its JSON pointer in the body. */
export interface FieldProblem {
  pointer?: string;
  detail: string;
}

interface ProblemDetails {
  title?: string;
  detail?: string;
  code?: string;
  errors?: FieldProblem[];
  retryAfter?: number | undefined;
}

/** An error response of the server in `application/problem+json` (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number;
  readonly code: string | undefined;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait before a retry, from the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(status: number, { title, detail, code, errors = [], retryAfter }: ProblemDetails) {
    super(detail ?? title ?? t('serverStatus', { status: String(status) }));
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The URL of the next page, if any. */
  next: string | undefined;
  /** The number of records in the whole list, if requested. */
  total: number | undefined;
}

/** The entity tags of received records. */
const versions = new WeakMap<object, string>();

/** Returns the version of a record from `get` or `send`, for `ifMatch`. */
export function versionOf(record: object): string | undefined {
  return versions.get(record);
}

/** Sets the version of a record that was stored and read again. */
export function setVersion(record: object, version: string): void {
  versions.set(record, version);
}

export async function get<Result>(path: string, signal?: AbortSignal): Promise<Result> {
  return read<Result>(await request(path, { signal: signal ?? null }));
}

async function read<Result>(response: Response): Promise<Result> {
  const result: unknown = await response.json();
  const version = response.headers.get('etag');
  if (version !== null && typeof result === 'object' && result !== null) {
    setVersion(result, version);
  }
  return result as Result;
}

export async function getPage<Item>(path: string, signal?: AbortSignal): Promise<Page<Item>> {
  const response = await request(path, { signal: signal ?? null });
  const total = response.headers.get('x-total-count');
  return {
    items: (await response.json()) as Item[],
    next: nextLink(response.headers.get('link')),
    total: total === null ? undefined : Number(total),
  };
}

/** Returns all records of a list as CSV, for a download, with numbers in the user’s language. */
export async function getCsv(path: string, signal?: AbortSignal): Promise<Blob> {
  const headers = { accept: 'text/csv', 'accept-language': locale };
  return (await request(path, { headers, signal: signal ?? null })).blob();
}

interface SendOptions {
  /** The version that the record must have. */
  ifMatch?: string | undefined;
  /** The key of a creation. If a request with the same key and body is repeated, it writes once. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns a random key for `idempotencyKey`. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Sends a body as JSON, a file with its bytes only, and a `FormData` as a form.
 *
 * @throws ProblemError 412 if the record no longer has the version in `ifMatch`
 */
export async function send<Result>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  { ifMatch, idempotencyKey, signal }: SendOptions = {},
): Promise<Result> {
  const response = await request(path, {
    method,
    signal: signal ?? null,
    headers: {
      ...contentType(body),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: encoded(body) }),
  });
  const isEmpty = response.status === 202 || response.status === 204;
  return isEmpty ? (undefined as Result) : read<Result>(response);
}

function encoded(body: unknown): BodyInit {
  const isEncoded = body instanceof Blob || body instanceof FormData;
  return isEncoded ? body : JSON.stringify(body, bigIntAsString);
}

/**
 * The type of a file is a claim of its sender, so it is not sent. The browser sets the type of a
 * form, because it contains the boundary.
 */
function contentType(body: unknown): Record<string, string> {
  if (body === undefined || body instanceof FormData) return {};
  return { 'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json' };
}

/** The target of `rel="next"` in a `Link` header (RFC 8288). */
export function nextLink(header: string | null): string | undefined {
  return header?.match(/<([^>]*)>[^,]*;\s*rel="?next"?/)?.[1];
}

/** A function that sends a request like `fetch`. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

let transport: Transport = (path, init) =>
  fetch(path, isLanguageSelected() ? inSelectedLanguage(init) : init);

/** The server writes mails in the language of the request. By default, the browser sends its own. */
function inSelectedLanguage(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  if (!headers.has('Accept-Language')) headers.set('Accept-Language', language);
  return { ...init, headers };
}

/** Wraps all following requests, for example to add a header or a retry. */
export function aroundRequests(wrap: (inner: Transport) => Transport): void {
  transport = wrap(transport);
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const response = await transport(path, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new ProblemError(0, { detail: t('serverUnreachable') });
  });
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new ProblemError(response.status, {
    ...(await problemOf(response)),
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

async function problemOf(response: Response): Promise<ProblemDetails> {
  try {
    return inLanguage((await response.json()) as ProblemDetails);
  } catch {
    // A proxy sends no problem. Its status text is in English.
    return {};
  }
}

/** Returns a problem with its messages in the user’s language. */
function inLanguage({ detail, errors, ...problem }: ProblemDetails): ProblemDetails {
  return {
    ...problem,
    ...(detail !== undefined && { detail: translateProblem(detail) }),
    ...(errors && {
      errors: errors.map((error) => ({ ...error, detail: translateProblem(error.detail) })),
    }),
  };
}
