import { describe, expect, test } from 'vitest';
import { invocationOf, type Surroundings } from '../../../src/cli/invocation.ts';

const node = '/usr/bin/node';
const source = '/src/genlock';

/** A machine with Genlock in a source folder. The PATH contains the running Node. */
function machine(changes: Partial<Surroundings> & { links?: Record<string, string>; json?: Record<string, unknown> }) {
  const { links = {}, json = {}, ...rest } = changes;
  const root = rest.package?.root ?? source;
  const files: Record<string, string> = {
    [node]: node,
    [`${root}/bin/run.js`]: `${root}/bin/run.js`,
    [`${root}/bin/dev.js`]: `${root}/bin/dev.js`,
    ...links,
  };
  return {
    script: `${root}/bin/run.js`,
    execPath: node,
    env: { PATH: '/usr/local/bin:/usr/bin' },
    platform: 'linux',
    package: { root, version: '1.2.3' },
    realPath: (path: string) => files[path],
    readJson: (path: string) => json[path],
    ...rest,
  } satisfies Surroundings;
}

const here = ['/home/me'];

describe('started by its path', () => {
  test('prints node and the script', () => {
    expect(invocationOf(machine({}), here)).toBe('node /src/genlock/bin/run.js');
  });

  test('prints the development script if it is running', () => {
    const links = { '/usr/local/bin/genlock': `${source}/bin/run.js` };
    const start = machine({ script: `${source}/bin/dev.js`, links });
    expect(invocationOf(start, here)).toBe('node /src/genlock/bin/dev.js');
  });

  test('prints the running Node if the PATH has another', () => {
    const start = machine({ execPath: '/src/genlock/node_modules/node/bin/node' });
    expect(invocationOf(start, here)).toBe('/src/genlock/node_modules/node/bin/node /src/genlock/bin/run.js');
  });

  test('quotes paths for the shell', () => {
    const links = { "/my tools/it's $5/ü": node };
    const start = machine({ package: { root: "/my tools/it's $5/ü", version: '1.2.3' }, links });
    expect(invocationOf(start, here)).toBe(`node '/my tools/it'\\''s $5/ü/bin/run.js'`);
  });

  test('prints the package script if another program loads it', () => {
    expect(invocationOf(machine({ script: '/home/me/build.js' }), here)).toBe('node /src/genlock/bin/run.js');
    expect(invocationOf(machine({ script: undefined }), here)).toBe('node /src/genlock/bin/run.js');
  });
});

describe('on the PATH', () => {
  const root = '/usr/local/lib/node_modules/genlock';
  const links = { '/usr/local/bin/genlock': `${root}/bin/run.js` };
  const installed = { package: { root, version: '1.2.3' }, script: '/usr/local/bin/genlock' };

  test('prints genlock', () => {
    expect(invocationOf(machine({ ...installed, links }), here)).toBe('genlock');
  });

  test('prints a path if another genlock precedes it', () => {
    const start = machine({ ...installed, links: { ...links, '/opt/bin/genlock': '/opt/other/bin/run.js' } });
    const env = { PATH: '/opt/bin:/usr/local/bin:/usr/bin' };
    expect(invocationOf({ ...start, env }, here)).toBe(`node ${root}/bin/run.js`);
  });

  test('prints a path if it would start another Node', () => {
    const start = machine({ ...installed, links, script: `${root}/bin/run.js`, execPath: '/opt/node/bin/node' });
    expect(invocationOf(start, here)).toBe(`/opt/node/bin/node ${root}/bin/run.js`);
  });

  test('ignores folders that npm puts in front of the PATH, and relative folders', () => {
    const bin = '/home/me/node_modules/.bin';
    const start = machine({
      links: { [`${bin}/genlock`]: `${source}/bin/run.js`, 'bin/genlock': `${source}/bin/run.js` },
    });
    const PATH = `${bin}:bin:/usr/bin`;
    expect(invocationOf({ ...start, env: { PATH } }, ['/srv'])).toBe('genlock');
    expect(invocationOf({ ...start, env: { PATH, npm_lifecycle_event: 'npx' } }, ['/srv'])).toBe(
      'node /src/genlock/bin/run.js',
    );
  });

  test('recognizes the command script of npm on Windows', () => {
    const root = 'C:\\npm\\node_modules\\genlock';
    const start: Surroundings = {
      script: `${root}\\bin\\run.js`,
      execPath: 'C:\\Program Files\\nodejs\\node.exe',
      env: { Path: 'C:\\Program Files\\nodejs;C:\\npm' },
      platform: 'win32',
      package: { root, version: '1.2.3' },
      realPath: (path) => path,
      readJson: () => undefined,
    };
    const only = (...paths: string[]) => ({
      ...start,
      realPath: (path: string) => (paths.includes(path) ? path : undefined),
    });
    expect(invocationOf(only('C:\\npm\\genlock.cmd', root, start.execPath), [])).toBe('genlock');
    expect(invocationOf(only(start.execPath), [])).toBe(`node ${root}\\bin\\run.js`);
    expect(invocationOf({ ...only(), env: {} }, [])).toBe(`"${start.execPath}" ${root}\\bin\\run.js`);
  });
});

