import { describe, expect, test } from 'vitest';
import { codeOf, failing, run } from '../../unit/sandbox/plugin.ts';

describe("the plugin's modules", () => {
  test('import each other, JSON too, and share state', async () => {
    const report = await run(
      `import { add, count } from './lib/a.js';
import again from './lib/../lib/a.js';
import data from './data.json' with { type: 'json' };
export default () => { add(); again(); console.log(count(), data.list[1]); };`,
      {
        'lib/a.js': `import './b.mjs'; let n = 0; export const add = () => { n += 1; }; export const count = () => n; export default add;`,
        'lib/b.mjs': `import '../generator.js';`,
        'data.json': '{"list":[1,"two"],"__proto__":{"x":1}}',
      },
    );
    expect(report.log).toEqual([{ level: 'info', text: '2 two' }]);
  });

  test('are imported dynamically by computed names, each once, with their dependencies', async () => {
    const { log } = await run(
      `import { join } from 'node:path';
export default async function generate() {
  console.log('before');
  const all = await Promise.all(['a', 'b', 'a'].map((name) => import('./lib/' + name + '.js')));
  const again = await import('./lib//a.js');
  const [sdk, path, { default: data }] = [await import('genlock/sdk'), await import('path'), await import('./d.json')];
  console.log(all.map((one) => one.default).join(), all[0] === again, (await import('./generator.js')).default === generate);
  console.log(typeof sdk.registerCSS, path.join === join, data.x);
}`,
      {
        'lib/a.js': `console.log('a'); const { y } = await import('./deep/c.js'); export default y;`,
        'lib/b.js': `import './deep/c.js'; console.log('b'); export default 'B';`,
        'lib/deep/c.js': `console.log('c'); await null; export const y = 5;`,
        'lib/never.js': `throw new Error('nobody asked for it');`,
        'd.json': '{"x":7}',
      },
    );
    expect(log.map(({ text }) => text)).toEqual(['before', 'a', 'c', 'b', '5,B,5 true true', 'function true 7']);
  });

  test.each<[string, string, object]>([
    ['throws', '\n throw new TypeError("x");', { code: 'SANDBOX_THREW', frame: { file: 'a.js', line: 2, column: 8 } }],
    ['throws late', 'await null;\nthrow 1;', { code: 'SANDBOX_THREW' }],
    ['does not parse', '\nlet x = ;', { code: 'SANDBOX_SYNTAX', frame: { file: 'a.js', line: 2, column: 9 } }],
    [
      'imports what is not there',
      'import "./b.js";',
      { code: 'SANDBOX_IMPORT', frame: { file: 'a.js', line: 1, column: 9 } },
    ],
    ['waits for itself', 'await import("./a.js");', { code: 'SANDBOX_NEVER_SETTLED' }],
    ['never ends', 'for (;;);', { code: 'SANDBOX_TIMEOUT' }],
  ])('end the run if a dynamically imported module %s', async (_, source, expected) => {
    const limits = { wallMs: 1_000 };
    expect(await failing(`await import('./a.js').catch(() => {});`, { 'a.js': source }, { limits })).toMatchObject(
      expected,
    );
  });

  test('have a URL and a file name', async () => {
    const { log } = await run(
      `import './lib/a.js'; import { fileURLToPath } from 'url'; import * as path from 'path';
export default () => console.log(fileURLToPath(import.meta.url), path.posix.join('a', '..', 'b'), import . meta.dirname);
// import.meta.url in a comment`,
      { 'lib/a.js': `console.log(import.meta.url, import.meta.filename, import.meta.dirname)` },
    );
    expect(log.map(({ text }) => text)).toEqual([
      'plugin:///lib/a.js /plugin/lib/a.js /plugin/lib',
      '/plugin/generator.js b /plugin',
    ]);
  });

  test.each<[string, string]>([
    ['a builtin', `import fs from 'node:fs';`],
    ['a builtin without its prefix', `import fs from 'fs';`],
    ['a package', `import x from 'lodash';`],
    ['a data URL', `import x from 'data:text/javascript,export default 1';`],
    ['a URL', `import x from 'https://example.com/x.js';`],
    ['an absolute path', `import x from '/etc/x.js';`],
    ['a path out of the package', `import x from '../../x.js';`],
    ['a path that would be clamped', `import x from '../lib/a.js';`],
    ['a missing file', `import x from './nowhere.js';`],
    ['a template', `import x from './templates/x.js';`],
    ['what the sandbox is made of', `import x from 'genlock:guest';`],
    ['the inputs', `import x from 'genlock:input';`],
    ['the entry by its URL', `import x from 'plugin:///lib/a.js';`],
    ['a re-export', `export * from 'node:os';`],
  ])('cannot import %s', async (_, statement) => {
    const error = await failing(`\n  ${statement}\nexport default () => {};`, {
      'lib/a.js': 'export default 1',
      'templates/x.js': 'export default 1',
    });
    expect(error.code).toBe('SANDBOX_IMPORT');
    expect(error.frame).toMatchObject({ file: 'generator.js', line: 2 });
  });

  test.each<[string, string]>([
    ['a builtin, caught', `import('node:fs').catch(() => {});`],
    ['a name made while it runs', `const name = 'node:' + 'fs'; await import(name);`],
    ['what the sandbox is made of', `await import('genlock:guest');`],
    ['the inputs', `await import('genlock:input');`],
    ['a module by its URL', `await import('plugin:///lib/a.js');`],
    ['a path out of the package', `await import('../lib/a.js');`],
    [
      'a forged name',
      `JSON.stringify = () => '{"specifier":"genlock:guest","from":"a.js"}'; await import('./lib/a.js');`,
    ],
    ['a thousand names', `for (let i = 1; ; i += 1) await import('./lib' + '/'.repeat(i) + 'a.js');`],
  ])('cannot dynamically import %s', async (_, statement) => {
    expect(await codeOf(statement, { 'lib/a.js': '' })).toBe('SANDBOX_IMPORT');
  });

  test('cannot import from evaluated code', async () => {
    expect(await codeOf(`await new Function('return import("./lib/a.js")')();`, { 'lib/a.js': '' })).toBe(
      'SANDBOX_THREW',
    );
  });

  test('get the position of an import() and a suggestion', async () => {
    const error = await failing(`\n  await import('./lib/a');`, { 'lib/a.js': '' });
    expect(error).toMatchObject({ code: 'SANDBOX_IMPORT', frame: { file: 'generator.js', line: 4, column: 9 } });
    expect(error.message).toContain('"./lib/a.js"');
  });

  test('get a hint for a missing file extension', async () => {
    const error = await failing(`import './lib/a';\nexport default () => {};`, { 'lib/a.js': '' });
    expect(error.message).toContain('"./lib/a.js"');
  });

  test.each<[string, string, object]>([
    ['a parse error', `export default () => {\n let x = ;\n}`, { file: 'generator.js', line: 2, column: 10 }],
    ['an error after it was prepared', `const u = import.meta.url; import('x');\nlet let = 1;`, { line: 2 }],
  ])('fail with the position of %s', async (_, source, frame) => {
    const error = await failing(`${source}\nexport default () => {};`);
    expect(error.code).toBe('SANDBOX_SYNTAX');
    expect(error.frame).toMatchObject(frame);
  });

  test('fail if an export is missing or JSON is invalid', async () => {
    expect(await codeOf(`import { x } from './a.js';\nexport default () => {};`, { 'a.js': '' })).toBe(
      'SANDBOX_SYNTAX',
    );
    expect(await codeOf(`import x from './a.json';\nexport default () => {};`, { 'a.json': '{' })).toBe(
      'SANDBOX_SYNTAX',
    );
  });
});

