import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../../src/apply/file-system.ts';
import { acquireProjectLock } from '../../../src/apply/project-lock.ts';
import { recover } from '../../../src/apply/recover.ts';
import { creation } from '../../support/crash/scenario.ts';
import { notVerified } from '../../support/not-verified.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Creates a project folder with the given lock content. */
function lockedBy(content: string): string {
  const root = temporaryFolder();
  mkdirSync(join(root, '.genlock'));
  writeFileSync(join(root, '.genlock/lock'), content);
  return root;
}

const holder = (pid: number, host = hostname()): string => JSON.stringify({ pid, host, command: 'genlock add x' });

/** Returns the process id of an ended process. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
}

const take = (root: string): ReturnType<typeof acquireProjectLock> =>
  acquireProjectLock(nodeFileSystem, { home: root, command: 'genlock test' });

describe('the lock of a project', () => {
  test('names the process with the lock', async () => {
    const root = lockedBy(holder(process.ppid));
    await expect(take(root)).rejects.toMatchObject({
      code: 'PROJECT_LOCKED',
      message: expect.stringContaining(`genlock add x\`, process ${String(process.ppid)}`),
    });
    await expect(recover({ root, command: 'genlock test' })).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    expect(readFileSync(join(root, '.genlock/lock'), 'utf8')).toBe(holder(process.ppid));
  });

  test('keeps a lock of another machine', async () => {
    const root = lockedBy(holder(await deadProcess(), 'another-machine'));
    await expect(take(root)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
  });

  test.each(['', '{"pid":', '{"pid":-1}', 'null'])('takes over a lock with invalid content (%j)', async (content) => {
    const root = lockedBy(content);
    const release = await take(root);
    await release();
    expect(readdirSync(join(root, '.genlock'))).toEqual([]);
  });

  test('takes over the lock of a process that has ended', async () => {
    const root = lockedBy(holder(await deadProcess()));
    const release = await take(root);
    expect(readFileSync(join(root, '.genlock/lock'), 'utf8')).toContain(`"pid":${String(process.pid)}`);
    await release();
    expect(existsSync(join(root, '.genlock/lock'))).toBe(false);
  });

  test('takes over an earlier lock with the id of this process', async () => {
    const root = lockedBy(holder(process.pid));
    const release = await take(root);
    await release();
    expect(readdirSync(join(root, '.genlock'))).toEqual([]);
  });

  test('takes over the lock of a process whose id was reused', async (context) => {
    if (!existsSync('/proc/self/stat')) notVerified(context, { reason: 'no /proc', remedy: 'run it on Linux' });
    const other = JSON.stringify({ pid: process.ppid, host: hostname(), command: 'genlock add x', started: '1' });
    const root = lockedBy(other);
    const release = await take(root);
    await release();
    expect(readdirSync(join(root, '.genlock'))).toEqual([]);
    // Control: without a start time, the lock belongs to a running process.
    await expect(take(lockedBy(holder(process.ppid)))).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
  });

  test('takes over the lock of an ended process that its parent has not reaped', async (context) => {
    if (!existsSync('/proc/self/stat')) notVerified(context, { reason: 'no /proc', remedy: 'run it on Linux' });
    // The shell becomes a program that does not reap its child.
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    while (!/\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await new Promise((done) => setTimeout(done, 10));
    try {
      const release = await take(lockedBy(holder(pid)));
      await release();
      // Control: the process still exists in the process table.
      expect(process.kill(pid, 0)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });

  test('keeps a lock of another container with the same host name and any process id', async (context) => {
    if (!existsSync('/proc/self/ns/pid')) notVerified(context, { reason: 'no /proc', remedy: 'run it on Linux' });
    const root = lockedBy('');
    await take(root);
    const mine = JSON.parse(readFileSync(join(root, '.genlock/lock'), 'utf8'));
    const theirs = { ...mine, namespace: 'pid:[1]' };
    const dead = await deadProcess();
    for (const other of [theirs, { ...theirs, pid: dead }]) {
      await expect(take(lockedBy(JSON.stringify(other)))).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    }
    // Controls: takes over a lock of the same container, and one from before the last boot.
    for (const other of [mine, { ...mine, pid: dead }, { ...theirs, boot: 'another' }]) {
      const release = await take(lockedBy(JSON.stringify(other)));
      await release();
    }
  });

  test('keeps a taken-over lock when a slower process acts on the dead holder, at every step', async () => {
    const dead = holder(await deadProcess());
    const lateAt = async (step: number): Promise<readonly [number, number]> => {
      const root = lockedBy(dead);
      const all: PromiseSettledResult<unknown>[] = [];
      let steps = 0;
      const others = async () => {
        steps += 1;
        // From this step on, other processes act before each step of the slow one.
        if (steps >= step) all.push(...(await Promise.allSettled([take(root)])));
      };
      const between = <Argument extends unknown[], Result>(act: (...args: Argument) => Promise<Result>) => {
        return async (...args: Argument) => {
          await others();
          return act(...args);
        };
      };
      const { create, read, rename, remove } = nodeFileSystem;
      const slow = { create: between(create), read: between(read), rename: between(rename), remove: between(remove) };
      const late = acquireProjectLock({ ...nodeFileSystem, ...slow }, { home: root, command: 'genlock test' });
      all.push(...(await Promise.allSettled([late])));
      return [all.filter(({ status }) => status === 'fulfilled').length, steps];
    };
    const [, steps] = await lateAt(Infinity);
    expect(steps).toBeGreaterThan(4);
    for (let step = 1; step <= steps; step += 1) expect([step, (await lateAt(step))[0]]).toEqual([step, 1]);
  });

  test('does not release a lock that another process holds by now', async () => {
    const root = lockedBy('');
    const release = await take(root);
    writeFileSync(join(root, '.genlock/lock'), holder(process.ppid));
    await release();
    expect(readFileSync(join(root, '.genlock/lock'), 'utf8')).toBe(holder(process.ppid));
  });

  test('can be taken only once, also within one process', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.genlock'));
    const release = await take(root);
    await expect(take(root)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    await release();
    await (
      await take(root)
    )();
  });

  test('only one of several processes takes over the lock of a dead holder', async () => {
    const root = lockedBy(holder(await deadProcess()));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => take(root)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('reports a folder at its path as an error', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.genlock/lock'), { recursive: true });
    await expect(take(root)).rejects.toMatchObject({ code: 'PROJECT_BLOCKED' });
  });

  test('creates a project once if two commands run at the same time and refuses the other', async () => {
    const folder = temporaryFolder();
    const results = await Promise.allSettled([creation.run(folder), creation.run(folder)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: expect.stringMatching(/^PROJECT_(?:LOCKED|CHANGED_SINCE_PLAN)$/u) },
    });
    expect(readdirSync(folder)).toEqual(['app']);
    expect(existsSync(join(folder, 'app/.genlock/lock'))).toBe(false);
  });
});
