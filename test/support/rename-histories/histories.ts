import * as fc from 'fast-check';
import { expect } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { change, complete, firstState, type Operation, operationKinds, type ProjectState } from './project.ts';
import { configOf, expectedTables, insertions, removedObjects } from './stored.ts';
import type { World } from './world.ts';

/** Number of steps by result. */
export interface Tally {
  applied: number;
  refused: number;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom(...operationKinds, ...operationKinds.filter((kind) => kind.startsWith('rename'))),
  at: fc.tuple(fc.nat(11), fc.nat(11), fc.nat(11)),
});

/** Refusing every step would be safe, but useless. */
export function isMostlyApplied({ applied, refused }: Tally): boolean {
  return applied > refused;
}

/** Opens a world with a new name. */
export type OpenWorld = (name: string) => Promise<World>;

/** Seed of the histories. The same seed gives the same histories. */
const seed = Number(process.env['GENLOCK_SEED'] ?? 20_260_101);

/** Runs random histories. Fails at the first one that loses a row. */
export async function runHistories(count: number, open: OpenWorld): Promise<Tally> {
  const total: Tally = { applied: 0, refused: 0 };
  let run = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryHistory, async (history) => {
      const world = await open(`history_${run++}`);
      try {
        const { applied, refused } = await runHistory(world, history);
        total.applied += applied;
        total.refused += refused;
      } finally {
        await world.close();
      }
    }),
    { numRuns: count + foundHistories.length, seed, examples: foundHistories.map((history) => [history]) },
  );
  return total;
}

/** Some steps with one to three changes each. */
const arbitraryHistory = fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
  size: 'max',
});

/** Histories that lost rows or values with an earlier version. */
const foundHistories: Operation[][][] = [
  // A row got a value again after the rename of this value. The rename then merged its rows with others silently.
  [
    [{ kind: 'rename value', at: [7, 0, 8] }],
    [{ kind: 'rename value', at: [3, 0, 4] }],
    [{ kind: 'add entity', at: [0, 0, 0] }],
    [
      { kind: 'rename value', at: [1, 0, 8] },
      { kind: 'rename value', at: [4, 0, 10] },
    ],
  ],
  // One relation got the former name of another one. The two tables then changed places.
  [
    [
      { kind: 'add value', at: [3, 0, 0] },
      { kind: 'add entity', at: [0, 0, 0] },
    ],
    [
      { kind: 'rename relation', at: [0, 11, 0] },
      { kind: 'rename again', at: [0, 0, 2] },
      { kind: 'add entity', at: [0, 0, 0] },
    ],
  ],
];

/**
 * Runs a history. After each step, every row and value of the remaining parts must be stored under its new name, or the
 * step must have been refused and the database must be unchanged.
 */
async function runHistory(world: World, steps: readonly (readonly Operation[])[]): Promise<Tally> {
  const tally: Tally = { applied: 0, refused: 0 };
  let stored = firstState();
  expect(await world.migrate(stored, [])).toBeUndefined();
  stored = await filled(world, stored);
  for (const step of steps) {
    const next = structuredClone(stored);
    for (const one of changesOf(step)) change(next, one);
    complete(next, stored);
    const isApplied = isValid(next, world) && (await isMigrated(world, { stored, next }));
    tally[isApplied ? 'applied' : 'refused'] += 1;
    if (isApplied) stored = next;
    await expectStored(world, stored);
    stored = await filled(
      world,
      stored,
      step.filter((one) => !isChange(one)),
    );
  }
  return tally;
}

/**
 * Returns the changes of a step. A step that removes parts adds none, because a new part with the name of a removed one
 * is the old part. The former names of completed renames are forgotten first: a rename without `was` would be a removed
 * and a new part.
 */
function changesOf(step: readonly Operation[]): readonly Operation[] {
  const changes = step.filter(isChange);
  const has = (text: string) => changes.some(({ kind }) => kind.startsWith(text));
  return [
    ...changes.filter(isForgetting),
    ...changes.filter(
      (one) =>
        !isForgetting(one) &&
        !(has('remove') && one.kind.startsWith('add')) &&
        !(has('remove value') && one.kind === 'rename value'),
    ),
  ];
}

function isForgetting({ kind }: Operation): boolean {
  return kind === 'forget former names';
}

function isChange({ kind }: Operation): boolean {
  return kind !== 'add row' && kind !== 'add link';
}

function isValid(state: ProjectState, { kind }: World): boolean {
  try {
    configOf(state, kind);
    return true;
  } catch (error) {
    if (error instanceof GenlockError) return false;
    throw error;
  }
}

async function isMigrated(
  world: World,
  { stored, next }: { readonly stored: ProjectState; readonly next: ProjectState },
): Promise<boolean> {
  return (await world.migrate(next, removedObjects(stored, next, world.kind))) === undefined;
}

/** Adds rows and links for all entities and relations, and the given ones. */
async function filled(world: World, stored: ProjectState, more: readonly Operation[] = []): Promise<ProjectState> {
  const state = structuredClone(stored);
  for (const at of state.entities.keys()) change(state, { kind: 'add row', at: [at, state.nextId, 0] });
  for (const at of [0, 1, 2, 3])
    change(state, { kind: 'add link', at: [at, state.nextId + at, state.nextId + 2 * at + 1] });
  for (const one of more) change(state, one);
  const statements = insertions(state, stored, world.kind);
  if (statements.length > 0) await world.run(statements);
  await expectStored(world, state);
  return state;
}

async function expectStored(world: World, state: ProjectState): Promise<void> {
  for (const { query, rows } of expectedTables(state, world.kind)) {
    expect([query, ...(await world.rows(query)).toSorted()]).toEqual([query, ...rows.toSorted()]);
  }
}
