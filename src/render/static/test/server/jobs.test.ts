import { setTimeout as pass } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { enqueue } from '../../server/lib/jobs';
import { defineJob, type Job } from '../../server/lib/jobs/job';
import { createMemoryQueue, most } from '../../server/lib/jobs/memory';
import { type NamedJob, readJobs } from '../../server/lib/jobs/registry';
import { log } from '../../server/lib/log';

const nothing = { run: () => Promise.resolve() };
const file = (job: unknown) => ({ '../../jobs/send-mail.ts': async () => ({ default: job }) });
const named = (run: Job['run'], retries = 0): NamedJob => ({
  name: 'sample',
  job: defineJob({ run }),
  schedule: undefined,
  timeZone: 'UTC',
  retries,
});

describe('the jobs', () => {
  it('have the names of their files and of their plugins', async () => {
    const plugin = { name: 'shop/count', retries: 0, load: async () => nothing };
    const jobs = await readJobs(file({ ...nothing, schedule: '0 8 * * *' }), [plugin]);
    expect(jobs.map(({ name, schedule, retries }) => ({ name, schedule, retries }))).toEqual([
      { name: 'shop/count', schedule: undefined, retries: 0 },
      { name: 'send-mail', schedule: '0 8 * * *', retries: 3 },
    ]);
  });

  it.each([undefined, 1, {}, { run: 1 }])('refuses the export %j', async (job) => {
    await expect(readJobs(file(job))).rejects.toMatchObject({ code: 'job_invalid' });
  });

  it('refuses the name of a file', async () => {
    const modules = { '../../jobs/Send_Mail.ts': async () => ({ default: nothing }) };
    await expect(readJobs(modules)).rejects.toMatchObject({ code: 'job_name_invalid' });
  });

  it('refuses a job with a schedule that needs data', async () => {
    const job = { ...nothing, schedule: '0 8 * * *', data: z.object({ id: z.string() }) };
    await expect(readJobs(file(job))).rejects.toMatchObject({ code: 'job_invalid' });
    const optional = { ...job, data: job.data.optional() };
    await expect(readJobs(file(optional))).resolves.toHaveLength(1);
  });

  it('refuses options in the module of a plugin', async () => {
    const job = { ...nothing, schedule: '* * * * *' };
    const plugin = { name: 'shop/count', load: async () => job };
    await expect(readJobs({}, [plugin])).rejects.toMatchObject({ code: 'job_invalid' });
  });

  it('are refused by the queue if they have no file', async () => {
    await expect(enqueue(defineJob(nothing))).rejects.toThrow('The job is not registered.');
  });
});

describe('the queue in memory', () => {
  it('runs jobs after its start and at their time', async () => {
    const queue = createMemoryQueue();
    const run = vi.fn<Job['run']>(async () => undefined);
    queue.add(named(run), undefined);
    queue.add(named(run), undefined, new Date(Date.now() + 60_000));
    expect(run).not.toHaveBeenCalled();
    queue.start();
    expect(run).toHaveBeenCalledTimes(1);
    await queue.stop(10_000);
    expect(queue.takeAll()).toHaveLength(1);
  });

  it('limits the attempts of one job at the same time', async () => {
    const queue = createMemoryQueue();
    let [now, greatest, done] = [0, 0, 0];
    const job = named(async () => {
      now += 1;
      greatest = Math.max(greatest, now);
      await pass(5);
      now -= 1;
      done += 1;
    });
    queue.start();
    for (let count = 0; count < 3 * most; count += 1) queue.add(job, undefined);
    await queue.stop(10_000);
    expect([greatest, done]).toEqual([most, 3 * most]);
  });

  it('keeps a failed job until its attempts end', async () => {
    const queue = createMemoryQueue();
    const fail = () => Promise.reject(new Error('It failed.'));
    queue.start();
    queue.add(named(fail, 1), undefined);
    queue.add(named(fail, 0), undefined);
    await queue.stop(10_000);
    expect(queue.takeAll()).toHaveLength(1);
  });

  it('aborts a job that does not end, and logs the lost jobs', async () => {
    const logged = vi.spyOn(log, 'error').mockReturnValue();
    const queue = createMemoryQueue();
    let signal: AbortSignal | undefined;
    queue.start();
    queue.add(
      named((context) => {
        signal = context.signal;
        return new Promise(() => undefined);
      }, 1),
      undefined,
    );
    await queue.stop(0);
    expect(signal?.aborted).toBe(true);
    queue.close();
    expect(logged).toHaveBeenCalledWith({ code: 'jobs_lost', count: 1 }, 'jobs lost');
  });
});
