import { printJson } from '../json.ts';
import type { Emitter } from '../emitter.ts';

/** One configuration for server and client. Vite builds both, and `tsc` only checks types. */
const config = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node', 'vite/client'],
    jsx: 'react-jsx',
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noUncheckedSideEffectImports: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    paths: {
      '@/*': ['./client/overrides/*', './client/*'],
      // The client imports only types of the server, so the bundler does not know `@server`.
      '@server/*': ['./server/*'],
      '@shared/*': ['./shared/*'],
    },
  },
  include: ['client', 'prisma', 'server', 'shared', 'test', '*.ts'],
};

export const typescriptConfig: Emitter = function* () {
  yield { path: 'tsconfig.json', content: printJson(config) };
};
