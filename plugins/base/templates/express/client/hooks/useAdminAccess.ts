import { useCaller } from '@/hooks/useCaller';

/** Returns whether to offer the admin area to the current user. False while this is unknown. */
export function useAdminAccess(): boolean {
  return useCaller().data?.isAllowed ?? false;
}
