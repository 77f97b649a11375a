import { setTimeout as pass } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';

// Each test has its own list of work.
beforeEach(() => vi.resetModules());

async function load() {
  const { log } = await import('../../server/lib/log');
  const logged = vi.spyOn(log, 'error').mockReturnValue();
  return { ...(await import('../../server/lib/shutdown')), logged };
}

const never = () => new Promise<void>(() => undefined);

it('waits for the jobs, then runs the work', async () => {
  const { trackJob, beforeShutdown, finishWork } = await load();
  const ended: string[] = [];
  beforeShutdown(async () => void ended.push('work'));
  trackJob(pass(20).then(() => void ended.push('job')));
  await finishWork(5000);
  expect(ended).toEqual(['job', 'work']);
});

it('gives the work the time that is left', async () => {
  const { trackJob, beforeShutdown, finishWork } = await load();
  const work = vi.fn<(ms: number) => Promise<void>>(async () => undefined);
  beforeShutdown(work);
  trackJob(pass(50));
  await finishWork(5000);
  expect(work.mock.calls[0]?.[0]).toBeLessThan(5000);
  expect(work.mock.calls[0]?.[0]).toBeGreaterThan(0);
});

it.each([
  ['a failure', () => Promise.reject(new Error('locked'))],
  ['work that does not end', never],
])('logs %s and runs the other work', async (_, unfinished) => {
  const { beforeShutdown, finishWork, logged } = await load();
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  beforeShutdown(unfinished);
  beforeShutdown(work);
  await finishWork(20);
  expect(logged).toHaveBeenCalledOnce();
  expect(work).toHaveBeenCalledOnce();
});

it('does not wait longer than allowed for jobs', async () => {
  const { trackJob, beforeShutdown, finishWork, logged } = await load();
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  trackJob(never());
  beforeShutdown(work);
  await finishWork(20);
  expect(logged).toHaveBeenCalledOnce();
  expect(work).toHaveBeenCalledOnce();
});
