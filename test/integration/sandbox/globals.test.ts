/** Globals that the sandbox adds to the language: they behave as in Node and give no access to the host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext, runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { codeOf, copied, run } from '../../unit/sandbox/plugin.ts';

/** Source of a function that returns the value of an expression as JSON, or the name of the error it throws. */
const shown = `(read) => { try { return JSON.stringify([read()]); } catch (error) { return error.name; } }`;

async function inside(expressions: readonly string[]): Promise<readonly string[]> {
  const reads = expressions.map((expression) => `console.log(show(() => ${expression}));`);
  const { log } = await run([`const show = ${shown};`, ...reads].join('\n'));
  return log.map(({ text }) => text);
}

function outside(expressions: readonly string[]): readonly string[] {
  return expressions.map((expression) => String(runInThisContext(`'use strict'; (${shown})(() => ${expression})`)));
}

const parts = `href origin protocol username password host hostname port pathname search hash`.split(' ');
const addresses = [
  'https://user:p%40ss@EXAMPLE.com:443/a/./b/../c?x=1&x=2#frag',
  'http://[::1]:8080/',
  'http://0x7f.1/',
  'http://bücher.example/ä?ö#ü',
  'http://ＧＯ.example',
  'http://faß.example',
  'http://a b/',
  'http://a:99999/',
  'http://xn--/',
  'HTTP:\\\\host\\path',
  'file:///C|/x',
  'mailto:a@b.example',
  'javascript:alert(1)',
  'plugin:///lib/a.js',
  '//host/x',
  '?q',
  '',
];

test.each<[string, readonly string[]]>([
  [
    'URL',
    addresses.flatMap((address) => {
      const given = JSON.stringify(address);
      const all = `(({ ${parts.join(', ')} }) => [${parts.join(', ')}])`;
      return [
        `${all}(new URL(${given}))`,
        `new URL(${given}, 'https://base.example/a/b?c')`,
        `URL.canParse(${given})`,
        `URL.parse(${given}) === null`,
      ];
    }),
  ],
  [
    'the setters of URL',
    parts.map((part) => `{ const u = new URL('https://a.example/b'); u.${part} = 'x:1'; return String(u); }`).map(body),
  ],
  [
    'URLSearchParams',
    [
      `String(new URLSearchParams({ a: '1 2', b: 'ä&=' }))`,
      `String(new URLSearchParams([['a', '1'], ['a', '2']]))`,
      `[...new URLSearchParams('?b=1&a=%F0%9F%98%80&b=2')]`,
      `{ const p = new URLSearchParams('b=1&a=2&b=3'); p.sort(); p.append('c', '4'); p.delete('a'); return [String(p), p.getAll('b'), p.has('a'), p.size]; }`,
      `{ const u = new URL('https://a.example/?x=1'); u.searchParams.set('y', 'z z'); return u.href; }`,
      `new URLSearchParams([['a']])`,
    ].map(body),
  ],
  [
    'TextEncoder and TextDecoder',
    [
      `[...new TextEncoder().encode('aü€😀\\ud800')]`,
      `new TextEncoder().encodeInto('héy', new Uint8Array(3))`,
      `new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 97, 0xff, 0xe2, 0x82]))`,
      `new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff]))`,
      `new TextDecoder('utf-16le').decode(new Uint8Array([0x3d, 0xd8, 0x00, 0xde]))`,
      `new TextDecoder('windows-1252').decode(new Uint8Array([0xe9, 0x80]))`,
      `new TextDecoder('no such').encoding`,
      `{ const d = new TextDecoder(); return d.decode(new Uint8Array([0xe2]), { stream: true }) + d.decode(new Uint8Array([0x82, 0xac])); }`,
    ].map(body),
  ],
  [
    'structuredClone',
    [
      `structuredClone({ a: [1, null, 'x'], b: { c: undefined } })`,
      `[...structuredClone(new Map([[1, new Set(['x'])]])).get(1)]`,
      `{ const c = structuredClone(new Date(5)); return [c instanceof Date, c.getTime()]; }`,
      `{ const o = { list: [] }; o.list.push(o); const c = structuredClone(o); return [c !== o, c.list[0] === c]; }`,
      `{ const b = new ArrayBuffer(4); const [x, y] = structuredClone([new Uint8Array(b), new Uint8Array(b)]); return [x.buffer === y.buffer, x.buffer === b]; }`,
      `{ const e = structuredClone(new RangeError('m')); return [e instanceof RangeError, e.message]; }`,
      `String(structuredClone(/a/g)) + String(structuredClone(5n))`,
      `structuredClone(() => {})`,
      `structuredClone({ deep: [Symbol('x')] })`,
      `structuredClone(new WeakMap())`,
      `structuredClone(Promise.resolve())`,
      `{ const c = structuredClone(JSON.parse('{"__proto__":{"x":1}}')); return [Object.hasOwn(c, '__proto__'), c.x]; }`,
      `structuredClone({ get a() { throw new EvalError('mine'); } })`,
    ].map(body),
  ],
  ['atob and btoa', [`btoa('héllo')`, `btoa('€')`, `atob(' aGk= ')`, `atob('a')`, `atob(btoa('\\0\\xff')).length`]],
  ['queueMicrotask', [`queueMicrotask(() => {}) === undefined`, `queueMicrotask(1)`]],
])('%s behaves as in Node', async (_, expressions) => {
  expect(await inside(expressions)).toEqual(outside(expressions));
});

