import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applyPlan, type ApplyRequest } from '../../src/apply/apply.ts';
import type { FileSystem } from '../../src/apply/file-system.ts';
import { recover } from '../../src/apply/recover.ts';
import { changing, diesAt, faulty, type Call } from '../support/crash/faulty-file-system.ts';
import { ForgetfulDisk } from '../support/crash/forgetful-disk.ts';
import { change, large, scenarios, type Scenario } from '../support/crash/scenario.ts';

// No other process works here, so waiting for an unreadable lock is unnecessary.
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

let work = '';
beforeAll(() => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-power-')));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** The same numbers in every run: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Ends {
  readonly folder: string;
  readonly request: ApplyRequest;
  readonly disk: ForgetfulDisk;
  readonly before: string;
  readonly after: string;
  readonly calls: readonly Call[];
}

/** A scenario on a disk that forgets, and how it begins and ends if nothing happens. */
async function endsOf(scenario: Scenario): Promise<Ends> {
  const folder = join(work, scenario.name);
  mkdirSync(folder);
  await scenario.setUp(folder);
  const request = scenario.request(folder);
  const disk = ForgetfulDisk.of(folder);
  const calls: Call[] = [];
  const whole = disk.copy();
  const fs = faulty(whole.fileSystem, { calls: changing, before: (_, call) => calls.push(call) });
  await applyPlan({ ...request, fs });
  return { folder, request, disk, before: disk.snapshot(folder), after: whole.snapshot(folder), calls };
}

type Counts = Record<'before' | 'after' | 'neither' | 'refused', number>;

/** Simulates a power failure at one call. Unflushed data is lost, kept, or a random part of it survives. */
async function loseAt({ folder, request, disk: start, ...ends }: Ends, at: number): Promise<readonly (keyof Counts)[]> {
  const found: (keyof Counts)[] = [];
  for (const forgetting of [at % 2 === 0 ? () => 0 : () => 1, randomFrom(at)]) {
    const disk = start.copy();
    await applyPlan({ ...request, fs: diesAt(disk.fileSystem, at) }).catch(() => {});
    disk.settle(forgetting);
    // And once more while the next command heals.
    await heal(folder, diesAt(disk.fileSystem, 1 + (at % 7))).catch(() => {});
    disk.settle(forgetting);
    const isHealed = await heal(folder, disk.fileSystem).catch(() => false);
    const tree = disk.snapshot(folder);
    found.push(!isHealed ? 'refused' : tree === ends.before ? 'before' : tree === ends.after ? 'after' : 'neither');
  }
  return found;
}

async function heal(folder: string, fs: FileSystem): Promise<boolean> {
  await recover({ root: join(folder, 'app'), command: 'genlock test', fs });
  return true;
}

async function loseAtAll(name: string, ends: Ends, points: readonly number[]): Promise<Counts> {
  const total: Counts = { before: 0, after: 0, neither: 0, refused: 0 };
  for (const at of points) for (const end of await loseAt(ends, at)) total[end] += 1;
  const lost = points.length * 2;
  process.stdout.write(`${name}: power lost ${String(lost)} times, ended as ${JSON.stringify(total)}\n`);
  return total;
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

test.each(scenarios)(
  '$name: a power failure at any call leaves the state before or after the transaction',
  async (scenario) => {
    const ends = await endsOf(scenario);
    const counts = await loseAtAll(scenario.name, ends, numbersTo(ends.calls.length + 1));
    expect(counts).toMatchObject({ neither: 0, refused: 0 });
    expect(Math.min(counts.before, counts.after)).toBeGreaterThan(20);
  },
);

test('200 files: power lost at 50 calls', async () => {
  const ends = await endsOf(large);
  const chance = randomFrom(200);
  const points = Array.from({ length: 50 }, () => 1 + Math.floor(chance() * (ends.calls.length + 1)));
  expect(await loseAtAll(large.name, ends, points)).toMatchObject({ neither: 0, refused: 0 });
});

test('a control: without flushing, it does not hold', async () => {
  const ends = await endsOf({ ...change, name: 'never flushed' });
  ends.disk.flushes = false;
  const counts = await loseAtAll('never flushed', ends, numbersTo(ends.calls.length));
  expect(counts.neither + counts.refused).toBeGreaterThan(20);
});
