import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCertificates, readNpmSettings, secretsIn, type NpmrcFile } from '../../../registry-client/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Level = NpmrcFile['level'];

function read(files: Partial<Record<Level, string>>, env: Record<string, string> = {}) {
  const levels = Object.entries(files).map(([level, text]) => ({
    level: level as Level,
    file: `${level}.npmrc`,
    text,
  }));
  return readNpmSettings(levels, env);
}

test('reads the environment before the project, the project before the user, and the user before the machine', () => {
  const files = {
    global: 'registry=https://global.example/\n@a:registry=https://global.example/a/',
    user: 'registry=https://user.example\n@b:registry=https://user.example/b',
    project: 'registry=https://project.example/\n',
  };
  expect(read(files).registry).toBe('https://project.example/');
  expect(read({ ...files, project: '' }).registry).toBe('https://user.example/');
  expect(read(files, { npm_config_registry: 'https://env.example' }).registry).toBe('https://env.example/');
  expect(read(files, { NPM_CONFIG_REGISTRY: 'https://env.example' }).registry).toBe('https://env.example/');
  expect([...read(files).scopes]).toEqual(
    expect.arrayContaining([
      ['@a', 'https://global.example/a/'],
      ['@b', 'https://user.example/b/'],
    ]),
  );
});

test('accepts a list with one registry for a scope, and refuses a list with several', () => {
  const [one, other] = ['@a:registry[]=https://one.example/npm', '@a:registry[]=https://other.example/'];
  expect([...read({ user: `\uFEFF${one}` }).scopes]).toEqual([['@a', 'https://one.example/npm/']]);
  const { scopes, unusable } = read({ user: `${one}\n${other}` });
  expect([scopes.size, unusable.has('@a:registry')]).toEqual([0, true]);
});

test('an unreadable file stops every request, and its secrets are still found', () => {
  const text = "'null'\n//host/:_authToken=canary\n";
  const refusal = expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }) as Error;
  for (const level of ['project', 'user'] as const) expect(() => read({ [level]: text })).toThrow(refusal);
  // The secrets in the file are still found.
  expect(secretsIn([{ level: 'user', file: 'user.npmrc', text }], {})).toEqual(['canary']);
});

describe('variables', () => {
  const user = '//host/:_authToken=${TOKEN}\n//other/:_authToken=${MISSING?}\n//third/:_authToken=${MISSING}';

  test('are environment variables, and a missing variable disables only its line', () => {
    const { credentials, ignored } = read({ user }, { TOKEN: 'secret' });
    expect(Object.fromEntries(credentials)).toEqual({ '//host/:_authToken': 'secret', '//other/:_authToken': '' });
    expect(ignored).toEqual([{ file: 'user.npmrc', key: '//third/:_authToken', reason: 'it uses an unset variable' }]);
  });

  test('are not replaced after a backslash', () => {
    const user = '//one/:_authToken=${TOKEN}\n//two/:_authToken=\\${TOKEN}';
    const { credentials } = read({ user }, { TOKEN: 'secret' });
    expect([...credentials]).toEqual([['//one/:_authToken', 'secret']]);
  });

  test('in a project file change no addresses', () => {
    const project = 'registry=https://evil.example/${TOKEN}/\n@a:registry=https://evil.example/${TOKEN}/';
    const { registry, scopes, ignored } = read({ project }, { TOKEN: 'secret' });
    expect([registry, scopes.size, ignored.length]).toEqual([undefined, 0, 2]);
    expect(JSON.stringify(ignored)).not.toContain('secret');
    // In the user's file they are replaced.
    expect(read({ user: project }, { TOKEN: 'secret' }).registry).toBe('https://evil.example/secret/');
  });
});

