/**
 * Storage key of the last sign-in or renewal time, shared by all tabs. The tokens are in cookies
 * that scripts cannot read.
 */
const key = 'auth-renewed-at';

/** Replaces the storage if it is blocked. */
let memory: string | null = null;

/** Returns the last renewal time in milliseconds; `undefined` if no user is signed in. */
export function renewedAt(): number | undefined {
  const time = Number(read() ?? Number.NaN);
  return Number.isNaN(time) ? undefined : time;
}

export function rememberSession(): void {
  memory = String(Date.now());
  try {
    localStorage.setItem(key, memory);
  } catch {
    // Storage is blocked: other tabs query the server instead.
  }
}

export function forgetSession(): void {
  memory = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked and contains no value to remove.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory;
  }
}

const listeners = new Set<() => void>();

/** Calls `listener` when the session has ended. Returns a function that unsubscribes. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the session has ended. */
export function endSession(): void {
  forgetSession();
  for (const listener of listeners) listener();
}
