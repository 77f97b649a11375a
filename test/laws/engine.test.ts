/**
 * The laws (docs/ARCHITECTURE.md) over random sequences of commands and of what a user does by hand: most of them on the
 * engine – stored operations, render, plan, apply, heal –, the others on the commands, in `flows.test.ts`.
 *
 * - `GENLOCK_SEQUENCES`: how many in all; 1,000 if absent. A tenth of them are the commands'.
 * - `GENLOCK_SEED`: where they start; the same seed gives the same sequences.
 * - `GENLOCK_MINUTES`: a time after which no file begins another one.
 *
 * A long run: `GENLOCK_SEQUENCES=100000 GENLOCK_MINUTES=20 GENLOCK_SEED=$RANDOM vitest run --project laws`.
 */
import { expect, test } from 'vitest';
import { engine } from './engine.ts';
import { hold } from './hold.ts';
import { commandStep } from './steps.ts';

test('all laws hold in any sequence of commands and edits', async () => {
  const taken = await hold({ name: 'commands and edits on the engine', commands: engine(), share: 0.6 });
  expect(taken).toBeGreaterThan(0);
});

test('a project nobody edited is what it is made of, down to its records', async () => {
  const taken = await hold({ name: 'commands on the engine', commands: engine(), share: 0.3, step: commandStep });
  expect(taken).toBeGreaterThan(0);
});
