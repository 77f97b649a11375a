import { nodeFileSystem, type FileSystem } from '../../src/apply/file-system.ts';
import { recover } from '../../src/apply/recover.ts';
import { GenlockError } from '../../src/errors/error.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { diesAt, unsynced } from '../support/crash/faulty-file-system.ts';
import type { Wish } from './commands.ts';
import * as laws from './laws.ts';
import { differences, lockedPlugins, snapshot, surroundings } from './world.ts';

/** Number of occurrences by event, to show the content of the sequences. */
export const counts = new Map<string, number>();

export function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Where commands are carried out, and what is looked at. */
export interface Course extends laws.TestedWorld {
  readonly laws: ReadonlySet<number>;
  /** Recovery before every command. Only controls replace it. */
  readonly recover?: typeof recover;
}

/** One command. */
export interface Given {
  readonly wish: Wish;
  /** The call at which its process ends, before it is given again. */
  readonly dies?: number | undefined;
}

/**
 * Runs a command and checks every law.
 *
 * @returns the plan, or `undefined` if the command was refused
 * @throws LawBroken
 */
export async function underLaws(course: Course, { wish, dies }: Given): Promise<Plan | undefined> {
  const { world } = course;
  const looked = course.laws;
  const before = snapshot(world.root);
  const beside = surroundings(world);
  const plan = await carriedOut(course, { wish, dies });
  const now = snapshot(world.root);
  if (looked.has(7)) laws.require(7, laws.besideAlone(world, beside));
  if (plan === undefined) {
    if (looked.has(6)) laws.require(6, differences(before, now));
    return undefined;
  }
  if (plan.conflicts.length > 0) count('with conflicts');
  if (looked.has(6)) laws.require(6, laws.asPlanned(plan, { before, now }));
  if (looked.has(4)) laws.require(4, laws.nothingLost(world, now));
  if (looked.has(1)) laws.require(1, await laws.sameBytes(course, now));
  if (looked.has(2)) await again(course, wish);
  return plan;
}

async function carriedOut(course: Course, { wish, dies }: Given): Promise<Plan | undefined> {
  try {
    const died = dies === undefined || !course.laws.has(5) ? undefined : await die(course, { wish, dies });
    return died ?? (await onDisk(unsynced, () => course.commands.run(course.world, wish)));
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    count(`refused: ${error.problems[0].code}`);
    return undefined;
  }
}

/** Runs a command again. If a command cannot be repeated, runs `sync`, unless `sync` would update plugins. */
async function again({ world, commands }: Course, wish: Wish): Promise<void> {
  if (wish.kind === 'resolve') return;
  const repeatable = wish.kind === 'add' || wish.kind === 'update' || wish.kind === 'sync';
  const locked = [...lockedPlugins(world)].filter(([name]) => name !== 'base');
  const isBehind = locked.some(
    ([name, { version, disabled }]) => disabled !== true && version !== `${String(world.versions.get(name))}.0.0`,
  );
  if (!repeatable && isBehind) return;
  laws.require(2, await laws.nothingMore({ world, commands }, repeatable ? wish : { kind: 'sync' }));
}

/** The command, ended at one call, and what heals it. @returns its plan if it is done nevertheless */
async function die(course: Course, { wish, dies }: { readonly wish: Wish; readonly dies: number }) {
  const { world, commands } = course;
  const before = snapshot(world.root);
  const plan = await commands.plan(world, wish);
  await onDisk(diesAt(unsynced, dies), () => commands.run(world, wish)).then(
    () => count('survived'),
    () => count('died'),
  );
  await (course.recover ?? recover)({ root: world.root, command: 'genlock test', fs: unsynced });
  const now = snapshot(world.root);
  laws.require(5, laws.eitherEnd(plan, { before, now }));
  const isUndone = differences(before, now, (path) => path === '.env').length === 0;
  count(isUndone ? 'healed: before' : 'healed: after');
  return isUndone ? undefined : plan;
}

/** Commands go to this disk while something is done. */
async function onDisk<Result>(fs: FileSystem, work: () => Promise<Result>): Promise<Result> {
  const real = { ...nodeFileSystem };
  Object.assign(nodeFileSystem, fs);
  try {
    return await work();
  } finally {
    Object.assign(nodeFileSystem, real);
  }
}
