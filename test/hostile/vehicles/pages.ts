/** Code that runs in the browser. */
import { ran, type Vehicle } from './vehicle.ts';

/** Module that imports the function `run` of `./b.mjs` and calls it at its start. */
const webAssembly = '\0asm\u0001\0\0\0\u0001\u0004\u0001`\0\0\u0002\u000F\u0001\u0007./b.mjs\u0003run\0\0\b\u0001\0';
const svg = (attributes: string, body = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>\n`;

export const pages: readonly Vehicle[] = [
  {
    what: 'a component in `components/header`',
    tool: 'Vite',
    files: { 'client/components/header/A.tsx': ran },
    loader: 'vite',
    counted: 'everyPage',
  },
  {
    what: 'a catalogue of messages',
    tool: 'Vite',
    files: { 'client/locales/notes/en.ts': ran },
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
    files: { 'client/pages/a.tsx': "navigator.serviceWorker.register('/sw.ecma');\n", 'public/sw.ecma': ran },
    payload: 'public/sw.ecma',
    loader: 'browser',
    counted: 'everyPage',
    reported: ['workers'],
  },
  {
    what: 'a worker',
    tool: 'Vite',
    files: { 'client/pages/a.tsx': "new Worker(new URL('./w.bin', import.meta.url));\n", 'client/pages/w.bin': ran },
    payload: 'client/pages/w.bin',
    loader: 'browser',
    counted: 'onePage',
    reported: ['workers', 'nonModules'],
  },
  {
    what: 'an image with an event handler',
    tool: 'browsers',
    files: { 'public/a.svg': svg('onload="alert(1)"') },
    loader: 'browser',
    counted: 'onePage',
    reported: ['inline'],
  },
  {
    what: 'an image that defines elements',
    tool: 'browsers',
    files: { 'public/a.svg': `<!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>">]>${svg('', '&a;')}` },
    loader: 'browser',
    counted: 'onePage',
    reported: ['inline'],
  },
  {
    what: 'an image with a remote style sheet',
    tool: 'browsers',
    files: { 'public/a.svg': svg('', '<style>@import "https://evil.dev/a.css";</style>') },
    loader: 'browser',
    counted: 'onePage',
    reported: ['network'],
  },
  {
    what: 'a page with a script',
    tool: 'browsers',
    files: { 'public/a.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>\n' },
    loader: 'browser',
    counted: 'onePage',
    reported: ['inline'],
  },
  {
    what: 'WebAssembly',
    tool: 'Vite, Node',
    files: { 'client/a.wasm': webAssembly, 'client/b.mjs': "export const run = () => console.log('payload ran');\n" },
    loader: 'node',
    counted: 'onePage',
  },
  {
    what: 'components of other frameworks',
    tool: 'Vite',
    files: { 'client/a.astro': ran },
    loader: 'vite',
    counted: 'onePage',
  },
];
