import { safeParse, z } from 'zod';
import { newIdempotencyKey } from '@/lib/api';

const unfinished = z.object({ source: z.string(), key: z.string() });

/**
 * Returns the start of the idempotency keys of an import. After an import of the same source that
 * did not finish, also in another tab or before a reload, this is the same start.
 *
 * @param list the path of the list
 * @param source what distinguishes the file and its mapped columns from others
 */
export function startImport(list: string, source: string): string {
  const known = safeParse(unfinished, stored(list)).data;
  if (known?.source === source) return known.key;
  const key = newIdempotencyKey();
  try {
    localStorage.setItem(nameOf(list), JSON.stringify({ source, key }));
  } catch {
    // Storage is blocked or full: a reload starts another import.
  }
  return key;
}

/** Forgets an import, so that the same file can be imported again. */
export function finishImport(list: string): void {
  try {
    localStorage.removeItem(nameOf(list));
  } catch {
    // Storage is blocked: nothing is stored.
  }
}

function nameOf(list: string): string {
  return `import:${list}`;
}

function stored(list: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(nameOf(list)) ?? 'null');
  } catch {
    return undefined;
  }
}
