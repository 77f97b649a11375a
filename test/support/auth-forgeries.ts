/** Tokens that must be refused, each derived from a real token. */
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { forge, readToken, signText } from './auth-tokens.ts';
import { secrets } from './auth-server.ts';

export interface Forgery {
  /** Starts with the ids of the requirements. */
  readonly title: string;
  /** @param real an access token, or a refresh token signed with `secret` */
  readonly make: (real: string, secret: string) => string;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = () => Math.floor(Date.now() / 1000);
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { kty: 'oct', k: Buffer.from('my own key, of my own choosing, 32 bytes').toString('base64url') };
const own = 'my own key, of my own choosing, 32 bytes';

const withHeader = (title: string, header: Readonly<Record<string, unknown>>, secret?: string): Forgery => ({
  title,
  make: (real, known) => forge(real, { header }, secret ?? known),
});
const withClaims = (title: string, payload: Readonly<Record<string, unknown>>): Forgery => ({
  title,
  make: (real, secret) => forge(real, { payload }, secret),
});
const unsigned = (alg: string): Forgery => ({
  title: `R35, G01 alg ${alg}, not signed`,
  make: (real, secret) => forge(real, { header: { alg }, algorithm: 'none' }, secret),
});

/** Tokens without a signature or with a wrong algorithm or secret. */
const algorithms: readonly Forgery[] = [
  ...['none', 'None', 'NONE', 'nOnE', ''].map(unsigned),
  {
    title: 'R35, G01 HS384',
    make: (real, secret) => forge(real, { header: { alg: 'HS384' }, algorithm: 'sha384' }, secret),
  },
  {
    title: 'R35, G01 HS512',
    make: (real, secret) => forge(real, { header: { alg: 'HS512' }, algorithm: 'sha512' }, secret),
  },
  withHeader('R35, G01 RS256 over an HMAC', { alg: 'RS256' }),
  withHeader('R35 alg in lower case', { alg: 'hs256' }),
  withHeader('R35 alg as a list', { alg: ['HS256'] }),
  withHeader('R35 no alg', { alg: undefined }),
  {
    title: 'R35, G01 RS256 with a key of one’s own',
    make: (real) => {
      const { header, payload } = readToken(real);
      const text = `${part({ ...header, alg: 'RS256' })}.${part(payload)}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  },
  {
    title: 'R35 HS256 with a public key as the secret',
    make: (real) => forge(real, {}, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  },
  ...['', 'secret', own, 'null', 'undefined', '0'.repeat(32)].map((secret) => ({
    title: `R35 signed with “${secret}”`,
    make: (real: string) => forge(real, {}, secret),
  })),
  {
    title: 'G22 the signature is cut short',
    make: (real) => real.slice(0, -4),
  },
  {
    title: 'G22 the signature is one byte of it',
    make: (real) => `${real.slice(0, real.lastIndexOf('.') + 1)}AA`,
  },
  { title: 'G22 the signature is empty', make: (real) => real.slice(0, real.lastIndexOf('.') + 1) },
  { title: 'G22 the signature is missing', make: (real) => real.slice(0, real.lastIndexOf('.')) },
  {
    title: 'R35 the payload is another, the signature the old one',
    make: (real) => {
      const [header = '', , signature = ''] = real.split('.');
      const { payload } = readToken(real);
      const changed = Buffer.from(JSON.stringify({ ...payload, exp: now() + 99_999 })).toString('base64url');
      return `${header}.${changed}.${signature}`;
    },
  },
];

/** Tokens that state the location of their key. */
const keys: readonly Forgery[] = [
  withHeader('R36 jwk of one’s own', { jwk, kid: undefined }, own),
  withHeader('R36 jwk beside the kid', { jwk }, own),
  withHeader('R36 jku', { jku: 'http://127.0.0.1:9/keys' }, own),
  withHeader('R36 x5u', { x5u: 'http://127.0.0.1:9/cert' }, own),
  withHeader('R36, G02 kid is an empty file', { kid: '../../../../dev/null' }, ''),
  withHeader('R36, G02 kid is a query', { kid: "' OR 1=1 --" }, ''),
  withHeader('R36, G02 kid is a property of every object', { kid: '__proto__' }, ''),
  withHeader('R36, G02 kid is another', { kid: 'constructor' }, 'function Object() { [native code] }'),
  withHeader('R36 an unknown kid with the right key', { kid: 'unknown' }),
  withHeader('R36 kid is a number', { kid: 1 }),
  withHeader('R36 kid is an object', { kid: {} }),
  withHeader('R36 unknown crit', { crit: ['bird'], bird: true }),
  withHeader('R36 crit of a known name', { crit: ['b64'], b64: false }),
  {
    title: 'G02 the key is named in the payload',
    make: (real) => forge(real, { payload: { secret: own, key: own, kid: own } }, own),
  },
  {
    title: 'R36 the key is a hash of the kid',
    make: (real) =>
      forge(
        real,
        {},
        createHash('sha256')
          .update(String(readToken(real).header['kid']))
          .digest('hex'),
      ),
  },
  {
    title: 'R36 the key is the kid',
    make: (real) => forge(real, {}, String(readToken(real).header['kid'])),
  },
];

const claims: readonly Forgery[] = [
  withHeader('R37 typ of a common JWT', { typ: 'JWT' }),
  withHeader('R37 no typ', { typ: undefined }),
  withClaims('R38 another issuer', { iss: 'https://evil.example' }),
  withClaims('R38 no issuer', { iss: undefined }),
  withClaims('R38 another audience', { aud: 'https://evil.example' }),
  withClaims('R38 no audience', { aud: undefined }),
  withClaims('R38 audience is an empty list', { aud: [] }),
  withClaims('R39 no exp', { exp: undefined }),
  withClaims('R39 exp is text', { exp: String(now() + 99_999) }),
  withClaims('R39 exp is null', { exp: null }),
  withClaims('R39 exp is past', { exp: now() - 60 }),
  withClaims('R39 nbf is to come', { nbf: now() + 3600 }),
  withClaims('R39 nbf is text', { nbf: 'now' }),
  withClaims('R39 iat is to come', { iat: now() + 3600 }),
  withClaims('R39 iat is text', { iat: 'now' }),
  withClaims('R42 a session that isn’t there', { sid: 'caaaaaaaaaaaaaaaaaaaaaaaa' }),
  withClaims('R42 no session', { sid: undefined }),
  withClaims('R42, G23 the session is an operator', { sid: { not: '' } }),
  withClaims('R42, G23 the session is a list', { sid: ['a'] }),
  withClaims('R42 the session is empty', { sid: '' }),
  withClaims('R42 a NUL in the session', { sid: 'a\0b' }),
  withClaims('R42 the session of somebody else', { sub: 'caaaaaaaaaaaaaaaaaaaaaaaa' }),
  withClaims('R42 no subject', { sub: undefined }),
  withClaims('R42, G23 the subject is an operator', { sub: { not: '' } }),
];

const shapes: readonly Forgery[] = [
  { title: 'R39 the payload is text', make: (real, secret) => signText(headerOf(real), '"text"', secret) },
  { title: 'R39 the payload is a list', make: (real, secret) => signText(headerOf(real), '[]', secret) },
  { title: 'R39 the payload is null', make: (real, secret) => signText(headerOf(real), 'null', secret) },
  { title: 'R39 the payload is no JSON', make: (real, secret) => signText(headerOf(real), '{', secret) },
  { title: 'R39 the payload is empty', make: (real, secret) => signText(headerOf(real), '', secret) },
  { title: 'R35 the header is no JSON', make: (_, secret) => signText('{', '{}', secret) },
  { title: 'R35 the header is null', make: (_, secret) => signText('null', '{}', secret) },
  { title: 'R35 the header is text', make: (_, secret) => signText('"HS256"', '{}', secret) },
  { title: 'R35 only dots', make: () => '..' },
  { title: 'R35 empty', make: () => '' },
  { title: 'R35 one part', make: () => 'abc' },
  { title: 'R35 four parts', make: (real) => `${real}.abc` },
  { title: 'R35 five parts, as if encrypted', make: (real) => `${real}.abc.def` },
  { title: 'R35 ten thousand dots', make: () => '.'.repeat(10_000) },
  { title: 'R35 padding', make: (real) => real.replaceAll('.', '=.') },
  { title: 'R35 a space inside', make: (real) => real.replace('.', ' .') },
  { title: 'R35 percent signs', make: () => '%00%ff%' },
  { title: 'R35 JSON in a cookie', make: () => 'j:{"a":1}' },
  {
    title: 'R35 the standard alphabet of base64',
    make: (real, secret) => {
      const text = real.slice(0, real.lastIndexOf('.'));
      return `${text}.${createHmac('sha256', secret).update(`${text}x`).digest('base64')}`;
    },
  },
];

function headerOf(token: string): string {
  return JSON.stringify(readToken(token).header);
}

export const forgeries: readonly Forgery[] = [...algorithms, ...keys, ...claims, ...shapes];

/** The secret each kind of token is signed with. */
export const secretOf = { access: secrets.JWT_SECRET, refresh: secrets.JWT_REFRESH_SECRET } as const;
