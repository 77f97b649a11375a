import { readIni } from './ini.ts';
import type { Environment, NpmrcFile } from './npmrc.ts';
import { passwordsIn } from './passwords.ts';

/** Keys whose values are nobody else's business, wherever npm would read them. */
const secretKey = /(?:_authtoken|_auth|_password|_secret|token|password|otp|:-auth|:-authtoken|:-password)$/iu;

/**
 * Everything secret in npm's configuration, whether it counts or not: tokens, passwords, and those inside addresses;
 * pairs of a name and a password both as they are written and taken apart. A project's file keeps no secrets: what came
 * with a clone would choose the words that nobody gets to read.
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

/** A name and a password on lines of their own go to the registry as one: `//host/:username` and `//host/:_password`. */
function pairsIn(lines: readonly (readonly [key: string, value: string])[]): readonly string[] {
  return lines.flatMap(([key, name]) => {
    const [, base] = /^(.*:)username$/u.exec(key) ?? [];
    const passwords = lines.filter(([other]) => base !== undefined && other === `${base}_password`);
    return passwords.map(([, password]) => `${name}:${Buffer.from(password, 'base64').toString('utf8')}`);
  });
}

const relevant = /^npm_config_|^https?_proxy$|^(?:NODE_AUTH|NPM|GITHUB|GH)_TOKEN$/iu;

/** `key = "value"`, as it is written and as it is read; a key may have quotes, too. */
function lineOf(line: string): readonly (readonly [string, string])[] {
  const sign = line.indexOf('=');
  const key = line.slice(0, Math.max(sign, 0)).trim();
  if (key === '' || /^[;#]/u.test(key)) return [];
  const value = line.slice(sign + 1).trim();
  const [[name, read] = [key, value]] = Object.entries(readIni(line) ?? {});
  const texts = [value.replace(/^(["'])(.*)\1$/u, '$2'), ...(typeof read === 'string' ? [read] : [])];
  return [...new Set(texts)].map((text) => [name, text] as const);
}

/** A value, and what it is the base64 of if that is text. */
function parts(value: string): readonly string[] {
  const plain = /^[A-Za-z0-9+/]+={0,2}$/u.test(value) ? Buffer.from(value, 'base64').toString('utf8') : '';
  if (plain === '' || /[\p{Cc}\uFFFD]/u.test(plain)) return [value];
  const [, password] = /^[^:]*:(.+)$/u.exec(plain) ?? [];
  return [value, plain, ...(password === undefined ? [] : [password])];
}
