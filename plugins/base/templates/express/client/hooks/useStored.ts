import { useState } from 'react';

/** Returns a stored value, or `undefined` if it is not valid. */
export type Parse<Value> = (stored: unknown) => Value | undefined;

/**
 * Returns a value that this browser remembers, and a function to change it. Until then, or if the
 * stored value is not valid, the value is `initial`.
 */
export function useStored<Value>(
  key: string,
  { parse, initial }: { parse: Parse<Value>; initial: Value },
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(key, parse) ?? initial);

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

function read<Value>(key: string, parse: Parse<Value>): Value | undefined {
  try {
    return parse(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return undefined;
  }
}
