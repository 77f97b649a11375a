import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '@/lib/api';

/** Returns whether to retry. Responses below 500 do not change on a retry. */
function worthRetrying(failures: number, error: Error): boolean {
  const final = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  return !final && failures < 2;
}

export function createQueryClient(): QueryClient {
  // Sends requests even if the browser is offline: a local server can be reachable. Otherwise
  // requests fail with an error instead of waiting.
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 5_000, networkMode },
      mutations: { networkMode },
    },
  });
}