test('the environment, the user and the machine add known registries, and credentials add their own address', () => {
  const { known, knownExactly } = read(
    {
      project: 'registry=https://project.example/\n@a:registry=https://project.example/a/',
      user: '@b:registry=https://user.example/b\n//team.example/npm/:_authToken=x\n//scope.example/:@c:_authToken=x',
      global: 'registry=https://global.example',
    },
    { 'npm_config_@d:registry': 'https://env.example/' },
  );
  expect(known.toSorted()).toEqual(['https://env.example/', 'https://global.example/', 'https://user.example/b/']);
  expect(knownExactly.toSorted()).toEqual(['https://scope.example/', 'https://team.example/npm/']);
});

test('a project cannot bind a scope that is already bound', () => {
  const project = '@a:registry=https://project.example/\n@b:registry=https://project.example/';
  const { scopes, ignored } = read({ project, user: '@a:registry=https://user.example/' });
  expect(Object.fromEntries(scopes)).toEqual({ '@a': 'https://user.example/', '@b': 'https://project.example/' });
  expect(ignored).toEqual([
    { file: 'project.npmrc', key: '@a:registry', reason: 'your own settings already set a registry for this scope' },
  ]);
});

test('a project file can only set registries', () => {
  const project =
    '//host/:_authToken=x\n//host/:certfile=/etc/passwd\nproxy=http://evil.example\ncafile=/evil.pem\nstrict-ssl=false\nfund=false';
  const { credentials, proxy, caFile, ignored } = read({ project });
  expect([credentials.size, proxy, caFile]).toEqual([0, undefined, undefined]);
  expect(ignored.map(({ key }) => key)).toEqual([
    '//host/:_authToken',
    '//host/:certfile',
    'proxy',
    'cafile',
    'strict-ssl',
  ]);
  expect(read({ user: project })).toMatchObject({ proxy: 'http://evil.example', caFile: '/evil.pem' });
});

test.each([
  'http://plain.example/',
  'ftp://files.example/',
  'javascript:alert(1)',
  'https://user:password@host.example/',
  'https://host.example/?token=x',
  'nothing',
])('refuses %s as a registry', (address) => {
  const { registry, ignored } = read({ user: `registry=${address}` });
  expect([registry, ignored.map(({ key }) => key)]).toEqual([undefined, ['registry']]);
});

test.each(['http://localhost:4873', 'http://127.0.0.1:4873/', 'http://[::1]:4873/'])(
  '%s is a local address',
  (address) => {
    expect(read({ user: `registry=${address}` }).registry).toBe(new URL(address).href);
  },
);

test('ignores and reports credentials without a registry and disabled certificate checks', () => {
  const { credentials, ignored } = read({ user: '_authToken=x\n_auth=y\n_password=z\nstrict-ssl=false' });
  expect([credentials.size, ignored.map(({ key }) => key)]).toEqual([
    0,
    ['_authToken', '_auth', '_password', 'strict-ssl'],
  ]);
});

test('uses the proxy of npm, or else of the environment', () => {
  const env = { HTTPS_PROXY: 'http://env.example:3128', no_proxy: 'localhost' };
  expect(read({}, env)).toMatchObject({ proxy: 'http://env.example:3128', noProxy: 'localhost' });
  expect(read({ user: 'https-proxy=http://npm.example:3128\nnoproxy=a.example' }, env)).toMatchObject({
    proxy: 'http://npm.example:3128',
    noProxy: 'a.example',
  });
});

test('a token can be limited to one scope of a host', () => {
  const user =
    '//host/:_authToken=all\n//host:4873/npm:@acme:_authToken=${T}\n//host/:@b:_authToken=b\n//host/:@b:_auth=x';
  const { credentials, scopeTokens, ignored } = read({ user }, { T: 'secret' });
  expect(Object.fromEntries(credentials)).toEqual({ '//host/:_authToken': 'all' });
  expect(Object.fromEntries([...scopeTokens].map(([scope, tokens]) => [scope, Object.fromEntries(tokens)]))).toEqual({
    '@acme': { '//host:4873/npm/:_authToken': 'secret' },
    '@b': { '//host/:_authToken': 'b' },
  });
  expect(ignored.map(({ key }) => key)).toEqual(['//host/:@b:_auth']);
  expect(read({ project: user }).scopeTokens.size).toBe(0);
});

