/** What a plugin does where there is no stack left ends in one typed error, the same every time. */
import { describe, expect, test } from 'vitest';
import { SandboxError } from '../../../sandbox/index.ts';
import { codeOf, run } from '../../unit/sandbox/plugin.ts';

const atTheEnd = (statement: string): string =>
  `(function again() { try { again(); } catch (error) { ${statement} } })();`;

const isOldCompiler = Number(process.versions.node.split('.')[0]) < 26;

/** What comes of a run, without what it cost. */
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
  ])('%s is made when there is enough of it again', async (_, statement) => {
    await expect(run(atTheEnd(statement), { 'templates/a.md': '{{name}}' })).resolves.toBeDefined();
  });

  // The compiler of Node 24's V8 needs more native stack than isolated-vm keeps free; the process that ends is the plugin's
  // own. Node 26's has what it throws caught.
  test.each<[string, string]>([
    ['Function', `new Function('return 1')();`],
    ['eval', `eval('1 + 1');`],
    ['a constructor of an error', `error.constructor.constructor('return typeof process')();`],
  ])('%s ends the worker or nothing, twice in the same way', async (_, statement) => {
    const generator = `${atTheEnd(statement)} sdk.registerCSS({ a: 'red' });`;
    const [first, second] = [await outcome(generator), await outcome(generator)];
    expect(first).toMatchObject(
      isOldCompiler ? { code: 'SANDBOX_WORKER_DIED', frames: [], log: [] } : { operations: [{ kind: 'registerCSS' }] },
    );
    expect(second).toEqual(first);
    expect((await run(`sdk.registerCSS({ a: 'red' });`)).operations).toHaveLength(1);
  });

  test('an error that nobody catches is what the plugin threw', async () => {
    expect(await codeOf(`(function again() { again(); })();`)).toBe('SANDBOX_THREW');
    expect(await codeOf(`eval('('.repeat(1e6));`)).toBe('SANDBOX_THREW');
  });
});
