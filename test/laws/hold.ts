import { rmSync } from 'node:fs';
import { assert, asyncProperty, type Arbitrary } from 'fast-check';
import type { Commands } from './commands.ts';
import { take } from './sequence.ts';
import { anyStep, sequence, type Step } from './steps.ts';
import { counts, type Course } from './under-laws.ts';
import { endWorld, newStart, newWorld } from './world.ts';

const { env } = process;
/** How many sequences are taken in all. */
export const all = Number(env['GENLOCK_SEQUENCES'] ?? 60);
export const seed = Number(env['GENLOCK_SEED'] ?? 20_260_101);
const minutes = env['GENLOCK_MINUTES'];
/** After which no sequence is begun, if there is such a time. */
export const limit = minutes === undefined ? {} : { interruptAfterTimeLimit: Number(minutes) * 60_000 };

/** Sequences to take. */
export interface Holding extends Partial<Pick<Course, 'laws' | 'recover'>> {
  readonly name: string;
  readonly commands: Commands;
  /** How much of all of them. */
  readonly share: number;
  readonly step?: Arbitrary<Step>;
  /** A broken engine needs no smallest example. */
  readonly shrink?: boolean;
}

/**
 * Runs random sequences, and prints their number, seed and content.
 *
 * @returns the number of sequences that obey the laws
 * @throws if a sequence breaks a law
 */
export async function hold({ name, share, step = anyStep, shrink = true, ...rest }: Holding): Promise<number> {
  counts.clear();
  const start = await newStart(rest.commands.init);
  const before = process.cpuUsage();
  let taken = 0;
  const property = asyncProperty(sequence(step), async (steps) => {
    const world = newWorld(start);
    try {
      await take({ world, laws: new Set([1, 2, 3, 4, 5, 6, 7]), ...rest }, steps);
      taken += 1;
    } finally {
      endWorld(world);
    }
  });
  const numRuns = Math.ceil(all * share);
  try {
    await assert(property, { numRuns, seed, endOnFailure: !shrink, ...limit });
    return taken;
  } finally {
    rmSync(start, { recursive: true, force: true });
    const what = [...counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, times]) => `${key} ${String(times)}`);
    const { user, system } = process.cpuUsage(before);
    const seconds = `${((user + system) / 1_000_000).toFixed(0)} s of processor`;
    process.stdout.write(
      `${name}: ${String(taken)} sequences from seed ${String(seed)}, ${seconds}: ${what.join(', ')}\n`,
    );
  }
}
