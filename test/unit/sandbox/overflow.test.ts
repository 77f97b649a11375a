/** What a plugin does where there is no stack left ends in one typed error, the same every time. */
import { describe, expect, test } from 'vitest';
import { codeOf, failing, run } from './plugin.ts';

const atTheEnd = (statement: string): string =>
  `(function again() { try { again(); } catch (error) { ${statement} } })();`;

describe('at the end of the stack', () => {
  test.each<[string, string]>([
    ['a call', `sdk.registerCSS({ a: 'red' });`],
    ['a template', `sdk.copyTemplates();`],
    ['the console', `console.log('x');`],
    ['an expression', `new RegExp('a'.repeat(1000)).test('b');`],
    ['a global that is loaded there', `void [structuredClone({}), new URL('http://a.example/')];`],
  ])('%s is made when there is enough of it again', async (_, statement) => {
    await expect(run(atTheEnd(statement), { 'templates/a.md': '{{name}}' })).resolves.toBeDefined();
  });

  // V8's compiler needs more native stack than isolated-vm keeps free; the process that ends is the plugin's own.
  test.each<[string, string]>([
    ['Function', `new Function('return 1')();`],
    ['eval', `eval('1 + 1');`],
    ['a constructor of an error', `error.constructor.constructor('return typeof process')();`],
  ])('%s ends the worker, twice in the same way, and nothing after it', async (_, statement) => {
    const [first, second] = [await failing(atTheEnd(statement)), await failing(atTheEnd(statement))];
    expect([first.code, first.frames, first.log]).toEqual(['SANDBOX_WORKER_DIED', [], []]);
    expect(second).toMatchObject({ code: first.code, message: first.message });
    expect((await run(`sdk.registerCSS({ a: 'red' });`)).operations).toHaveLength(1);
  });

  test('an error that nobody catches is what the plugin threw', async () => {
    expect(await codeOf(`(function again() { again(); })();`)).toBe('SANDBOX_THREW');
    expect(await codeOf(`eval('('.repeat(1e6));`)).toBe('SANDBOX_THREW');
  });
});
