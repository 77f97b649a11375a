import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import { get, ProblemError } from '@/lib/api';
import { rememberSession, renewedAt } from '@/lib/auth/session';
import type { User } from '@/lib/auth/user';

/** Cache key of the current user (or null). */
export const userKey = ['auth-user'];

interface Answer {
  readonly user: User | null;
}

const others = { predicate: ({ queryKey }: Query) => queryKey[0] !== userKey[0] };

/** Loads the current user from the server. If the user changed, clears all other cached data. */
export async function readUser(queryClient: QueryClient): Promise<User | null> {
  const renewed = renewedAt();
  const { user } = await get<Answer>('/api/auth/session').catch(nobodyIf401);
  if (user && renewedAt() === undefined) rememberSession();
  // Requests before the renewal were answered as to a visitor.
  if (user && renewedAt() !== renewed) {
    void queryClient.invalidateQueries({ queryKey: ['admin', 'access'] });
  }
  const before = queryClient.getQueryData<User | null>(userKey);
  if (before !== undefined && before?.id !== user?.id) dropOthers(queryClient);
  return user;
}

function nobodyIf401(error: unknown): Answer {
  if (error instanceof ProblemError && error.status === 401) return { user: null };
  throw error;
}

/**
 * Sets the current user after a sign-in or sign-out. If the user changed, clears all other cached
 * data.
 */
export async function changeUser(queryClient: QueryClient, user: User | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: userKey });
  notifyManager.batch(() => {
    const before = queryClient.getQueryData<User | null>(userKey);
    if (before?.id !== user?.id) dropOthers(queryClient);
    queryClient.setQueryData(userKey, user);
  });
}

/**
 * Removes unused queries and resets active ones in one batch, so components never see stale data.
 */
function dropOthers(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  notifyManager.batch(() => {
    for (const query of cache.findAll(others)) {
      if (query.getObserversCount() > 0) query.reset();
      else cache.remove(query);
    }
  });
  queryClient.getMutationCache().clear();
}

/** Refetches the active queries that were reset. */
export async function reloadOthers(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({
    type: 'active',
    predicate: (query) =>
      others.predicate(query) &&
      query.state.status === 'pending' &&
      query.state.fetchStatus === 'idle',
  });
}
