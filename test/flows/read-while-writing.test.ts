/** Commands that read a project while another command changes it. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSteadily } from '../../src/engine/read-steadily.ts';
import { diffProject } from '../../src/flows/project/diff.ts';
import { fullList } from '../../src/flows/project/full-list.ts';
import { projectStatus } from '../../src/flows/status/status.ts';
import { verifyProject } from '../../src/flows/verify/verify.ts';
import { explain } from '../../src/flows/why/why.ts';
import { codesOf, examplePlugin, newLife, type Life } from '../support/life.ts';

const has = ({ root }: Life, file: string): boolean => readFileSync(join(root, file), 'utf8').includes('guestbook');

/** Reads two files, and another command adds a plugin after the first one was read. */
function readsAround(life: Life) {
  let isFirst = true;
  return async () => {
    const config = has(life, 'genlock.json');
    if (isFirst) await life.add([examplePlugin('guestbook')], { yes: true });
    isFirst = false;
    return { healed: 'none', config, lockfile: has(life, 'genlock.lock.json') } as const;
  };
}

test('reads again if another command changed the project meanwhile', async () => {
  const life = await newLife();
  expect(await readSteadily(life.root, readsAround(life))).toMatchObject({ config: true, lockfile: true });
  // Control: a single read combines both states.
  const other = await newLife();
  expect(await readsAround(other)()).toMatchObject({ config: false, lockfile: true });
});

test('reports an error only if the project did not change meanwhile', async () => {
  const life = await newLife();
  let reads = 0;
  const result = await readSteadily(life.root, async () => {
    reads += 1;
    if (reads > 1) return { healed: 'none', reads } as const;
    await life.add([examplePlugin('guestbook')], { yes: true });
    throw new Error('the files do not match');
  });
  expect(result.reads).toBe(2);
  const failing = () => readSteadily(life.root, () => Promise.reject(new Error('damaged')));
  await expect(failing()).rejects.toThrow('damaged');
});

test('gives up if the project changes during every read', async () => {
  const life = await newLife();
  let isOn = false;
  const busy = readSteadily(life.root, () => {
    isOn = !isOn;
    if (isOn) writeFileSync(join(life.root, '.genlock/lock'), '');
    else rmSync(join(life.root, '.genlock/lock'));
    return Promise.resolve({ healed: 'none' } as const);
  });
  expect(await codesOf(busy)).toEqual(['PROJECT_LOCKED']);
});

describe('while a command writes', () => {
  const commands = {
    status: (cwd: string) => projectStatus(cwd),
    list: (cwd: string) => fullList(cwd),
    diff: (cwd: string) => diffProject({ cwd, paths: [] }),
    verify: (cwd: string) => verifyProject({ cwd, strict: false }),
    why: (cwd: string) => explain({ cwd, place: 'package.json' }),
  };

  test.each(Object.entries(commands))('%s waits until the other command has ended', async (_, command) => {
    const { root } = await newLife();
    const lock = join(root, '.genlock/lock');
    const writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      writeFileSync(lock, JSON.stringify({ pid: writer.pid, host: hostname(), command: 'genlock add x' }));
      let isDone = false;
      const answer = command(root).finally(() => (isDone = true));
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(isDone).toBe(false);
      rmSync(lock);
      expect((await answer).healed).toBe('none');
    } finally {
      writer.kill('SIGKILL');
    }
  });

  test('names the other command if it does not end', async () => {
    const { root } = await newLife();
    const writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    try {
      const holder = { pid: writer.pid, host: hostname(), command: 'genlock add x' };
      writeFileSync(join(root, '.genlock/lock'), JSON.stringify(holder));
      await expect(projectStatus(root)).rejects.toMatchObject({
        code: 'PROJECT_LOCKED',
        message: expect.stringContaining('genlock add x'),
      });
    } finally {
      writer.kill('SIGKILL');
    }
  });
});