/** Returns an expression for a source with statements. */
function body(source: string): string {
  return source.startsWith('{') ? `(() => ${source})()` : source;
}

test('runs microtasks in order, and an error in a microtask ends the run', async () => {
  const { log } = await run(
    `queueMicrotask(() => console.log('b')); Promise.resolve().then(() => console.log('c')); console.log('a'); await null;`,
  );
  expect(log.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  expect(await codeOf(`queueMicrotask(() => { throw new Error('lost'); }); await null;`)).toBe('SANDBOX_THREW');
});

/** Returns code that creates functions with the constructor of a value. A foreign constructor would use another realm. */
const reach = (value: string): string => `{
  const fail = (call) => { try { call(); } catch (error) { return error; } };
  const given = ${value};
  const make = typeof given === 'function' ? given.constructor : given.constructor.constructor;
  return [make('return typeof process')(), make('return this')() === globalThis];
}`;

describe('the globals give no access to the host', () => {
  const values = [
    'URL',
    'new URL("x:")',
    'new URL("x:?a").searchParams',
    'URLSearchParams',
    'TextEncoder',
    'new TextEncoder()',
    'new TextDecoder()',
    'structuredClone',
    'structuredClone(new Map())',
    'atob',
    'btoa',
    'queueMicrotask',
    'fail(() => atob("a"))',
    'fail(() => structuredClone(() => {}))',
    'fail(() => new URL(""))',
  ];
  test('no constructor leads to a realm with Node in it', async () => {
    const expressions = values.map((value) => body(reach(value)));
    expect(await inside(expressions)).toEqual(values.map(() => '[["undefined",true]]'));
    // Control: outside of the sandbox, the same expressions reach Node.
    expect(outside(expressions)).toEqual(values.map(() => '[["object",true]]'));
  });

  /** Finds objects that are reachable from the globals and have a prototype of another realm. */
  const strangers = `
const seen = new Set();
const found = [];
const walk = (value, path) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  let last = value;
  while (Object.getPrototypeOf(last) !== null) last = Object.getPrototypeOf(last);
  if (last !== Object.prototype && last !== value) found.push(path);
  walk(Object.getPrototypeOf(value), path + '^');
  for (const key of Reflect.ownKeys(value)) {
    const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key);
    for (const part of [inner, get, set]) walk(part, path + '.' + String(key));
  }
};
walk(globalThis, '');`;

  test('no part of the globals was created outside of the sandbox', async () => {
    const used = 'void [new URL("x:?a").searchParams, new TextDecoder(), structuredClone({}), atob("")];';
    const { log } = await run(`${used}\n${strangers}\nconsole.log(seen.size > 500, found.join());`);
    expect(log.map(({ text }) => text)).toEqual(['true ']);
    // Control: the search finds a function from outside.
    const found: unknown = runInNewContext(`${strangers}\nfound.join();`, { atob: () => '' });
    expect(found).toContain('.atob');
  });
});

test('the type declarations contain all globals', async () => {
  const types = readFileSync(join(import.meta.dirname, '../../../types/globals.d.ts'), 'utf8');
  const named = [...types.matchAll(/^declare (?:const|function) (\w+)/gmu)].map(([, name = '']) => name).toSorted();
  const { log } = await run(`console.log(Object.getOwnPropertyNames(globalThis).join());`);
  const language = new Set(String(runInNewContext('Object.getOwnPropertyNames(globalThis).join()')).split(','));
  const own = log[0]?.text.split(',').filter((name) => !language.has(name) || name === 'console');
  expect(named).toEqual(own?.toSorted());
});

describe('the globals are loaded on first use', () => {
  test('the globals add no other global', async () => {
    const { log } = await run(`
const names = () => Reflect.ownKeys(globalThis).map(String).sort().join();
const before = names();
void [URL, TextDecoder, structuredClone];
console.log(names() === before, names().includes('core-js'));
const own = ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'structuredClone', 'atob', 'btoa', 'queueMicrotask'];
console.log(own.map((name) => Object.getOwnPropertyDescriptor(globalThis, name)).every((one) => typeof one.value === 'function' && one.writable && one.configurable && !one.enumerable));`);
    expect(log.map(({ text }) => text)).toEqual(['true false', 'true']);
  });

  test('the globals can be replaced before and after first use', async () => {
    const { log } = await run(`
globalThis.URL = 1;
console.log(URL, String(new URLSearchParams('a')), URL);
const { TextEncoder: mine } = globalThis;
globalThis.TextEncoder = 2;
console.log(TextEncoder, new mine().encode('a').length, delete globalThis.atob, typeof atob);`);
    expect(log.map(({ text }) => text)).toEqual(['1 a= 1', '2 1 true undefined']);
  });

  test('a global that fails to load at the end of the stack is loaded later', async () => {
    const { log } = await run(`
(function again() { try { again(); } catch { try { void URL; } catch {} } })();
console.log(new URL('http://a.example/').href);`);
    expect(log[0]?.text).toBe('http://a.example/');
  });
});

describe('the address of a module', () => {
  test('is a base URL, and its paths are valid for copyTemplates', async () => {
    const report = await run(
      `import { URL as Same, fileURLToPath } from 'node:url';
import { copyTemplates } from 'genlock/sdk';
export default async function generate() {
  const folder = new URL('./templates/pages%20of%20mine/', import.meta.url);
  console.log(Same === URL, folder.href, fileURLToPath(folder), fileURLToPath(new URL('.', import.meta.url)));
  await copyTemplates({ source: fileURLToPath(folder) });
}`,
      { 'templates/pages of mine/a.md': 'a {{name}}' },
    );
    expect(report.log[0]?.text).toBe(
      'true plugin:///templates/pages%20of%20mine/ /plugin/templates/pages of mine/ /plugin/',
    );
    expect(copied(report)).toEqual({ 'a.md': 'a reports' });
  });

  test('has a path only within the package', async () => {
    const refused = ['"file:///etc/passwd"', 'new URL("file:///etc/passwd")', '"plugin:///a%2fb"', '1', 'null', '{}'];
    const { log } = await run(
      `import { fileURLToPath } from 'node:url';
export default () => { for (const url of [${refused.join()}]) try { console.log(fileURLToPath(url)); } catch (error) { console.log(error.name); } };`,
    );
    expect(log.map(({ text }) => text)).toEqual(refused.map(() => 'TypeError'));
  });

  test('keeps special characters in a name', async () => {
    const { log } = await run(`import './a%20b ?#.js';\nexport default () => {};`, {
      'a%20b ?#.js': `import { fileURLToPath } from 'node:url'; console.log(import.meta.url, fileURLToPath(import.meta.url) === import.meta.filename);`,
    });
    expect(log[0]?.text).toBe('plugin:///a%2520b%20%3F%23.js true');
  });
});
