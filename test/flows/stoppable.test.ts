import { expect, test } from 'vitest';
import { stoppable } from '../../src/flows/packages/stoppable.ts';
import { codesOf } from '../support/life.ts';

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('one Ctrl-C stops all that is fetched at once, and is listened for once', async () => {
  const before = process.listeners('SIGINT');
  const fetching = Array.from({ length: 12 }, () => codesOf(stoppable(aborted)));
  const added = process.listeners('SIGINT').filter((listener) => !before.includes(listener));
  expect(added).toHaveLength(1);
  added[0]?.('SIGINT');
  expect(await Promise.all(fetching)).toEqual(fetching.map(() => ['INTERRUPTED']));
  expect(process.listeners('SIGINT')).toEqual(before);
});
