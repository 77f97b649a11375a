import { describe, expect, it } from 'vitest';
import { lazy } from '../../../scripts/lazy-requires.mjs';

/**
 * Runs CommonJS code with test modules. Returns the exports, and the names of the modules loaded before and after
 * `use`.
 */
function run(source: string, use: (exported: Record<string, unknown>) => unknown = () => undefined) {
  const loaded: string[] = [];
  class Made {
    readonly given: unknown;
    constructor(given: unknown) {
      this.given = given;
    }
  }
  const modules: Readonly<Record<string, unknown>> = {
    one: { name: 'one', Made, call: (text: string) => `called with ${text}` },
    two: Object.assign(() => 'two', { Made }),
  };
  const load = (name: string): unknown => {
    loaded.push(name);
    return modules[name];
  };
  const module = { exports: {} };
  // eslint-disable-next-line no-implied-eval -- what the build makes is run as Node runs it
  new Function('require', 'module', lazy(source))(load, module);
  const before = [...loaded];
  return { before, result: use(module.exports), after: loaded };
}

const call = (exported: Record<string, unknown>): unknown => {
  const { f } = exported;
  return typeof f === 'function' ? f('x') : undefined;
};

describe('requires of CommonJS packages', () => {
  it.each([
    ['a module', `const a = require('one')\nmodule.exports.f = () => a.name`, 'one'],
    ['a property', `const { name } = require('one')\nmodule.exports.f = () => name`, 'one'],
    ['a renamed property', `const { name: b } = require('one')\nmodule.exports.f = () => ({ b }).b`, 'one'],
    ['a function', `const a = require('two')\nmodule.exports.f = () => a()`, 'two'],
    ['a called property', `const { call } = require('one')\nmodule.exports.f = (t) => call(t)`, 'called with x'],
    ['a class', `const { Made } = require('one')\nmodule.exports.f = (t) => new Made(t).given`, 'x'],
    ['a class of a module', `const a = require('one')\nmodule.exports.f = (t) => new a.Made(t).given`, 'x'],
    ['a key of that name', `const a = require('one')\nmodule.exports.f = () => ({ a: a.name }).a`, 'one'],
    [
      'no semicolons',
      `const a = require('two')\nconst b = 1\nmodule.exports.f = () => {\n b\n a()\n return a() }`,
      'two',
    ],
  ])('load %s on first use', (_what, source, result) => {
    const ran = run(source, call);
    expect(ran.before).toEqual([]);
    expect(ran.result).toBe(result);
    expect(ran.after).toHaveLength(1);
  });

  it.each([
    ['a parameter', `const a = require('one')\nmodule.exports.f = (a) => a`],
    ['a parameter in a pattern', `const a = require('one')\nmodule.exports.f = (t, { a } = { a: t }) => a`],
    ['a variable', `const a = require('one')\nmodule.exports.f = (t) => { let a = t; return a }`],
    [
      'a variable in a pattern',
      `const a = require('one')\nmodule.exports.f = (t) => { const [, a] = [0, t]; return a }`,
    ],
    [
      'a caught error',
      `const a = require('one')\nmodule.exports.f = (t) => { try { throw t } catch (a) { return a } }`,
    ],
  ])('stay unchanged if %s has the same name', (_what, source) => {
    const ran = run(source, call);
    expect(ran.before).toEqual(['one']);
    expect(ran.result).toBe('x');
  });

  it('load a module immediately if the code uses it immediately', () => {
    const ran = run(`const { Made } = require('one')\nmodule.exports.f = class extends Made {}`);
    expect(ran.before).toEqual(['one']);
  });
});
