/**
 * What this browser knows of its session without seeing it. The tokens are in cookies that no
 * script can read; kept here is only when the session was last begun or renewed, for all tabs.
 */
const key = 'auth-renewed-at';

/** Stands in where storage is blocked. */
let memory: string | null = null;

/** The time of the last renewal in milliseconds; undefined if nobody is signed in here. */
export function renewedAt(): number | undefined {
  const time = Number(read() ?? Number.NaN);
  return Number.isNaN(time) ? undefined : time;
}

export function rememberSession(): void {
  memory = String(Date.now());
  try {
    localStorage.setItem(key, memory);
  } catch {
    // Storage is blocked: other tabs find out from the server.
  }
}

export function forgetSession(): void {
  memory = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, and has nothing to forget.
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

/** Calls `listener` when the server no longer knows the session; returns what stops that. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For who finds out that the session is over. */
export function endSession(): void {
  forgetSession();
  for (const listener of listeners) listener();
}
