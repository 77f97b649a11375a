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

/** A project folder whose lock holds the given text. */
function lockedBy(content: string): string {
  const root = temporaryFolder();
  mkdirSync(join(root, '.genlock'));
  writeFileSync(join(root, '.genlock/lock'), content);
  return root;
}

const holder = (pid: number, host = hostname()): string => JSON.stringify({ pid, host, command: 'genlock add x' });

/** The id of a process that has ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0']);
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
}

const take = (root: string): ReturnType<typeof acquireProjectLock> =>
  acquireProjectLock(nodeFileSystem, { home: root, command: 'genlock test' });

describe('the lock of a project', () => {
  test('names who holds it', async () => {
    const root = lockedBy(holder(process.ppid));
    await expect(take(root)).rejects.toMatchObject({
      code: 'PROJECT_LOCKED',
      message: expect.stringContaining(`genlock add x\`, process ${String(process.ppid)}`),
    });
    await expect(recover({ root, command: 'genlock test' })).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    expect(readFileSync(join(root, '.genlock/lock'), 'utf8')).toBe(holder(process.ppid));
  });

  test('of another machine is not judged', async () => {
    const root = lockedBy(holder(await deadProcess(), 'another-machine'));
    await expect(take(root)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
  });

  test.each(['', '{"pid":', '{"pid":-1}', 'null'])('that says nothing (%j) is taken over', async (content) => {
    const root = lockedBy(content);
    const release = await take(root);
    await release();
    expect(readdirSync(join(root, '.genlock'))).toEqual([]);
  });

  test('of a process that has ended is taken over', async () => {
    const root = lockedBy(holder(await deadProcess()));
    const release = await take(root);
    expect(readFileSync(join(root, '.genlock/lock'), 'utf8')).toContain(`"pid":${String(process.pid)}`);
    await release();
    expect(existsSync(join(root, '.genlock/lock'))).toBe(false);
  });

  test('with this process’s own id, left by an earlier one, is taken over', async () => {
    const root = lockedBy(holder(process.pid));
    const release = await take(root);
    await release();
    expect(readdirSync(join(root, '.genlock'))).toEqual([]);
  });

  test('of a process whose id another one has now is taken over', async (context) => {
    if (!existsSync('/proc/self/stat')) notVerified(context, { reason: 'no /proc', remedy: 'run it on Linux' });
    const other = JSON.stringify({ pid: process.ppid, host: hostname(), command: 'genlock add x', started: '1' });
    const root = lockedBy(other);
    const release = await take(root);
    await release();
    expect(readdirSync(join(root, '.genlock'))).toEqual([]);
    // A control: without the time it is somebody at work.
    await expect(take(lockedBy(holder(process.ppid)))).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
  });

  test('of a process that has ended, and whose parent hasn’t noticed, is taken over', async (context) => {
    if (!existsSync('/proc/self/stat')) notVerified(context, { reason: 'no /proc', remedy: 'run it on Linux' });
    // The shell becomes a program that asks for no child.
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    while (!/\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await new Promise((done) => setTimeout(done, 10));
    try {
      const release = await take(lockedBy(holder(pid)));
      await release();
      // A control: the system still has it.
      expect(process.kill(pid, 0)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });

  test('of another container of this name is not judged, whatever its process is called here', async (context) => {
    if (!existsSync('/proc/self/ns/pid')) notVerified(context, { reason: 'no /proc', remedy: 'run it on Linux' });
    const root = lockedBy('');
    await take(root);
    const mine = JSON.parse(readFileSync(join(root, '.genlock/lock'), 'utf8'));
    const theirs = { ...mine, namespace: 'pid:[1]' };
    const dead = await deadProcess();
    for (const other of [theirs, { ...theirs, pid: dead }]) {
      await expect(take(lockedBy(JSON.stringify(other)))).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    }
    // Controls: what was left in this one, and from before the machine began anew, is taken over.
    for (const other of [mine, { ...mine, pid: dead }, { ...theirs, boot: 'another' }]) {
      const release = await take(lockedBy(JSON.stringify(other)));
      await release();
    }
  });

  test('of a dead holder that somebody took over meanwhile is left to them, at every step of whoever comes late', async () => {
    const dead = holder(await deadProcess());
    const lateAt = async (step: number): Promise<readonly [number, number]> => {
      const root = lockedBy(dead);
      const all: PromiseSettledResult<unknown>[] = [];
      let steps = 0;
      const others = async () => {
        steps += 1;
        // From that step on, others come between all that the late one does.
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

  test('that is somebody else’s by now is not given back', async () => {
    const root = lockedBy('');
    const release = await take(root);
    writeFileSync(join(root, '.genlock/lock'), holder(process.ppid));
    await release();
    expect(readFileSync(join(root, '.genlock/lock'), 'utf8')).toBe(holder(process.ppid));
  });

  test('can be taken once, also within one process', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.genlock'));
    const release = await take(root);
    await expect(take(root)).rejects.toMatchObject({ code: 'PROJECT_LOCKED' });
    await release();
    await (
      await take(root)
    )();
  });

  test('of a dead holder is taken over by one of many', async () => {
    const root = lockedBy(holder(await deadProcess()));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => take(root)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a folder in its place is an error, not a loop', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.genlock/lock'), { recursive: true });
    await expect(take(root)).rejects.toMatchObject({ code: 'PROJECT_BLOCKED' });
  });

  test('two commands that make the same project: one does, the other says who is at work or that it is there', async () => {
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
