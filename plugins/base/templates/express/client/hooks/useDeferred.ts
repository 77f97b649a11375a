import { useCallback, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/idle';

/** Code that a page needs only after its first display. */
export interface Deferred<Code> {
  /** Returns the code, or `undefined` before it is loaded. */
  readonly get: () => Code | undefined;
  /** Loads the code, unless it is loaded. A failed attempt can be repeated. */
  readonly load: () => Promise<Code>;
}

export function defer<Code>(load: () => Promise<Code>): Deferred<Code> {
  let loaded: { readonly code: Code } | undefined;
  return {
    get: () => loaded?.code,
    load: async () => {
      loaded ??= { code: await load() };
      return loaded.code;
    },
  };
}

/**
 * Loads code when the browser is idle after the first display. Returns the code, or `undefined` before it is loaded,
 * and a function that loads it at once. The function returns whether the code is loaded.
 */
export function useDeferred<Code>(
  deferred: Deferred<Code>,
): readonly [code: Code | undefined, load: () => Promise<boolean>] {
  // In an object, because React would call a component.
  const [{ code }, setLoaded] = useState(() => ({ code: deferred.get() }));
  const load = useCallback(async () => {
    try {
      const loaded = await deferred.load();
      setLoaded({ code: loaded });
      return true;
    } catch {
      // The next attempt can succeed.
      return false;
    }
  }, [deferred]);
  const isLoaded = code !== undefined;
  useEffect(() => (isLoaded ? undefined : whenIdle(() => void load())), [isLoaded, load]);
  return [code, load];
}
