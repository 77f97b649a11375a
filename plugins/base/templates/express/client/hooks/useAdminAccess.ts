import { useQuery } from '@tanstack/react-query';
import type { AdminLink } from '@shared/lib/admin';
import { get } from '@/lib/api';

/** Returns whether to offer the admin area to the current user. False while this is unknown. */
export function useAdminAccess(): boolean {
  const { data } = useQuery({
    queryKey: ['admin', 'access'],
    queryFn: ({ signal }) => get<AdminLink>('/api/admin/access', signal),
    // Changes only with the user, and then all queries are reset.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.isAllowed ?? false;
}
