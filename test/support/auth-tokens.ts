/** Handmade tokens, created without the code of the server. */
import { createHmac } from 'node:crypto';

type Part = Readonly<Record<string, unknown>>;

export interface Token {
  readonly header: Part;
  readonly payload: Part;
}

export function readToken(token: string): Token {
  const [header = '', payload = ''] = token.split('.');
  return { header: decode(header), payload: decode(payload) };
}

/**
 * The same token with changes, signed again.
 *
 * @param token a real one
 * @param changes of header and payload; `undefined` takes a claim out
 * @param secret signs it; with `algorithm` none it isn't signed
 */
export function forge(
  token: string,
  changes: { readonly header?: Part; readonly payload?: Part; readonly algorithm?: Algorithm },
  secret: string,
): string {
  const { header, payload } = readToken(token);
  const algorithm = changes.algorithm ?? 'sha256';
  const text = `${encode({ ...header, ...changes.header })}.${encode({ ...payload, ...changes.payload })}`;
  return `${text}.${signature(text, { algorithm, secret })}`;
}

export type Algorithm = 'sha256' | 'sha384' | 'sha512' | 'none';

/** Signs any two pieces of text as if they were a header and a payload. */
export function signText(header: string, payload: string, secret: string): string {
  const text = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
  return `${text}.${signature(text, { algorithm: 'sha256', secret })}`;
}

function signature(text: string, { algorithm, secret }: { algorithm: Algorithm; secret: string }): string {
  return algorithm === 'none' ? '' : createHmac(algorithm, secret).update(text).digest('base64url');
}

function encode(part: Part): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): Part {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Part;
}
