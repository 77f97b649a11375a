/** The unsaved values of a form, which its user gets back after the next sign-in. */
export interface Draft {
  /** The page of the form. */
  readonly page: string;
  readonly userId: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The record that the form changes, as the user has seen it. */
  readonly seen: unknown;
}

/** Only in memory: another user of the browser cannot read it after the tab is closed. */
let draft: Draft | undefined;
const listeners = new Set<() => void>();

export function keepDraft(given: Draft): void {
  draft = given;
  for (const listener of listeners) listener();
}

/** Calls `listener` when unsaved values are kept. Returns a function that unsubscribes. */
export function onDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the user of a page gets unsaved values back. */
export function hasDraft(page: string): boolean {
  return draft?.page === page;
}

/** Returns the unsaved values of a user on a page, once. The values of another user are dropped. */
export function takeDraft(page: string, userId: string): Draft | undefined {
  const found = draft;
  if (found?.page === page || found?.userId !== userId) draft = undefined;
  return found?.page === page && found.userId === userId ? found : undefined;
}
