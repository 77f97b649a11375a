/** Checks the system calls of a ready worker with strace, independently of its reports. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestContext } from 'vitest';
import { runWith } from '../../sandbox/host/run.ts';
import { availableIsolations } from '../../sandbox/host/isolation.ts';
import type { Isolation } from '../../sandbox/host/isolation.ts';
import { workerProgram } from '../../sandbox/host/worker-process.ts';
import type { WorkerProgram } from '../../sandbox/host/worker-process.ts';
import { runPlugin } from '../../sandbox/index.ts';
import { compromised, errorOutput } from '../support/compromised-worker.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { pluginInput } from '../unit/sandbox/plugin.ts';

function needsStrace(context: TestContext): void {
  const { status } = spawnSync('strace', ['-o', '/dev/null', 'true']);
  if (status !== 0) notVerified(context, { reason: 'strace doesn’t work here', remedy: 'apt-get install strace' });
}

const calls = '%file,%network,%process,write,memfd_create,ptrace,io_uring_setup';

/** The same program with every thread and child of it traced into that file. */
function traced({ file, args }: WorkerProgram, log: string): WorkerProgram {
  return { file: 'strace', args: ['-f', '-qq', '-s', '64', '-e', `trace=${calls}`, '-o', log, file, ...args] };
}

/** Returns the system calls before and after the worker reported that it was ready. */
function parts(log: string): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const lines = readFileSync(log, 'utf8').split('\n');
  const ready = lines.findIndex((line) => line.includes(String.raw`write(1, "{\"ready\":1}\n"`));
  if (ready === -1) throw new Error(`the worker never got ready:\n${lines.slice(-20).join('\n')}`);
  return { before: lines.slice(0, ready), after: lines.slice(ready + 1) };
}

const changes =
  /^(?:creat|mkdir|rmdir|rename|unlink|link|symlink|chmod|fchmod|chown|fchown|lchown|truncate|mknod|mount|umount|utime|futimesat|utimensat|setxattr|memfd_create|ptrace|io_uring_setup)/;

/** Returns the harmful action of a system call, or `undefined` if the call is harmless. */
function harm(line: string): string | undefined {
  const [, name = '', given = ''] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
  if (name.startsWith('open'))
    return /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)/.test(given) ? 'opens for writing' : undefined;
  if (/^(?:socket|connect|bind|listen|accept|send)/.test(name)) return 'socket';
  if (name.startsWith('exec')) return 'exec';
  if (/^(?:fork|vfork|clone3?)$/.test(name)) return given.includes('CLONE_THREAD') ? undefined : 'process';
  return changes.test(name) ? 'changes files' : undefined;
}

const harmOf = (lines: readonly string[]): readonly string[] => [...new Set(lines.flatMap((line) => harm(line) ?? []))];

const plugin = pluginInput(
  `sdk.registerCSS({ a: 'red' }); await sdk.copyTemplates({ variables: { a: 1 } }); console.log('done');`,
  { 'templates/a.md': '{{name}} {{a}}', 'templates/prisma/a.prisma': 'model A {\n  id Int @id\n}\n' },
);

test('a run opens nothing for writing, no socket, and starts nothing', async (context) => {
  needsStrace(context);
  // The isolation that this machine's runs have, and the bare process of every other.
  const { layers } = await runPlugin(plugin);
  const used = availableIsolations().find((isolation) => isolation.layers.join() === layers.join());
  for (const isolation of [used, availableIsolations().at(-1)]) {
    const log = join(temporaryFolder(), 'strace.txt');
    const around: Isolation['around'] = (program, limits) => traced(isolation?.around(program, limits) ?? program, log);
    const isolations = [{ name: 'strace', layers, around }];
    const report = await runWith(workerProgram(128), plugin, { isolations, limits: { wallMs: 120_000 } });
    expect(report.operations).toHaveLength(3);
    const { before, after } = parts(log);
    expect(harmOf(before)).toContain('exec');
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((line) => harm(line) !== undefined)).toEqual([]);
  }
});

test('strace shows every harmful action of a worker that runs them (control)', async (context) => {
  needsStrace(context);
  const folder = temporaryFolder();
  const log = join(folder, 'strace.txt');
  const code = `const fs = process.getBuiltinModule('fs');
fs.writeFileSync(${JSON.stringify(join(folder, 'written'))}, 'x');
process.getBuiltinModule('child_process').spawnSync('/bin/true');
const socket = process.getBuiltinModule('net').connect(1, '127.0.0.1');
socket.on('error', () => fs.writeSync(2, '{}\\n'));`;
  await errorOutput(traced(compromised(code, { flags: false }), log));
  expect(harmOf(parts(log).after)).toEqual(expect.arrayContaining(['opens for writing', 'exec', 'process', 'socket']));
});
