/** The laws over sequences of commands alone: the whole tree is then what it is made of, Genlock's own records included. */
import { expect, test } from 'vitest';
import { engine } from './engine.ts';
import { hold } from './hold.ts';
import { commandStep } from './steps.ts';

test('a project without edits equals a fresh render, including its records', async () => {
  const taken = await hold({ name: 'commands on the engine', commands: engine(), share: 0.3, step: commandStep });
  expect(taken).toBeGreaterThan(0);
});
