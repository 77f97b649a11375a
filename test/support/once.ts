import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of `make`, which runs in the first process that asks; the others wait for it.
 *
 * @param ready file for the result, in an existing folder
 */
export async function once(ready: string, make: () => Promise<string>): Promise<string> {
  if (claim(`${ready}-claimed`)) {
    const text = await make().catch((error: unknown) => `failed: ${String(error)}`);
    writeFileSync(`${ready}-new`, text);
    renameSync(`${ready}-new`, ready);
  }
  while (!existsSync(ready)) await wait(50);
  const text = readFileSync(ready, 'utf8');
  if (text.startsWith('failed: ')) throw new Error(text);
  return text;
}

/** True for the first one who asks, of all processes. */
function claim(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
