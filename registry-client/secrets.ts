import { readIni } from './ini.ts';
import type { Environment, NpmrcFile } from './npmrc.ts';
import { passwordsIn } from './passwords.ts';

/** Keys with secret values. */
const secretKey = /(?:_authtoken|_auth|_password|_secret|token|password|otp|:-auth|:-authtoken|:-password)$/iu;

/**
 * Returns all secrets in npm's configuration, including unused ones: tokens, passwords, and passwords in addresses.
 * Name and password pairs are returned encoded and decoded. Project files are skipped, because a cloned project could
 * otherwise choose words to redact from the output.
 */
export function secretsIn(files: readonly NpmrcFile[], env: Environment): readonly string[] {
  const own = files.filter(({ level }) => level !== 'project');
  const written = own.flatMap(({ text }) => text.split(/[\r\n]+/u).flatMap(lineOf));
  const given = Object.entries(env).flatMap(([name, value = '']) =>
    relevant.test(name) ? [[name, value] as const] : [],
  );
  const expanded = [...written, ...given].map(([key, value]) => {
    const text = value.replaceAll(/\$\{([^${}?]+)\??\}/gu, (whole, name: string) => env[name] ?? whole);
    return [key.replace(/^npm_config_/iu, ''), text] as const;
  });
  const found = expanded.flatMap(([key, value]) => [
    ...passwordsIn(key),
    ...passwordsIn(value),
    ...(secretKey.test(key) ? parts(value) : []),
  ]);
  return [...new Set([...found, ...pairsIn(expanded)])].filter((secret) => secret !== '');
}

/**
 * Returns `name:password` pairs from separate `//host/:username` and `//host/:_password` lines, because the client
 * sends both together.
 */
function pairsIn(lines: readonly (readonly [key: string, value: string])[]): readonly string[] {
  return lines.flatMap(([key, name]) => {
    const [, base] = /^(.*:)username$/u.exec(key) ?? [];
    const passwords = lines.filter(([other]) => base !== undefined && other === `${base}_password`);
    return passwords.map(([, password]) => `${name}:${Buffer.from(password, 'base64').toString('utf8')}`);
  });
}

const relevant = /^npm_config_|^https?_proxy$|^(?:NODE_AUTH|NPM|GITHUB|GH)_TOKEN$/iu;

/** Returns a line's key with its value, both raw and parsed. Keys may also have quotes. */
function lineOf(line: string): readonly (readonly [string, string])[] {
  const sign = line.indexOf('=');
  const key = line.slice(0, Math.max(sign, 0)).trim();
  if (key === '' || /^[;#]/u.test(key)) return [];
  const value = line.slice(sign + 1).trim();
  const [[name, read] = [key, value]] = Object.entries(readIni(line) ?? {});
  const texts = [value.replace(/^(["'])(.*)\1$/u, '$2'), ...(typeof read === 'string' ? [read] : [])];
  return [...new Set(texts)].map((text) => [name, text] as const);
}

/** Returns a value, and its base64-decoded text if valid. */
function parts(value: string): readonly string[] {
  const plain = /^[A-Za-z0-9+/]+={0,2}$/u.test(value) ? Buffer.from(value, 'base64').toString('utf8') : '';
  if (plain === '' || /[\p{Cc}\uFFFD]/u.test(plain)) return [value];
  const [, password] = /^[^:]*:(.+)$/u.exec(plain) ?? [];
  return [value, plain, ...(password === undefined ? [] : [password])];
}
