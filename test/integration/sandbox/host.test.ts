import { spawnSync } from 'node:child_process';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test, describe } from 'vitest';
import { defaultLimits, runPlugin, SandboxError, sandboxErrorCodes, prestartWorker } from '../../../sandbox/index.ts';
import { limitCodes } from '../../../sandbox/protocol/limit-codes.ts';
import type { FatalLimit } from '../../../sandbox/protocol/limits.ts';
import { runWith } from '../../../sandbox/host/run.ts';
import { codes } from '../../../src/errors/codes.ts';
import { pluginInput, run } from '../../unit/sandbox/plugin.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const say = `const say = (line) => require('fs').writeSync(1, line + '\\n');`;

/** Runs a script as the worker and returns `done` or the error code. */
async function lying(script: string, limits = {}): Promise<string> {
  const program = {
    file: execPath,
    args: ['-e', `${say}\n${script}`],
  };
  try {
    await runWith(program, pluginInput(''), { limits });
    return 'done';
  } catch (error) {
    if (error instanceof SandboxError) return error.code;
    throw error;
  }
}

const ready = `say('{"ready":1}');`;
const cost = { cpuMs: 1, memoryBytes: 1 };
const done = `say('${JSON.stringify({ status: 'done', log: '', cost })}');`;
const result = (operations: unknown): string => `say(${JSON.stringify(JSON.stringify({ operations, warnings: [] }))});`;
const css = { kind: 'registerCSS', variables: { '--a': 'red' } };

const copy = (paths: readonly string[], content = 'x') => ({
  kind: 'copyTemplates',
  files: paths.map((path) => ({ path, content })),
});