describe('the entry', () => {
  test.each<[string, string]>([
    ['no default export', 'export const generate = () => {};'],
    ['module.exports', 'module.exports = async function generate() {}; // no export'],
    ['exports.default', 'exports.default = () => {}; // no export'],
    ['a default that is no function', 'export default { generate() {} };'],
  ])('is refused with %s', async (_, source) => {
    expect(await codeOf(source)).toBe('SANDBOX_ENTRY');
  });

  test('must exist', async () => {
    const { runPlugin } = await import('../../../sandbox/index.ts');
    const { pluginInput } = await import('../../unit/sandbox/plugin.ts');
    const input = pluginInput('');
    await expect(runPlugin({ ...input, files: new Map() })).rejects.toMatchObject({ code: 'SANDBOX_ENTRY' });
  });

  test('can be synchronous, re-exported or declared elsewhere', async () => {
    const files = { 'lib/g.js': 'export default function () { console.log("ran"); }' };
    const sources = [
      `export { default } from './lib/g.js';`,
      `import g from './lib/g.js'; export { g as default };`,
      `import g from './lib/g.js'; export default g;`,
    ];
    for (const source of sources) expect((await run(source, files)).log).toHaveLength(1);
  });
});

describe('an error from a plugin', () => {
  test('has only frames in files of the plugin', async () => {
    const error = await failing(
      `import { deep } from './lib/deep.js';\nexport default async function generate() {\n  await deep();\n}`,
      { 'lib/deep.js': `export async function deep() {\n  await null;\n  throw new TypeError('nö');\n}` },
    );
    expect(error.code).toBe('SANDBOX_THREW');
    expect(error.message).toBe('TypeError: nö');
    expect(error.frames.map(({ file, line }) => `${file}:${line}`)).toEqual(['lib/deep.js:3', 'generator.js:3']);
    expect(JSON.stringify([error.message, error.frames])).not.toMatch(/isolated|worker|node_modules|genlock:/);
  });

  test('keeps its position if it is thrown while a module loads', async () => {
    const error = await failing(`import './a.js';\nexport default () => {};`, { 'a.js': '\n\n  nothing.here;' });
    expect(error).toMatchObject({ code: 'SANDBOX_THREW', frame: { file: 'a.js', line: 3, column: 3 } });
    const late = await failing(`await null;\nthrow new Error('late');\nexport default () => {};`);
    expect(late).toMatchObject({ code: 'SANDBOX_THREW', frame: { file: 'generator.js', line: 2, column: 7 } });
  });

  test('is reported even if the promise is not awaited', async () => {
    expect(await codeOf(`(async () => { throw new Error('lost'); })();`)).toBe('SANDBOX_THREW');
  });

  test('contains the console output', async () => {
    const error = await failing(
      `console.log('one', 2, { three: 3 }, [4], null, undefined); console.error(new Error('e')); throw 1;`,
    );
    expect(error.log).toEqual([
      { level: 'info', text: 'one 2 {"three":3} [4] null undefined' },
      { level: 'error', text: 'Error: e' },
    ]);
  });

  test('has the original position if the plugin has a source map', async () => {
    // One segment: line 1 column 31 of generator.js is line 4 column 3 of generator.ts (both from 1).
    const map = JSON.stringify({ version: 3, sources: ['src/generator.ts'], names: [], mappings: '8BAGE' });
    const source = `export default function g() { throw new Error('x'); }`;
    expect((await failing(source)).frame).toEqual({ file: 'generator.js', line: 1, column: 37 });
    expect((await failing(source, { 'generator.js.map': map })).frame).toEqual({
      file: 'src/generator.ts',
      line: 4,
      column: 3,
    });
    for (const broken of ['', '{', '{"mappings":1}', 'null', '[]']) {
      expect((await failing(source, { 'generator.js.map': broken })).frame).toEqual({
        file: 'generator.js',
        line: 1,
        column: 37,
      });
    }
  });
});
