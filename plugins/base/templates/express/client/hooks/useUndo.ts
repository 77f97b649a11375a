import { useQuery } from '@tanstack/react-query';
import { notify, type NoticeAction } from '@/components/Notices';
import type { AnyColumn } from '@/components/records/Cell';
import { useArea } from '@/hooks/useArea';
import { useCaller } from '@/hooks/useCaller';
import { useMay, useMaySet } from '@/hooks/useMay';
import { useRefresh } from '@/hooks/useResource';
import { apiAddress } from '@/lib/address';
import { newIdempotencyKey, send } from '@/lib/api';
import { t } from '@/lib/i18n';
import { adminArea, type Resource, type Stored } from '@/lib/resource';
import { restorableInput } from '@/lib/undo';

interface Deletion<Item> {
  /** The record to delete. Without a record, there is nothing to undo. */
  record: Item | undefined;
  columns: readonly AnyColumn[];
}

/**
 * Returns the action that undoes a deletion, to be shown after it. `undefined` while this is
 * unknown, or if the record cannot be restored exactly.
 */
export function useUndo<Item extends Stored>(
  resource: Resource<Item>,
  { record, columns }: Deletion<Item>,
): NoticeAction | undefined {
  const refresh = useRefresh(resource);
  const mayCreate = useMay(resource)('create');
  const maySet = useMaySet(resource);
  const isAdministration = useArea() === adminArea;
  const owner = record && resource.ownerOf(record);
  const isOwned = !isAdministration && owner !== undefined;
  const { data: caller } = useCaller(isOwned);
  // The server makes the caller the owner of the new record.
  const keepsOwner = !isOwned || owner === caller?.userId;
  // On the site, related records can be hidden from the user.
  const isAlone = resource.dependents?.length === 0 && columns.every(({ many }) => !many);
  const isKnown = keepsOwner && (isAdministration || isAlone);
  const { data } = useQuery({
    queryKey: [resource.path, 'undo', record?.id],
    queryFn: async () => (record && (await restorableInput(resource, { record, columns }))) ?? null,
    enabled: record !== undefined && mayCreate && isKnown,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  if (!data || !Object.keys(data).every(maySet)) return undefined;

  let idempotencyKey: string | undefined;
  const action = { label: t('undo'), run: () => void restore() };

  async function restore() {
    idempotencyKey ??= newIdempotencyKey();
    try {
      await send('POST', apiAddress(resource.path), data, { idempotencyKey });
      refresh();
      notify(t('recordRestored', { singular: resource.singular }));
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), 'failed', action);
    }
  }

  return action;
}
