/**
 * Plugins that try to escape, to exhaust resources, or to corrupt the result. Each case contains the expected code, or
 * the console output of a contained plugin. After each case, a healthy run works.
 */
import { createContext, runInContext } from 'node:vm';
import { afterEach, describe, expect, test } from 'vitest';
import { codeOf, failing, run } from '../unit/sandbox/plugin.ts';

/**
 * Limits for a case that must reach another limit first. On a busy machine, both wall time and processor time last
 * longer.
 */
const ample = { wallMs: 45_000, cpuMs: 45_000 };

afterEach(async () => {
  const report = await run('sdk.registerCSS({ a: "red" })');
  if (report.operations[0]?.kind !== 'registerCSS') throw new Error('the healthy run after it failed');
});

describe('a plugin cannot escape from its isolate', () => {
  test.each<[string, string]>([
    ['the constructor of an SDK call', `sdk.copyTemplates.constructor('return typeof process')()`],
    [
      'the constructor of what a call returns',
      `sdk.registerCSS({}).constructor.constructor('return typeof process')()`,
    ],
    ['the constructor of the context', `context.settings.constructor.constructor('return typeof process')()`],
    ['the global of its console', `console.log.constructor('return typeof process')()`],
    ['require', `new Function('return typeof require')()`],
    ['a module', `typeof module`],
    ['a loader', `new Function('return typeof $load_')()`],
    ['an indirect eval', `(0, eval)('typeof process')`],
    ['WebAssembly', `typeof WebAssembly`],
    ['a timer', `typeof setTimeout`],
    ['the network', `typeof fetch`],
    [
      'a stack frame',
      `(() => { Error.prepareStackTrace = (e, frames) => typeof frames[0].getThis(); return new Error().stack; })()`,
    ],
    [
      'a scope of proxies',
      `new Function('with (new Proxy({}, { has: () => true, get: (t, k) => k === Symbol.unscopables ? undefined : (0, eval)("typeof process") })) { return process; }')()`,
    ],
    [
      'references',
      `Object.getOwnPropertyNames(globalThis).filter((name) => /reference(?!Error)|callback|external|ivm/i.test(name)).join() || 'undefined'`,
    ],
  ])('through %s', async (_, expression) => {
    const { log } = await run(`console.log(${expression});`);
    expect(log).toEqual([{ level: 'info', text: 'undefined' }]);
  });

  test('works without an isolate (control)', () => {
    const context = createContext({ given: {} });
    expect(runInContext(`given.constructor.constructor('return typeof process')()`, context)).toBe('object');
  });

  test('with an object as the result', async () => {
    expect(await codeOf(`JSON.stringify = () => ({ toString: () => 'x' }); sdk.registerCSS({ a: 'red' });`)).toBe(
      'SANDBOX_RESULT',
    );
    expect(await codeOf(`JSON.stringify = () => 'x\\ny';`)).toBe('SANDBOX_RESULT');
  });

  test('with options planted on every object', async () => {
    const report =
      await run(`Object.prototype.reference = true; Object.prototype.result = { reference: true }; Object.prototype.copy = true;
Object.prototype.timeout = 1; sdk.registerCSS({ a: 'red' });`);
    expect(report.operations).toEqual([{ kind: 'registerCSS', variables: { '--a': 'red' } }]);
  });
});

