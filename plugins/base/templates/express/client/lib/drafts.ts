/** The unsaved values of a form, which its user gets back after the next sign-in or a reload. */
export interface Draft {
  /** The page of the form. */
  readonly page: string;
  /** Empty without a user. */
  readonly userId: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The record that the form changes, as the user has seen it: its id and the changed fields. */
  readonly seen?: object | undefined;
  /** The version of the record. */
  readonly version?: string | undefined;
}

/** In the storage of the tab: another user of the browser cannot read it after the tab is closed. */
const key = 'draft';

/** Replaces the storage if it is blocked. */
let memory: string | null = null;
/** The user who has signed out. Forms that are still open must not keep values. */
let signedOut: string | undefined;
const listeners = new Set<() => void>();

export function keepDraft(draft: Draft): void {
  if (draft.userId === signedOut) return;
  write(JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** Removes the unsaved values of a user who signs out. */
export function forgetDrafts(userId: string): void {
  signedOut = userId;
  write(null);
}

/** Calls `listener` when unsaved values are kept. Returns a function that unsubscribes. */
export function onDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the user of a page gets unsaved values back. */
export function hasDraft(page: string): boolean {
  return read()?.page === page;
}

/** Returns the unsaved values of a user on a page, once. The values of another user are dropped. */
export function takeDraft(page: string, userId: string): Draft | undefined {
  if (userId === signedOut) signedOut = undefined;
  const found = read();
  if (found?.userId !== userId) {
    // A session can end while a form is open. Its user gets the values after the next sign-in.
    if (userId !== '') write(null);
    return undefined;
  }
  if (found.page !== page) return undefined;
  write(null);
  return found;
}

function read(): Draft | undefined {
  try {
    memory = sessionStorage.getItem(key);
  } catch {
    // Storage is blocked: the memory has the value.
  }
  return memory === null ? undefined : (JSON.parse(memory) as Draft);
}

function write(text: string | null): void {
  memory = text;
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is blocked: the values are lost on a reload.
  }
}
