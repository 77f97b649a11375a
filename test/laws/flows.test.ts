/** The laws over fewer sequences, on the commands as `genlock` has them: what the project keeps is read, judged and proved. */
import { expect, test } from 'vitest';
import { flows } from './flows.ts';
import { hold } from './hold.ts';

test('all laws hold for the commands themselves', async () => {
  expect(await hold({ name: 'commands', commands: flows, share: 0.1 })).toBeGreaterThan(0);
});