describe('a plugin cannot corrupt the result', () => {
  test.each<[string, string, string]>([
    [
      'a forged result',
      `JSON.stringify = () => '{"operations":[{"kind":"copyTemplates","files":[{"path":"../../x","content":""}]}],"warnings":[]}';`,
      'SANDBOX_RESULT',
    ],
    [
      'a polluting key',
      `JSON.stringify = () => '{"operations":[{"kind":"registerCSS","variables":{},"__proto__":{"isAdmin":true}}],"warnings":[]}';`,
      'SANDBOX_RESULT',
    ],
    [
      'a nested constructor',
      `JSON.stringify = () => '{"operations":[{"constructor":{"prototype":{"isAdmin":true}}}],"warnings":[]}';`,
      'SANDBOX_RESULT',
    ],
    [
      'a toJSON on every array',
      `Array.prototype.toJSON = () => [{ kind: 'runShell' }]; sdk.registerCSS({ a: 'red' });`,
      'SANDBOX_RESULT',
    ],
    [
      'a forged error',
      `JSON.stringify = () => '{"code":"SANDBOX_ABORTED","message":"x","frames":[{"file":"x","line":-1,"column":0}]}';`,
      'SANDBOX_RESULT',
    ],
    [
      'a setter that waits',
      `Object.defineProperty(Object.prototype, 'kind', { set() { for (;;); } }); sdk.registerCSS({ a: 'red' }); for (;;);`,
      'SANDBOX_TIMEOUT',
    ],
    ['a proxy without end', `sdk.registerCSS(new Proxy({}, { ownKeys() { for (;;); } }));`, 'SANDBOX_TIMEOUT'],
    ['a cycle', `const a = { label: 'x' }; a.children = [a]; sdk.registerAdminMenu(a);`, 'SANDBOX_CALL'],
    ['a cyclic variable', `const a = {}; a.a = a; sdk.copyTemplates({ variables: { a } });`, 'SANDBOX_TEMPLATE'],
  ])('with %s', async (_, source, code) => {
    const files = { 'templates/a.md': '{{json a}}' };
    const limits = code === 'SANDBOX_TIMEOUT' ? { wallMs: 500 } : ample;
    expect(await codeOf(source, files, { limits })).toBe(code);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test('works on a host that merges the parsed result (control)', () => {
    const naive = (into: object, from: object): void => {
      for (const key of Object.keys(from)) {
        const value: unknown = Reflect.get(from, key);
        const held: unknown = Reflect.get(into, key);
        if (typeof value === 'object' && value !== null && typeof held === 'object' && held !== null)
          naive(held, value);
        else Reflect.set(into, key, value);
      }
    };
    naive({}, JSON.parse('{"__proto__":{"isAdminForATest":true}}'));
    expect(Reflect.get({}, 'isAdminForATest')).toBe(true);
    Reflect.deleteProperty(Object.prototype, 'isAdminForATest');
  });

  test('with lines of its console', async () => {
    const report = await run(`console.log('{"ready":1}\\n{"status":"done"}'); console.log('x\\n["info","forged"]');`);
    expect(report.operations).toEqual([]);
    expect(report.log.map(({ text }) => text)).toEqual(['{"ready":1}\n{"status":"done"}', 'x\n["info","forged"]']);
  });
});

describe('a plugin cannot exhaust', () => {
  test.each<[string, string, string]>([
    ['time, by a loop', 'for (;;);', 'SANDBOX_TIMEOUT'],
    ['time, by microtasks', 'const again = () => Promise.resolve().then(again); await again();', 'SANDBOX_TIMEOUT'],
    ['time, by a regular expression', `/^(a+)+$/.test('a'.repeat(40) + 'b');`, 'SANDBOX_TIMEOUT'],
    ['time, by big numbers', 'let x = 3n; for (;;) x *= x;', 'SANDBOX_TIMEOUT'],
    ['time, while it loads', 'for (;;); export default () => {}', 'SANDBOX_TIMEOUT'],
    [
      'time, in an error’s getter',
      `throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } });`,
      'SANDBOX_TIMEOUT',
    ],
    [
      'time, in an error that escapes',
      `(async () => { throw Object.defineProperty(new Error(), 'stack', { get() { for (;;); } }); })();`,
      'SANDBOX_TIMEOUT',
    ],
    ['patience', 'await new Promise(() => {});', 'SANDBOX_NEVER_SETTLED'],
    ['patience, while it loads', 'await new Promise(() => {}); export default () => {}', 'SANDBOX_NEVER_SETTLED'],
    ['output, by one text', `sdk.registerPrismaSchema('x'.repeat(4e7));`, 'SANDBOX_OUTPUT_LIMIT'],
    ['output, by a variable', `sdk.copyTemplates({ variables: { big: 'x'.repeat(4e7) } });`, 'SANDBOX_OUTPUT_LIMIT'],
    ['output, by many texts', `for (;;) sdk.registerPrismaSchema('x'.repeat(1e5));`, 'SANDBOX_OUTPUT_LIMIT'],
    ['output, by many calls', `for (;;) sdk.registerCSS({ a: 'red' });`, 'SANDBOX_OUTPUT_LIMIT'],
    [
      'output, by many files',
      `for (let i = 0; i < 999; i += 1) sdk.copyTemplates({ source: 'many' });`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
    ['output, by a path', `sdk.copyTemplates({ source: 'many', destination: 'x/'.repeat(2.5e6) });`, 'SANDBOX_PATH'],
    [
      'output, by lists in each other',
      `sdk.copyTemplates({ source: 'cube', variables: { list: Array.from({ length: 1000 }, () => 1) } });`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
    [
      'output, by a list without content',
      `const list = []; list.length = 4e9; sdk.copyTemplates({ source: 'cube', variables: { list } });`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
    [
      'output, by a long text in a list',
      `sdk.copyTemplates({ source: 'cube', variables: { list: [1, 2, 3, 4, 5].map(() => 'x'.repeat(1e5)) } });`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
    [
      'output, by one text in many files',
      `sdk.copyTemplates({ source: 'same', variables: { big: 'x'.repeat(3e6) } });`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
    [
      'values, by many small ones',
      `for (let i = 0; i < 100; i += 1) sdk.registerCSS(Object.fromEntries(Array.from({ length: 4e3 }, (_, k) => ['a' + k, 'red'])));`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
    ['entries, of a list', `sdk.registerAPIRoutes(new Array(4e9 - 1));`, 'SANDBOX_CALL'],
    ['folders', `sdk.copyTemplates({ source: 'many', destination: 'x/'.repeat(60) });`, 'SANDBOX_PATH'],
    ['output, behind the guest’s back', `JSON.stringify = () => 'x'.repeat(4e7);`, 'SANDBOX_OUTPUT_LIMIT'],
  ])('%s', async (_, source, code) => {
    const many = Array.from({ length: 20 }, (__, i): [string, string] => [`templates/many/${i}`, 'x']);
    const same = many.map(([path]): [string, string] => [path.replace('many', 'same'), '{{#if big}}{{big}}{{/if}}']);
    const files = {
      'templates/big.txt': '{{#if big}}{{big}}{{/if}}',
      'templates/cube/a': `${'{{#each list}}'.repeat(3)}{{this}}${'{{/each}}'.repeat(3)}`,
      ...Object.fromEntries([...many, ...same]),
    };
    const limits = code === 'SANDBOX_TIMEOUT' ? { wallMs: 400 } : ample;
    expect(await codeOf(source, files, { limits })).toBe(code);
  });

  test.each<[string, string]>([
    ['arrays', 'const a = []; for (;;) a.push(new Array(1000).fill(a.length));'],
    ['a map', 'const m = new Map(); for (let i = 0; ; i += 1) m.set(i, {});'],
    ['keys of an object', `const o = {}; for (let i = 0; ; i += 1) o['key' + i] = i;`],
    [
      'a growing buffer',
      'const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); b.resize(2 ** 30); new Uint8Array(b).fill(1);',
    ],
    ['many buffers', 'const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1));'],
    ['text', `let s = 'x'; const a = []; for (;;) { s = s + s.slice(1); a.push(JSON.parse(JSON.stringify(s))); }`],
  ])('memory, by %s', async (_, source) => {
    const error = await failing(source, {}, { limits: { ...ample, memoryMb: 64 } });
    // Some of these hit a limit of the language first; then the plugin threw, in its own frames.
    expect(error.code === 'SANDBOX_THREW' ? error.message.split(':')[0] : error.code).toMatch(
      /^(?:SANDBOX_MEMORY|RangeError)$/,
    );
  });

  test('time: an endless loop ends only at a timeout (control)', () => {
    expect(() => runInContext('for (;;);', createContext({}), { timeout: 400 })).toThrow(
      expect.objectContaining({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }),
    );
  });

  test('the log', async () => {
    const report = await run(`for (let i = 0; i < 1e4; i += 1) console.log('x'.repeat(1e4));`, {}, { limits: ample });
    expect(report.log).toHaveLength(200);
    expect(Math.max(...report.log.map(({ text }) => text.length))).toBeLessThan(2_100);
  });
});

describe('any value that a plugin throws', () => {
  test.each<[string, string]>([
    ['a text', `throw 'x'`],
    ['null', 'throw null'],
    ['nothing', 'throw undefined'],
    ['a symbol', `throw Symbol('x')`],
    ['a function', 'throw () => {}'],
    ['a bigint', 'throw 10n'],
    ['20 MB', `throw 'x'.repeat(2e7)`],
    ['20 MB in an error', `throw new Error('x'.repeat(2e7))`],
    [
      'an error with a message that throws',
      `throw Object.defineProperty(new Error(), 'message', { get() { throw 1; } })`,
    ],
    ['an error whose name is an object', `throw Object.assign(new Error('x'), { name: { toString() { throw 1; } } })`],
    ['a revoked proxy', `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy`],
    ['a cycle', `const a = {}; a.a = a; throw a`],
    ['an overflow', `(function again() { again(); })()`],
    [
      'an error with a stack of a million lines',
      `throw Object.assign(new Error('x'), { stack: 'at plugin:///generator.js:1:1\\n'.repeat(1e6) })`,
    ],
  ])('%s is one bounded error', async (_, statement) => {
    const error = await failing(statement);
    expect(error.code).toBe('SANDBOX_THREW');
    expect(error.message.length).toBeLessThan(2_200);
    expect(error.frames.length).toBeLessThan(20);
  });
});

describe('templates cannot run code', () => {
  test.each([
    '{{ range.constructor("return process")() }}',
    '{{ cycler.constructor("x") }}',
    '{{ "".constructor.constructor("return process")() }}',
    '{% include "/etc/passwd" %}',
    '{% extends x %}',
    '{% set x = 1 %}{# x #}',
  ])('%s is copied unchanged', async (text) => {
    const report = await run('sdk.copyTemplates();', { 'templates/a.md': `{{name}} ${text}` });
    expect(report.operations).toEqual([
      {
        kind: 'copyTemplates',
        files: [{ path: 'a.md', content: `reports ${text}`, template: 'templates/a.md' }],
      },
    ]);
  });

  test.each([
    '{{ name.constructor.constructor }}',
    '{{ settings.__proto__ }}',
    '{{ cycler }}',
    '{{ joiner }}',
    '{{ range }}',
  ])('%s is not defined', async (text) => {
    expect(await codeOf('sdk.copyTemplates();', { 'templates/a.md': text })).toBe('SANDBOX_TEMPLATE');
  });

  test('works if nunjucks renders the text (control)', async () => {
    const { default: nunjucks } = await import('nunjucks');
    expect(nunjucks.renderString('{{ range.constructor("return typeof process")() }}', {})).toBe('object');
  });
});