describe('started by npx', () => {
  const folder = '/home/me/.npm/_npx/0123456789abcdef';
  const root = `${folder}/node_modules/genlock`;
  const started = (wanted: string, packages: readonly string[], env: Record<string, string> = {}) =>
    machine({
      package: { root, version: '1.2.3' },
      script: `${folder}/node_modules/.bin/genlock`,
      env: { PATH: `${folder}/node_modules/.bin:/usr/bin`, npm_lifecycle_event: 'npx', ...env },
      links: {
        [`${folder}/node_modules/.bin/genlock`]: `${root}/bin/run.js`,
        '/tmp/my packs/genlock.tgz': '/tmp/my packs/genlock.tgz',
      },
      json: {
        [`${folder}/package.json`]: { dependencies: { genlock: wanted }, _npx: { packages } },
        [`${folder}/node_modules/.package-lock.json`]: {
          packages: { 'node_modules/genlock': { resolved: 'git+ssh://git@example.org/genlock.git#c0ffee' } },
        },
      },
    });

  const archive = 'file:../../../../../tmp/my packs/genlock.tgz';
  const encoded = archive.replace(' ', '%20');
  test.each([
    { wanted: '^1.2.3', packages: ['genlock@1.2.3'], printed: 'npx genlock@1.2.3' },
    { wanted: '^1.2.3', packages: ['genlock'], printed: 'npx --yes genlock@1.2.3' },
    {
      wanted: archive,
      packages: ['/tmp/my packs/genlock.tgz'],
      printed: "npx --yes -p '/tmp/my packs/genlock.tgz' genlock",
    },
    { wanted: archive, packages: ['./genlock.tgz'], printed: "npx --yes -p '/tmp/my packs/genlock.tgz' genlock" },
    { wanted: encoded, packages: ['./genlock.tgz'], printed: "npx --yes -p '/tmp/my packs/genlock.tgz' genlock" },
    {
      wanted: 'github:me/genlock',
      packages: ['github:me/genlock'],
      printed: "npx --yes -p 'git+ssh://git@example.org/genlock.git#c0ffee' genlock",
    },
    {
      wanted: '^1.2.3',
      packages: ['node@24', 'genlock@1.2.3'],
      printed: 'npx --yes --ignore-scripts=false -p node@24 -p genlock@1.2.3 genlock',
    },
  ])('prints $printed for $packages', ({ wanted, packages, printed }) => {
    expect(invocationOf(started(wanted, packages), here)).toBe(printed);
  });

  test.each([
    ['https://registry.npmjs.org/', 'npx genlock@1.2.3'],
    ['https://npm.example.org/team/', 'npx --registry=https://npm.example.org/team/ genlock@1.2.3'],
    ['https://me:secret@npm.example.org/', 'npx genlock@1.2.3'],
  ])('names the registry %s only if it is neither the default nor secret', (registry, printed) => {
    const start = started('^1.2.3', ['genlock@1.2.3'], { npm_config_registry: registry });
    expect(invocationOf(start, here)).toBe(printed);
  });

  test('prints a path if the cache has no record', () => {
    const start = { ...started('^1.2.3', []), readJson: () => undefined };
    expect(invocationOf(start, here)).toBe(`node ${root}/bin/run.js`);
  });
});

describe('installed in a project', () => {
  const root = '/srv/site/node_modules/genlock';
  const installed = machine({
    package: { root, version: '1.2.3' },
    env: { PATH: '/srv/site/node_modules/.bin:/usr/bin', npm_lifecycle_event: 'npx' },
    links: { '/srv/site/node_modules/.bin/genlock': `${root}/bin/run.js`, [root]: root },
  });

  test('prints npx genlock if npx finds this package', () => {
    expect(invocationOf(installed, ['/srv/site', '/srv/site/shop'])).toBe('npx genlock');
  });

  test('prints a path outside of the project, because npx would request a registry', () => {
    expect(invocationOf(installed, ['/srv/site', '/srv/shop'])).toBe(`node ${root}/bin/run.js`);
  });

  test('prints a path if a nearer project has another Genlock', () => {
    const bin = '/srv/site/shop/node_modules/.bin/genlock';
    const realPath = (path: string) => (path === bin ? bin : installed.realPath(path));
    expect(invocationOf({ ...installed, realPath }, ['/srv/site/shop'])).toBe(`node ${root}/bin/run.js`);
  });
});
