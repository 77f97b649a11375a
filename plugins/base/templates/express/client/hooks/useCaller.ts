import { useQuery } from '@tanstack/react-query';
import type { AdminLink } from '@shared/lib/admin';
import { get } from '@/lib/api';

/** Cache key of the current user. */
export const callerKey = ['admin', 'access'];

/**
 * Loads the id of the current user, and whether the user can open the admin area.
 *
 * @param isNeeded without it, no request is sent
 */
export function useCaller(isNeeded = true) {
  return useQuery({
    enabled: isNeeded,
    queryKey: callerKey,
    queryFn: ({ signal }) => get<AdminLink>('/api/admin/access', signal),
    // Changes only with the user, and then all queries are reset.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
