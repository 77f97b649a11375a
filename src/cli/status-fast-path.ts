import { indexAt, quickStatus } from '../flows/status/quick.ts';
import { statusView } from '../ui/status.ts';
import { printJson, printResult } from '../ui/terminal.ts';
import { userCache } from '../user-cache.ts';

/**
 * Prints the result of `genlock status` if the index contains the result.
 *
 * @returns whether the result was printed
 */
export function answerStatus({ json }: { readonly json: boolean }): boolean {
  const result = resultHere();
  if (result === undefined) return false;
  if (json) printJson(result);
  else printResult((screen) => statusView(result, screen));
  return true;
}

function resultHere(): ReturnType<typeof quickStatus> {
  try {
    const cache = userCache();
    const index = cache === undefined ? undefined : indexAt(process.cwd(), { cache });
    return index && quickStatus(index);
  } catch {
    // The command itself reports the error.
    return undefined;
  }
}
