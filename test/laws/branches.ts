import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { array, assert, asyncProperty, constantFrom, nat, oneof, record, type Arbitrary } from 'fast-check';
import { deeds } from './edits.ts';
import { flows } from './flows.ts';
import { limit } from './hold.ts';
import { LawBroken, require } from './laws.ts';
import { namesIn } from './sequence.ts';
import { pluginNames } from './plugins.ts';
import { count, counts, underLaws, type Course } from './under-laws.ts';
import type { Wish } from './commands.ts';
import { differences, endWorld, newStart, newWorld, snapshot } from './world.ts';

/** Change on a branch. */
interface Work {
  readonly kind: 'plugin' | 'entity' | 'line' | 'schema' | 'package' | 'own';
  readonly a: number;
  readonly b: number;
}

const work = (...kinds: readonly Work['kind'][]): Arbitrary<Work> =>
  record({ kind: constantFrom(...kinds), a: nat(9_999), b: nat(9_999) });
export const adding = work('plugin', 'plugin', 'entity');
export const addingAndEditing = oneof(adding, work('line', 'line', 'schema', 'package', 'own'));

/** How what two branches did comes together. */
export interface Merging {
  readonly name: string;
  readonly runs: number;
  readonly seed: number;
  readonly step: Arbitrary<Work>;
  /** Whether a command may leave it to the user. */
  readonly mayAsk: boolean;
  /** Arguments of `git merge` in addition to the branch. */
  readonly how?: readonly string[];
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
/** Newer ones tidy up behind the command, in a folder that may be gone by then. */
const atOnce = ['-c', 'maintenance.auto=false'];
const some = (step: Arbitrary<Work>) => array(step, { minLength: 1, maxLength: 3, size: 'max' });

/** Law 8: two branches that each did something, merged by git, and a `sync`, are a project in which both was done. */
export async function branchesMerge({ name, runs, seed, step, mayAsk, how = [] }: Merging): Promise<number> {
  counts.clear();
  const start = await newStart(flows.init);
  let taken = 0;
  const property = asyncProperty(
    array(adding, { maxLength: 2 }),
    some(step),
    some(step),
    async (before, one, other) => {
      const world = newWorld(start);
      const course: Course = { world, commands: flows, laws: new Set([1, 2, 4, 6, 7]) };
      const git = (...command: readonly string[]): void =>
        void execFileSync('git', [...identity, ...atOnce, ...command], { cwd: world.root, stdio: 'ignore' });
      const commit = (): void => {
        git('add', '--all');
        git('commit', '--quiet', '--allow-empty', '--message', 'work');
      };
      try {
        git('init', '--quiet', '--initial-branch=main');
        await doAll(course, before, ['Ticket']);
        commit();
        const first = [...world.words];
        git('checkout', '--quiet', '-b', 'one');
        await doAll(course, one, ['Shelf', 'Order']);
        commit();
        const there = namesIn(world);
        const words = [...world.words];
        for (const word of words) if (!first.includes(word)) world.words.delete(word);
        git('checkout', '--quiet', '-b', 'other', 'main');
        await doAll(course, other, ['Visit', 'Bill2']);
        commit();
        const here = namesIn(world);
        const both = [...new Set([...there, ...here])].toSorted();
        for (const word of words) world.words.add(word);
        merge(() => git('merge', '--quiet', '--no-edit', ...how, 'one'));
        const merged = snapshot(world.root);
        const plan = await underLaws(course, { wish: { kind: 'sync' } });
        if (plan === undefined) {
          if (!mayAsk && !mayBeTakenOut(there, here)) throw new LawBroken(8, ['sync asks']);
          require(8, differences(merged, snapshot(world.root)));
        } else {
          const found = namesIn(world).toSorted();
          require(8, both.filter((each) => !found.includes(each)).map((each) => `${each} is not there`));
          if (!mayAsk) require(8, plan.conflicts.map(({ path }) => `${path} is left to the user`));
        }
        taken += 1;
      } finally {
        endWorld(world);
      }
    },
  );
  try {
    await assert(property, { numRuns: runs, seed, endOnFailure: how.length > 0, ...limit });
    return taken;
  } finally {
    rmSync(start, { recursive: true, force: true });
    const what = [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1));
    process.stdout.write(`${name}: ${String(taken)} merges from seed ${String(seed)}: ${what.join(' ')}\n`);
  }
}

/**
 * Returns whether a command may ask. If git cannot merge `genlock.json` and only one side has additional names, an
 * addition looks like a removal on the other side.
 */
function mayBeTakenOut(there: readonly string[], here: readonly string[]): boolean {
  return [isPlugin, (name: string) => !isPlugin(name)].some((isOf) => {
    const extras = [there.filter((name) => !here.includes(name)), here.filter((name) => !there.includes(name))];
    const [one, other] = extras.map((names) => names.filter(isOf).length);
    return (one === 0) !== (other === 0);
  });
}

const isPlugin = (name: string): boolean => pluginNames.includes(name);

/** A merge that git can't finish is left as git leaves it. */
function merge(run: () => void): void {
  try {
    run();
    count('merged by git');
  } catch {
    count('not merged by git');
  }
}

async function doAll(course: Course, works: readonly Work[], entities: readonly string[]): Promise<void> {
  for (const given of works) {
    const wish = wishOf(course, given, entities);
    count(given.kind);
    if (given.kind === 'plugin' || given.kind === 'entity') {
      if (wish !== undefined) await underLaws(course, { wish });
    } else deeds[given.kind]({ world: course.world, ...given });
  }
}

/** Returns the command that adds the plugin or entity, or `undefined` if it exists. */
function wishOf({ world }: Course, { kind, a }: Work, entities: readonly string[]): Wish | undefined {
  const names = kind === 'plugin' ? pluginNames : entities;
  const name = names[a % names.length] ?? '';
  if (namesIn(world).includes(name)) return undefined;
  if (kind === 'plugin') return { kind: 'add', plugins: [name] };
  return { kind: 'entity', action: { kind: 'add', name, fields: ['title:String'] } };
}
