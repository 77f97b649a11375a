/**
 * The laws of a project, over random sequences of commands and of what a user does by hand. Most are taken on the engine
 * (stored operations, render, plan, apply, heal), the others on the commands, in `flows.test.ts`.
 *
 * 1. The same inputs give the same bytes: what is there is what a fresh render gives.
 * 2. A second run changes nothing.
 * 3. `remove` is the inverse of `add` in any order, and a plugin switched off and on again leaves what was.
 * 4. A line the user wrote is in the result, between markers, or in an edit that is kept.
 * 5. Ended at any call, a command leaves the before or the after once the next one has healed it.
 * 6. What isn't in the plan isn't written; a refused command writes nothing.
 * 7. Nothing beside the project is touched.
 * 8. Two branches, merged by git, are repaired by `sync`: in `branches.test.ts`.
 *
 * - `GENLOCK_SEQUENCES`: how many in all; 300 by default. A tenth of them run the commands; 36 merges come on top.
 * - `GENLOCK_SEED`: where they start; the same seed gives the same sequences.
 * - `GENLOCK_MINUTES`: a time after which no test begins another one.
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
