/** Sends requests exactly as given: no header is added, none is refused, and every one of an answer can be seen. */
import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';

export interface Call {
  readonly headers?: Readonly<OutgoingHttpHeaders>;
  /** An object is sent as JSON with its content type. Strings and bytes are sent unchanged. */
  readonly body?: unknown;
  /** IP address of the caller, as reported by a proxy. A new address by default. */
  readonly from?: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  readonly cookie?: string;
  /** A query string without its question mark. */
  readonly query?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: readonly Cookie[];
  readonly text: string;
  /** Parsed body, or an empty object. */
  readonly json: Json;
}

/** Unvalidated response of an auth endpoint. */
export interface Json {
  readonly [key: string]: unknown;
  readonly code?: string;
  readonly accessToken?: string;
  readonly refreshToken?: string;
  readonly user?: { readonly id: string; readonly email: string; readonly name: string | null; readonly role: string };
  readonly errors?: readonly { readonly pointer?: string; readonly code?: string; readonly detail?: string }[];
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** In lower case, without the name and value; `''` for attributes without a value. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** @param line e.g. `POST /login`, below `/api/auth`, or `GET /api/notes` */
export type Send = (line: string, call?: Call) => Promise<Answer>;

/** Sends to the servers in turn. */
export function sender(urls: readonly string[]): Send {
  let turn = 0;
  return (line, call = {}) => sendTo(urls[(turn += 1) % urls.length] ?? '', line, call);
}

/** An address of the documentation range that no other call has had; below 16.7 million of them. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
let addresses = Math.floor(Math.random() * 0xff_ff_ff);

export function sendTo(url: string, line: string, call: Call = {}): Promise<Answer> {
  const [method = 'GET', given = '/'] = line.split(' ');
  const path = given.startsWith('/api') ? given : `/api/auth${given}`;
  const { body, isJson } = encoded(call.body);
  const headers: OutgoingHttpHeaders = {
    'x-forwarded-for': call.from ?? newAddress(),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(body === undefined ? {} : { 'content-length': body.length }),
    ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
    ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
    ...call.headers,
  };
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const options = { host: target.hostname, port: target.port, method, agent: false as const, timeout: 60_000 };
    const query = call.query === undefined ? '' : `?${call.query}`;
    const sent = request({ ...options, path: path + query, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(answerOf(response, Buffer.concat(chunks).toString())));
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${line}`)));
    sent.end(body);
  });
}

function encoded(body: unknown): { readonly body: Buffer | undefined; readonly isJson: boolean } {
  if (body === undefined) return { body: undefined, isJson: false };
  if (typeof body === 'string') return { body: Buffer.from(body), isJson: false };
  if (Buffer.isBuffer(body)) return { body, isJson: false };
  return { body: Buffer.from(JSON.stringify(body)), isJson: true };
}

function answerOf({ statusCode = 0, headers }: IncomingMessage, text: string): Answer {
  const isJson = /json/u.test(headers['content-type'] ?? '');
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  return {
    status: statusCode,
    headers,
    text,
    cookies: (headers['set-cookie'] ?? []).map(cookieOf),
    json: json as Json,
  };
}

function cookieOf(line: string): Cookie {
  const [pair = '', ...rest] = line.split('; ');
  const attributes = rest.map((part) => {
    const [name = '', value = ''] = part.split('=');
    return [name.toLowerCase(), value];
  });
  return {
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    attributes: Object.fromEntries(attributes) as Record<string, string>,
  };
}