const proxyOf = (user: string, env: Record<string, string> = {}) => read({ user }, env).proxy;
const certificates =
  (user: string, home = '/nobody') =>
  () =>
    readCertificates(read({ user }), home);

describe('a proxy', () => {
  test('is the one of npm, or else of the environment; `false` disables it and `null` is ignored', () => {
    const env = { HTTPS_PROXY: 'http://env.example:3128' };
    expect(proxyOf('proxy=http://user.example:8080', env)).toBe('http://user.example:8080');
    expect(proxyOf('proxy=http://user.example\nhttps-proxy=https://tls.example')).toBe('https://tls.example');
    expect(proxyOf('proxy=false', env)).toBeUndefined();
    expect(proxyOf('proxy=null\nhttps-proxy=null\nnoproxy=null', env)).toBe(env.HTTPS_PROXY);
    expect(proxyOf('', { ...env, npm_config_proxy: 'null' })).toBe(env.HTTPS_PROXY);
    expect(proxyOf('', { ...env, npm_config_proxy: 'false' })).toBeUndefined();
    expect(proxyOf('', { https_proxy: 'socks5://env.example:1080' })).toBe('socks5://env.example:1080');
  });

  test.each(['garbage', 'proxy.example:3128', 'ftp://me:canary@proxy.example/', 'http://me:canary@', 'true'])(
    'is refused without showing its address if it is %s',
    (address) => {
      const refusal = expect.objectContaining({
        code: 'REGISTRY_CONFIG_INVALID',
        message: expect.not.stringContaining('canary') as string,
      });
      expect(() => proxyOf(`proxy=${address}`)).toThrow(refusal);
      expect(() => proxyOf('', { HTTPS_PROXY: address })).toThrow(refusal);
      // A project cannot set a proxy.
      expect(read({ project: `proxy=${address}` }).proxy).toBeUndefined();
    },
  );
});

describe('certificate authorities', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  const inline = pem.replaceAll('\n', String.raw`\n`);

  test('can be in the settings themselves, as one value or as a list', () => {
    expect(read({ user: `ca="${inline}"` }).ca).toBe(pem);
    expect(read({ user: `ca=${inline}` }).ca).toBe(pem);
    expect(read({ user: `ca[]="${inline}"\nca[]="${inline}"` }).ca).toBe(`${pem}\n${pem}`);
    expect(read({}, { npm_config_ca: pem }).ca).toBe(pem);
    expect([read({ user: 'ca=null' }).ca, read({ user: 'ca=' }).ca, read({}).ca]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('in a project file are ignored and reported', () => {
    for (const project of [`ca="${inline}"`, `ca[]="${inline}"`]) {
      const { ca, ignored } = read({ project });
      expect([ca, ignored.map(({ key }) => key)]).toEqual([undefined, ['ca']]);
    }
  });

  test('are refused if they are invalid', () => {
    const refusal = expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' });
    expect(certificates('ca=nothing')).toThrow(refusal);
    expect(certificates('cafile=/dev/null')).toThrow(refusal);
    expect(certificates('cafile=/nowhere/at/all')).toThrow(refusal);
    // As in npm, `ca` overrides `cafile`.
    expect(certificates(`ca="${inline}"\ncafile=/nowhere/at/all`)()).toBe(pem);
    expect(certificates('')()).toBeUndefined();
  });
});

test('resolves cafile against the home folder, not the current folder, which can be a clone', () => {
  const home = temporaryFolder();
  const pem = '-----BEGIN CERTIFICATE-----\n';
  writeFileSync(join(home, 'ca.pem'), pem);
  expect(certificates('cafile=~/ca.pem', home)()).toBe(pem);
  const beside = relative(process.cwd(), join(home, 'ca.pem'));
  const refusal = expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }) as Error;
  expect(certificates(`cafile=${beside}`, home)).toThrow(refusal);
  // Control: the absolute path is this file.
  expect(certificates(`cafile=${resolve(beside)}`, home)()).toBe(pem);
});
