/** Plugin code at the end of the stack continues later or fails with a typed error, the same way in every run. */
import { describe, expect, test } from 'vitest';
import { SandboxError } from '../../../sandbox/index.ts';
import { codeOf, run } from '../../unit/sandbox/plugin.ts';

const atTheEnd = (statement: string): string =>
  `(function again() { try { again(); } catch (error) { ${statement} } })();`;

const isOldCompiler = Number(process.versions.node.split('.')[0]) < 26;

/** Returns the result of a run without its cost. */
async function outcome(generator: string): Promise<object> {
  try {
    const { operations, log, warnings } = await run(generator);
    return { operations, log, warnings };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message, frames, log } = error;
    return { code, message, frames, log };
  }
}

describe('at the end of the stack', () => {
  test.each<[string, string]>([
    ['a call', `sdk.registerCSS({ a: 'red' });`],
    ['a template', `sdk.copyTemplates();`],
    ['the console', `console.log('x');`],
    ['an expression', `new RegExp('a'.repeat(1000)).test('b');`],
    ['a global that is loaded there', `void [structuredClone({}), new URL('http://a.example/')];`],
  ])('%s works again once the stack has space', async (_, statement) => {
    await expect(run(atTheEnd(statement), { 'templates/a.md': '{{name}}' })).resolves.toBeDefined();
  });

  // The compiler in Node 24 needs more native stack than isolated-vm reserves, which ends the process of the plugin. In
  // Node 26, the plugin can catch the error.
  test.each<[string, string]>([
    ['Function', `new Function('return 1')();`],
    ['eval', `eval('1 + 1');`],
    ['a constructor of an error', `error.constructor.constructor('return typeof process')();`],
  ])('%s ends the worker or has no effect, the same way both times', async (_, statement) => {
    const generator = `${atTheEnd(statement)} sdk.registerCSS({ a: 'red' });`;
    const [first, second] = [await outcome(generator), await outcome(generator)];
    expect(first).toMatchObject(
      isOldCompiler ? { code: 'SANDBOX_WORKER_DIED', frames: [], log: [] } : { operations: [{ kind: 'registerCSS' }] },
    );
    expect(second).toEqual(first);
    expect((await run(`sdk.registerCSS({ a: 'red' });`)).operations).toHaveLength(1);
  });

  test('an uncaught error is an error of the plugin', async () => {
    expect(await codeOf(`(function again() { again(); })();`)).toBe('SANDBOX_THREW');
    expect(await codeOf(`eval('('.repeat(1e6));`)).toBe('SANDBOX_THREW');
  });
});
