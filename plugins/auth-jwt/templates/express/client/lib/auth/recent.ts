import { aroundRequests, type Transport } from '@/lib/api';
import { problemCode } from '@/lib/auth/renewal';

/** A pending request for a new sign-in. */
interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isSignedIn: boolean) => void;
}

let question: Question | undefined;
const listeners = new Set<() => void>();

/** Calls `listener` when a sign-in is requested or settled. Returns a function that unsubscribes. */
export function onSignInNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a request waits for a new sign-in. */
export function isSignInNeeded(): boolean {
  return question !== undefined;
}

/** Reports that the user has signed in again, or has declined. */
export function settleSignIn(isSignedIn: boolean): void {
  question?.settle(isSignedIn);
  question = undefined;
  for (const listener of listeners) listener();
}

/**
 * Asks for a new sign-in if the server requires a recent one, and then repeats the request.
 * Requests that fail together share one sign-in.
 */
export function withRecentSignIn(inner: Transport): Transport {
  return async (path, init) => {
    const response = await inner(path, init);
    if (listeners.size === 0 || !(await needsRecentSignIn(response))) return response;
    question ??= newQuestion();
    const { answer } = question;
    for (const listener of listeners) listener();
    return (await answer) ? inner(path, init) : response;
  };
}

aroundRequests(withRecentSignIn);

function newQuestion(): Question {
  let settle: Question['settle'] = () => {};
  const answer = new Promise<boolean>((resolve) => (settle = resolve));
  return { answer, settle };
}

async function needsRecentSignIn(response: Response): Promise<boolean> {
  return response.status === 403 && (await problemCode(response)) === 'recent_sign_in_required';
}
