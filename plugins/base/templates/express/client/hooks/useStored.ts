import { useState } from 'react';
import { safeParse, type z } from 'zod';

/**
 * Returns a value that this browser remembers, and a function to change it. Until then, or if the
 * schema refuses the stored value, the value is `initial`.
 */
export function useStored<Value>(
  key: string,
  { schema, initial }: { schema: z.ZodType<Value>; initial: Value },
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(key, schema) ?? initial);

  function change(next: Value) {
    setValue(() => next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is blocked or full: the value applies until the page is closed.
    }
  }

  return [value, change];
}

function read<Value>(key: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
