import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '@/lib/api';

/** An answer below 500 stays the same however often one asks. */
function worthRetrying(failures: number, error: Error): boolean {
  const final = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  return !final && failures < 2;
}

export function createQueryClient(): QueryClient {
  // The server may be there when the internet isn't; if not, people are told, and nothing waits in silence.
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: { retry: worthRetrying, staleTime: 5_000, networkMode },
      mutations: { networkMode },
    },
  });
}
