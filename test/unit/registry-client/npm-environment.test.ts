/** Environment variables that npm sets from a project `.npmrc` are not user settings. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ownEnvironment } from '../../../registry-client/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = temporaryFolder();
  home = join(folder, 'home');
  mkdirSync(join(home, 'clone/packages/app'), { recursive: true });
});

const clone = () => join(home, 'clone');
const write = (text: string, at = clone()) => writeFileSync(join(at, '.npmrc'), text);
const own = (env: Record<string, string>, folders = [clone()]) => Object.keys(ownEnvironment(env, { folders, home }));

test('removes only variables whose keys are in the project file, with any value', () => {
  const env = { npm_config_registry: 'https://a.example/', npm_config_noproxy: '*', PATH: '/bin' };
  expect(own(env)).toEqual(Object.keys(env));
  write('registry=https://${HOME}.example/\n');
  expect(own(env)).toEqual(['npm_config_noproxy', 'PATH']);
});

test.each(['https-proxy', 'https_proxy', 'HTTPS-Proxy', '_https.proxy', '"https-proxy"', 'https-proxy[]'])(
  'recognizes a key in the form %s',
  (key) => {
    write(`${key}=http://evil.example/`);
    expect(own({ npm_config_https_proxy: 'http://evil.example/' })).toEqual([]);
  },
);

test.each(['userconfig=build/npm.conf', 'globalconfig=build/npm.conf', '${NOTHING?}userconfig=build/npm.conf'])(
  'omits the values that npm reads from the file in %s',
  (line) => {
    write(line);
    expect(own({ npm_config_userconfig: 'x', npm_config_globalconfig: 'x', npm_config_registry: 'x' })).toEqual([]);
  },
);

test('keeps variables that npm never sets: in capitals, for a scope or for a host', () => {
  write('registry=https://a.example/\n@a:registry=https://a.example/\n//a.example/:_authToken=${TOKEN}\n');
  const env = {
    NPM_CONFIG_REGISTRY: 'https://mine.example/',
    'npm_config_@a:registry': 'https://mine.example/',
    'npm_config_//a.example/:_authToken': 'x',
  };
  expect(own(env)).toEqual(Object.keys(env));
});

test('finds the file in parent folders or at npm’s prefix, and ignores the user’s own file', () => {
  const env = { npm_config_registry: 'https://a.example/' };
  write('registry=https://a.example/', home);
  expect(own(env)).toEqual(Object.keys(env));
  write('registry=https://a.example/');
  expect(own(env, [join(clone(), 'packages/app')])).toEqual([]);
  expect(own({ ...env, npm_config_local_prefix: clone() }, [folder])).toEqual(['npm_config_local_prefix']);
  expect(own(env, [folder])).toEqual(Object.keys(env));
});

test('refuses an unreadable file, which is read only if a variable needs the check', () => {
  symlinkSync('/dev/zero', join(clone(), '.npmrc'));
  expect(own({ PATH: '/bin' })).toEqual(['PATH']);
  expect(() => own({ npm_config_registry: 'https://a.example/' })).toThrow(
    expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }),
  );
});