describe('a manipulated worker', () => {
  test('is accepted if its messages are valid', async () => {
    expect(await lying(ready + done + result([css]))).toBe('done');
  });

  test.each<[string, string, string]>([
    ['never gets ready', 'process.exit(1)', 'SANDBOX_START'],
    ['says something else first', `say('hello');`, 'SANDBOX_PROTOCOL'],
    ['ends without an answer', ready, 'SANDBOX_WORKER_DIED'],
    ['is killed', `${ready} process.kill(process.pid, 'SIGKILL')`, 'SANDBOX_WORKER_DIED'],
    [
      'is killed in the middle of its answer',
      `${ready}${done}require('fs').writeSync(1, '{"operations":[]'); process.kill(process.pid, 'SIGKILL')`,
      'SANDBOX_WORKER_DIED',
    ],
    ['dies of memory', `${ready} console.error('Fatal process out of memory: x'); process.abort()`, 'SANDBOX_MEMORY'],
    ['answers with garbage', `${ready}say('{}');`, 'SANDBOX_PROTOCOL'],
    ['answers with half of JSON', `${ready}say('{"status":');`, 'SANDBOX_PROTOCOL'],
    ['answers twice', ready + done + result([]) + done + result([]), 'SANDBOX_PROTOCOL'],
    ['adds a line', `${ready}${done}${result([])}say('{"ok":true}');`, 'SANDBOX_PROTOCOL'],
    [
      'has an answer with a key too many',
      `${ready}say('${JSON.stringify({ status: 'done', log: '', cost, path: '/' })}');${result([])}`,
      'SANDBOX_PROTOCOL',
    ],
    ['gives no JSON', `${ready}${done}say('operations');`, 'SANDBOX_RESULT'],
    ['gives no operations', `${ready}${done}say('{}');`, 'SANDBOX_RESULT'],
    ['gives an unknown operation', ready + done + result([{ kind: 'runShell', command: 'x' }]), 'SANDBOX_RESULT'],
    [
      'gives a path that leaves the project',
      ready + done + result([{ kind: 'copyTemplates', files: [{ path: '../x', content: '' }] }]),
      'SANDBOX_RESULT',
    ],
    [
      'gives a source that leaves the package',
      ready + done + result([{ kind: 'copyTemplates', files: [{ path: 'x', source: '/etc/passwd' }] }]),
      'SANDBOX_RESULT',
    ],
    [
      'gives a file that is not in the package',
      ready + done + result([{ kind: 'copyTemplates', files: [{ path: 'x', source: 'templates/x' }] }]),
      'SANDBOX_RESULT',
    ],
    ['gives a key too many', ready + done + result([{ ...css, extra: 1 }]), 'SANDBOX_RESULT'],
    [
      'gives an inherited name',
      `${ready}${done}say('{"operations":[{"kind":"registerCSS","variables":{"__proto__":{"isAdmin":true}}}],"warnings":[]}');`,
      'SANDBOX_RESULT',
    ],
    [
      'gives a number that is none',
      ready + done + result([{ kind: 'registerProvider', name: 'A', import: 'a', order: '1' }]),
      'SANDBOX_RESULT',
    ],
    [
      'gives a theme value that is code',
      ready + done + result([{ kind: 'registerCSS', variables: { '--a': 'red;} *{' } }]),
      'SANDBOX_RESULT',
    ],
    [
      'nests without end',
      `${ready}${done}say('{"operations":' + '['.repeat(1e6) + ']'.repeat(1e6) + ',"warnings":[]}');`,
      'SANDBOX_RESULT',
    ],
    ['invents an error code', `${ready}${done}say('{"code":"DONE","message":"","frames":[]}');`, 'SANDBOX_RESULT'],
    [
      'gives too many operations',
      `${ready}${done}say(JSON.stringify({ operations: Array.from({ length: 7e3 }, () => (${JSON.stringify(css)})), warnings: [] }));`,
      'SANDBOX_OUTPUT_LIMIT',
    ],
  ])('%s', async (_, script, code) => {
    expect(await lying(script)).toBe(code);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  test.each<[FatalLimit, number, unknown, unknown]>([
    ['operations', 2, [css, css], [css, css, css]],
    ['files', 2, [copy(['a', 'b'])], [copy(['a', 'b', 'c'])]],
    ['fileBytes', 4, [copy(['a'], 'éé')], [copy(['a'], 'ééx')]],
    ['outputBytes', 50, [copy(['a'], 'x')], [copy(['a'], 'x'.repeat(50))]],
    ['pathLength', 3, [copy(['abc'])], [copy(['abcd'])]],
    ['pathDepth', 2, [copy(['a/b'])], [copy(['a/b/c'])]],
    ['values', 4, [css], [{ ...css, variables: { '--a': 'red', '--b': 'red' } }]],
  ])('cannot exceed the limit %s', async (...[name, most, below, beyond]) => {
    expect(await lying(ready + done + result(below), { [name]: most })).toBe('done');
    expect(await lying(ready + done + result(beyond), { [name]: most })).toBe(limitCodes[name]);
    expect(await lying(ready + done + result(beyond))).toBe('done');
  });

  test('floods', async () => {
    const flood = `${ready} const chunk = 'x'.repeat(1e6); for (;;) require('fs').writeSync(1, chunk);`;
    expect(await lying(flood, { outputBytes: 1_000 })).toBe('SANDBOX_FLOOD');
  });

  test('can write to its error output without an effect', async () => {
    const flood = `${ready} const chunk = 'x'.repeat(1e6); for (let i = 0; i < 50; i += 1) require('fs').writeSync(2, chunk); ${done}${result([])}`;
    expect(await lying(flood)).toBe('done');
  });

  test('hangs', async () => {
    expect(await lying(`${ready} for (;;);`, { wallMs: 100 })).toBe('SANDBOX_TIMEOUT');
    expect(await lying(`${ready}${done}${result([])} for (;;);`, { wallMs: 100 })).toBe('SANDBOX_TIMEOUT');
  });
});

test('drops frames for files outside of the package', async () => {
  const frames = [
    { file: '/etc/passwd', line: 1, column: 1 },
    { file: 'generator.js', line: 2, column: 3 },
  ];
  const failed = { status: 'failed', failure: { code: 'SANDBOX_THREW', message: 'x', frames }, log: '', cost };
  const program = { file: execPath, args: ['-e', `${say}${ready}say(${JSON.stringify(JSON.stringify(failed))})`] };
  await expect(runWith(program, pluginInput(''))).rejects.toMatchObject({ frames: [frames[1]] });
});

test('reports a worker that cannot start as one error', async () => {
  const program = { file: '/nowhere/node', args: [] };
  await expect(runWith(program, pluginInput(''))).rejects.toMatchObject({ code: 'SANDBOX_START' });
});

describe('a caller', () => {
  test('can abort before and during a run', async () => {
    const endless = pluginInput('for (;;);');
    const aborted = runPlugin(endless, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'SANDBOX_ABORTED' });
    const later = runPlugin(endless, { signal: AbortSignal.timeout(300) });
    await expect(later).rejects.toMatchObject({ code: 'SANDBOX_ABORTED' });
  });

  test('can start a worker in advance and stop it', async () => {
    prestartWorker();
    expect((await run('sdk.registerCSS({ a: "red" })')).operations).toHaveLength(1);
    prestartWorker()();
    prestartWorker();
    prestartWorker();
    expect((await run('sdk.registerCSS({ a: "red" })')).operations).toHaveLength(1);
    prestartWorker()();
    expect((await run('sdk.registerCSS({ a: "red" })')).operations).toHaveLength(1);
  });

  test('ends with a waiting worker, and a killed caller ends its worker', async () => {
    const host = fileURLToPath(new URL('../../../sandbox/index.ts', import.meta.url));
    const endless = `runPlugin({ plugin: { name: 'x', version: '1.0.0', frameworks: [] }, project: { name: 'x' },
      context: { framework: 'express', database: 'file', settings: {} },
      files: new Map([['generator.js', Buffer.from('export default () => { for (;;); }')]]) }, { limits: { wallMs: 60000 } });
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);`;
    for (const then of ['', endless]) {
      const script = `import { syncBuiltinESMExports } from 'node:module';
import cp from 'node:child_process';
const real = cp.spawn;
cp.spawn = (...given) => { const child = real(...given); console.log(child.pid); return child; };
syncBuiltinESMExports();
const { runPlugin, prestartWorker } = await import(${JSON.stringify(host)});
prestartWorker();
${then}`;
      const parent = spawnSync(execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 50_000 });
      const pids = parent.stdout.trim().split('\n').map(Number);
      for (const pid of pids) {
        expect(pid).toBeGreaterThan(0);
        await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
      }
    }
  });

  test('can start several runs at the same time', async () => {
    const reports = await Promise.all(Array.from({ length: 6 }, (_, i) => run(`sdk.registerCSS({ a: '${i}px' })`)));
    expect(reports.map(({ operations }) => operations[0])).toEqual(
      reports.map((_, i) => ({ kind: 'registerCSS', variables: { '--a': `${i}px` } })),
    );
  });

  test('receives the cost of a run', async () => {
    const { cost: spent } = await run('');
    expect(spent.wallMs).toBeGreaterThan(0);
    expect(spent.cpuMs).toBeGreaterThan(0);
    expect(spent.memoryBytes).toBeGreaterThan(1024 * 1024);
  });

  test('gets an error if the package is too large', async () => {
    const files = { 'templates/a.txt': `{{name}}${'x'.repeat(10_000)}` };
    const bytes = { 'templates/a.txt': 'x'.repeat(100_000) };
    const limits = { inputBytes: 5_000 };
    await expect(run('', files, { limits })).rejects.toMatchObject({ code: 'SANDBOX_INPUT_LIMIT' });
    // Files without templates are not sent to the worker and do not count.
    expect((await run('sdk.copyTemplates()', bytes, { limits })).operations).toHaveLength(1);
  });
});

test('every sandbox code is in the code table', () => {
  for (const code of sandboxErrorCodes) expect(codes).toHaveProperty(code);
});

test('the default limits allow many files', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `templates/shared/f${i}.ts`,
      'const a = {{json settings.title}};\n'.repeat(40),
    ]),
  );
  const report = await run('sdk.copyTemplates()', files);
  expect(report.operations[0]).toMatchObject({ files: { length: 300 } });
  expect(report.cost.wallMs).toBeLessThan(defaultLimits.wallMs);
});
