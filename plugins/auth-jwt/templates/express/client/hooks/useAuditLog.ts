import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListParams } from '@/hooks/useResource';
import { apiAddress, withQuery } from '@/lib/address';
import { getPage } from '@/lib/api';
import { days, toParameter } from '@/lib/conditions';

interface Person {
  readonly id: string;
  /** `null` if the user is deleted. */
  readonly email: string | null;
}

/** An event of the audit log. Times are ISO 8601 timestamps. */
export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly outcome: 'ok' | 'refused';
  readonly actor: Person | null;
  readonly target: Person | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/**
 * Loads a page of the audit log, newest event first.
 *
 * @param params the filters. `from` and `to` are days in the user’s time zone, both inclusive.
 * @param address the `next` URL of the previous page
 */
export function useAuditLog({ from, to, ...params }: ListParams, address: string | undefined) {
  const [start, end] = toParameter(days, [from ?? '', to ?? '']);
  const query = { ...params, from: start || undefined, to: end || undefined };
  return useQuery({
    queryKey: ['auth-audit', query, address],
    queryFn: ({ signal }) =>
      getPage<AuditEvent>(address ?? withQuery(apiAddress('/admin/audit'), query), signal),
    placeholderData: keepPreviousData,
  });
}
