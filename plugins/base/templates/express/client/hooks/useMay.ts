import { useArea } from '@/hooks/useArea';
import { useCaller } from '@/hooks/useCaller';
import { admits, type Operation } from '@/lib/access';
import { adminArea, type Resource, type Stored } from '@/lib/resource';

/**
 * Returns a function that reports whether to offer an operation on a record, or on some record, to
 * the current user. This only hides controls; the server enforces the access rules.
 */
export function useMay<Item extends Stored>({ access, ownerOf }: Resource<Item>) {
  const area = useArea();
  const isRestricted = Object.values(access).some((rule) => rule !== 'public');
  const { data } = useCaller(area !== adminArea && isRestricted);
  // Only administrators open the admin area.
  const caller = area === adminArea ? { isAllowed: true, userId: null } : data;
  return (operation: Operation, record?: Item): boolean =>
    admits(access[operation], caller, record && ownerOf(record));
}
