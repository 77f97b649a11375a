import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failureText, run } from '../../../src/processes/run.ts';
import { isListening } from '../../support/child-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const options = () => ({ cwd: temporaryFolder(), env: { ONLY: 'this' } });

test('reads every line of both streams, including a last line without a line ending', async () => {
  const seen: string[] = [];
  const script = `process.stdout.write('a\\r\\nb\\n'); process.stderr.write('c'); process.exitCode = 3`;
  const result = await run(process.execPath, ['-e', script], { ...options(), onLine: (line) => seen.push(line) });
  expect(result.exitCode).toBe(3);
  expect(seen.toSorted()).toEqual(['a', 'b', 'c']);
  expect(result.lines.toSorted()).toEqual(['a', 'b', 'c']);
});

test('passes exactly the given environment, an empty standard input and arguments without a shell', async () => {
  const script = `
    process.stdin.on('data', () => console.log('input'));
    console.log(JSON.stringify([process.env.ONLY, process.env.PATH ?? null, process.argv[1]]));`;
  const { lines } = await run(process.execPath, ['-e', script, '$HOME; echo x'], options());
  expect(lines).toEqual([JSON.stringify(['this', null, '$HOME; echo x'])]);
});

test('limits the output of a program', async () => {
  const { lines } = await run(process.execPath, ['-e', 'for (let i = 0; i < 5000; i++) console.log(i)'], options());
  expect(lines.at(-1)).toBe('4999');
  expect(lines.length).toBeLessThanOrEqual(200);
});

test('an abort ends it', async () => {
  const controller = new AbortController();
  const running = run(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    ...options(),
    signal: controller.signal,
    onLine: () => controller.abort(),
  });
  await expect(running).rejects.toThrow(/abort/i);
});

test('an abort is reported after the program has ended', async () => {
  const controller = new AbortController();
  const folder = temporaryFolder();
  const script = `process.on('SIGTERM', () => setTimeout(() => {
    require('node:fs').writeFileSync('ended', ''); process.exit(0); }, 200));
    console.log(1); setInterval(() => {}, 1000)`;
  const running = run(process.execPath, ['-e', script], {
    ...options(),
    cwd: folder,
    signal: controller.signal,
    onLine: () => controller.abort(),
  });
  await expect(running).rejects.toThrow(/abort/i);
  expect(readdirSync(folder)).toEqual(['ended']);
});

test('an abort before the start starts nothing', async () => {
  const folder = temporaryFolder();
  const script = `require('node:fs').writeFileSync('started', '')`;
  const running = run(process.execPath, ['-e', script], { ...options(), cwd: folder, signal: AbortSignal.abort() });
  await expect(running).rejects.toThrow(/abort/i);
  expect(readdirSync(folder)).toEqual([]);
});

test('rejects for a program that does not exist', async () => {
  await expect(run('/nowhere/program', [], options())).rejects.toThrow(/ENOENT/);
});

test.each([
  [
    { exitCode: 1, lines: ['Loading…', 'Error: no such model', 'at x'] },
    'ended with exit code 1: Error: no such model',
  ],
  [{ exitCode: 1, lines: ['\u001b[31mError:\u001b[0m red'] }, 'ended with exit code 1: Error: red'],
  [{ exitCode: 2, lines: ['something', ''] }, 'ended with exit code 2: something'],
  [{ exitCode: undefined, lines: [] }, 'was stopped by a signal'],
])('%j reads: %s', (result, text) => {
  expect(failureText(result)).toBe(text);
});

/** Starts another program, which listens and prints its port, and does not end by itself. */
const parent = `
const server = "require('node:net').createServer().listen(0, function () { console.log(this.address().port); })";
require('node:child_process').spawn(process.execPath, ['-e', server], { stdio: 'inherit' });
`;

test('an abort ends the programs that a program has started', async () => {
  const controller = new AbortController();
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const running = run(process.execPath, ['-e', parent], {
    ...options(),
    isGroup: true,
    signal: controller.signal,
    onLine: (line) => resolve(Number(line)),
  });
  const port = await listening;
  expect(await isListening(port)).toBe(true);
  controller.abort();
  await expect(running).rejects.toThrow(/abort/i);
  await expect.poll(() => isListening(port)).toBe(false);
});
