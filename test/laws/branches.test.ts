/** Law 8 over random work on two branches, with the commands themselves and real `git merge`. */
import { expect, test } from 'vitest';
import { adding, addingAndEditing, branchesMerge } from './branches.ts';
import { LawBroken } from './laws.ts';
import { all, seed } from './hold.ts';

const runs = Math.ceil(all / 25);

test('two branches that each added something: sync makes both of them, without asking', async () => {
  const taken = await branchesMerge({ name: 'branches that add', runs, seed, step: adding, mayAsk: false });
  expect(taken).toBeGreaterThan(0);
});

test('a merge loses no edit of either branch', async () => {
  const taken = await branchesMerge({ name: 'branches', runs, seed, step: addingAndEditing, mayAsk: true });
  expect(taken).toBeGreaterThan(0);
});

test('law 8 is seen to be broken: a merge that takes one side', async () => {
  const broken = await branchesMerge({
    ...{ name: 'control: one side', runs, seed, step: adding, mayAsk: false },
    how: ['--strategy=ours'],
  }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.cause : error),
  );
  expect(broken).toBeInstanceOf(LawBroken);
  expect(broken).toMatchObject({ law: 8 });
});
