/**
 * Tests the laws of a project with random sequences of commands and manual edits. Most sequences run on the engine
 * (stored operations, render, plan, apply, heal), the others on the commands, in `flows.test.ts`.
 *
 * 1. The same inputs give the same bytes: the project equals a fresh render.
 * 2. A second run changes nothing.
 * 3. `remove` is the inverse of `add` in any order, and disabling and enabling a plugin restores the previous state.
 * 4. A line written by the user is in the result, between markers, or in a kept edit.
 * 5. A command that is killed at any call leaves the state before or after it, once the next command has recovered.
 * 6. Only planned changes are written, and a refused command writes nothing.
 * 7. Files next to the project are unchanged.
 * 8. `sync` repairs two branches that git merged: in `branches.test.ts`.
 *
 * - `GENLOCK_SEQUENCES`: number of sequences, 60 by default. A tenth of them run on the commands. 24 merges are
 * added.
 * - `GENLOCK_SEED`: seed of the sequences. The same seed gives the same sequences.
 * - `GENLOCK_MINUTES`: time limit, after which no test starts another sequence.
 *
 * A long run: `GENLOCK_SEQUENCES=100000 GENLOCK_MINUTES=10 GENLOCK_SEED=$RANDOM npx vitest run --project laws`.
 */
import { expect, test } from 'vitest';
import { engine } from './engine.ts';
import { hold } from './hold.ts';

test('all laws hold in any sequence of commands and edits', async () => {
  const taken = await hold({ name: 'commands and edits on the engine', commands: engine(), share: 0.6 });
  expect(taken).toBeGreaterThan(0);
});
