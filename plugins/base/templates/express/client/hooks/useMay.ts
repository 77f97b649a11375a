import { useMemo } from 'react';
import type { Column } from '@/components/records/Cell';
import { useArea } from '@/hooks/useArea';
import { useCaller } from '@/hooks/useCaller';
import { type AccessRule, admits, type Operation } from '@/lib/access';
import { adminArea, type Resource, type Stored } from '@/lib/resource';

/**
 * Returns a function that reports whether to offer an operation on a record, or on some record, to
 * the current user. This only hides controls; the server enforces the access rules.
 */
export function useMay<Item extends Stored>({ access, refuse, ownerOf }: Resource<Item>) {
  const caller = useAreaCaller(Object.values(access));
  return (operation: Operation, record?: Item): boolean =>
    !refuse.includes(operation) && admits(access[operation], caller, record && ownerOf(record));
}

/** Returns a function that reports whether the current user may set a field. */
export function useMaySet({ fields, readOnly }: Pick<Resource, 'fields' | 'readOnly'>) {
  const caller = useAreaCaller(rulesOf(fields, 'write'));
  return (field: string): boolean =>
    !readOnly.includes(field) && admits(fields[field]?.write ?? 'public', caller);
}

/**
 * Returns whether the current user may set the owner of a record: administrators, and users with a
 * role of the rule.
 */
export function useMaySetOwner(
  { access }: Pick<Resource, 'access'>,
  operation: Operation,
): boolean {
  const rule = access[operation];
  const roles = Array.isArray(rule) ? rule.filter((role) => role !== 'owner') : [];
  return admits(roles, useAreaCaller([roles]));
}

/** Returns a function that reports whether the current user may read a field. */
export function useMayRead({ fields }: Pick<Resource, 'fields'>) {
  const caller = useAreaCaller(rulesOf(fields, 'read'));
  return (field: string): boolean => admits(fields[field]?.read ?? 'public', caller);
}

/** Returns the columns with fields that the current user may read. */
export function useReadable<Item extends Stored>(
  { fields }: Pick<Resource, 'fields'>,
  columns: readonly Column<Item>[],
): readonly Column<Item>[] {
  const caller = useAreaCaller(rulesOf(fields, 'read'));
  return useMemo(
    () => columns.filter(({ field }) => admits(fields[field]?.read ?? 'public', caller)),
    [columns, fields, caller],
  );
}

function rulesOf(fields: Resource['fields'], side: 'read' | 'write') {
  return Object.values(fields).map((rules) => rules?.[side] ?? 'public');
}

const administrator = { isAllowed: true, userId: null };

/** Returns the current user, if a rule depends on the user. Only administrators open the admin area. */
function useAreaCaller(rules: readonly AccessRule[]) {
  const area = useArea();
  const isRestricted = rules.some((rule) => rule !== 'public');
  const { data } = useCaller(area !== adminArea && isRestricted);
  return area === adminArea ? administrator : data;
}
