import { expect, test } from 'vitest';
import { readNpmSettings, secretsIn, type NpmrcFile } from '../../../registry-client/index.ts';

const secrets = (text: string, env = {}, level: NpmrcFile['level'] = 'user') =>
  secretsIn([{ level, file: '.npmrc', text }], env);
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[what: string, text: string, secrets: readonly string[]]>([
  ['a token', '//host/:_authToken=canary', ['canary']],
  ['one in quotes', '//host/:_authToken = "canary"', ['canary']],
  ['one whose key has quotes', '"//host/:_authToken"=canary\n\'//b/:_authToken\' = second', ['canary', 'second']],
  ['one on a line that ends otherwise', 'color=true\r//host/:_authToken=canary\rfund=false', ['canary']],
  ['one with escapes', '//host/:_authToken="a\\"b\\\\c"', ['a\\"b\\\\c', 'a"b\\c']],
  ['one that belongs nowhere', '_authToken=canary', ['canary']],
  ['one of the environment', '//host/:_authToken=${TOKEN}', ['of-env']],
  ['a pair', `//host/:_auth=${base64('me:canary')}`, [base64('me:canary'), 'me:canary', 'canary']],
  ['a password', `//host/:_password=${base64('canary')}`, [base64('canary'), 'canary']],
  ['a password in an address', '@acme:registry=https://me:can%20ary@host/', ['can%20ary', 'can ary', 'me:can ary']],
  ['a password of a proxy', 'proxy=http://me:canary@proxy:3128', ['canary', 'me:canary']],
  ['one with a sign of its own', 'proxy=http://me:can@ary@proxy:3128', ['can@ary', 'me:can@ary']],
  [
    'a name beside a password',
    `//host/:username=me\n//host/:_password=${base64('canary')}`,
    [base64('canary'), 'canary', 'me:canary'],
  ],
  [
    'both with keys in quotes',
    `"//host/:username"=me\n"//host/:_password"=${base64('canary')}`,
    [base64('canary'), 'canary', 'me:canary'],
  ],
  ['a one-time password', 'otp=123456', ['123456']],
  ['nothing', '; //host/:_authToken=canary\nregistry=https://host/\ncolor=true', []],
])('of %s', (_, text, expected) => {
  expect(secrets(text, { TOKEN: 'of-env' })).toEqual(expected);
  // A project file cannot choose the masked values.
  expect(secrets(text, { TOKEN: 'of-env' }, 'project')).toEqual([]);
});

test('finds the credentials of every line that npm would send', () => {
  for (const text of ['"//host/:_authToken"=canary', 'a=b\r//host/:_authToken=canary']) {
    const { credentials } = readNpmSettings([{ level: 'user', file: '.npmrc', text }], {});
    expect([...credentials.values()]).toEqual(['canary']);
    expect(secrets(text)).toEqual(['canary']);
  }
});

test('finds secrets in environment variables', () => {
  const env = {
    'npm_config_//host/:_authToken': 'canary',
    NPM_TOKEN: 'second',
    HTTPS_PROXY: 'http://me:third@proxy/',
    HOME: '/home/me:x@y',
  };
  expect(secrets('', env)).toEqual(['canary', 'second', 'third', 'me:third']);
});

test('combines a user name and a password from two places', () => {
  const env = { 'npm_config_//host/:username': 'me' };
  expect(secrets(`//host/:_password=${base64('canary')}`, env)).toContain('me:canary');
  expect(secrets(`//other/:_password=${base64('canary')}`, env)).not.toContain('me:canary');
});

/** Returns the CPU time of this thread in milliseconds, the best of three runs. */
function timeOf(text: string): number {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    secrets(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test.each([
  ['a line without a value', (size: number) => `a${' '.repeat(size)}b`],
  ['a value with spaces inside', (size: number) => `a=x${' '.repeat(size)}b`],
])('reads %s in linear time', (_, text) => {
  const [short, long] = [20_000, 160_000].map((size) => text(size)) as [string, string];
  // Eight times the length must not take sixty-four times as long.
  expect(timeOf(long)).toBeLessThan(20 * timeOf(short) + 20);
});
