import type { ReactNode } from 'react';
import { AuditFilters } from '@/components/audit/AuditFilters';
import { Badge, Time } from '@/components/auth/DataTable';
import { PagedTable } from '@/components/auth/PagedTable';
import { PageHeader } from '@/components/PageHeader';
import { type AuditEvent, useAuditLog } from '@/hooks/useAuditLog';
import { useListState } from '@/hooks/useListState';
import { describeDevice } from '@/lib/auth/device';
import { eventName } from '@/lib/auth/events';
import { t } from '@/lib/i18n';

const filters = new Set(['event', 'outcome', 'actor', 'target', 'from', 'to']);

/** Renders the audit log with its filters. */
export default function AuditPage() {
  const state = useListState((parameter) => filters.has(parameter));
  const limit = state.params['limit'] ?? '50';
  const query = useAuditLog({ ...state.params, limit }, state.address);

  return (
    <div className="@container space-y-4">
      <PageHeader title={t('authAuditLog')} />
      <AuditFilters
        events={query.data?.items.map(({ event }) => event) ?? []}
        params={state.params}
        onChange={state.change}
      />
      <PagedTable
        label={t('authAuditLog')}
        plural={t('authEvents')}
        query={query}
        state={state}
        limit={limit}
        headings={[
          t('authTime'),
          t('authEvent'),
          t('authOutcome'),
          t('authActor'),
          t('authTarget'),
          t('authDetails'),
        ]}
        cellsOf={cellsOf}
      />
    </div>
  );
}

function cellsOf(event: AuditEvent): readonly ReactNode[] {
  const { id, at, outcome, actor, target } = event;
  return [
    <Time key={id} value={at} />,
    eventName(event.event),
    <Badge key={id} isAlert={outcome === 'refused'}>
      {outcome === 'ok' ? t('authOutcomeOk') : t('authOutcomeRefused')}
    </Badge>,
    personName(actor),
    personName(target),
    <Details key={id} event={event} />,
  ];
}

function Details({ event: { data, ip, userAgent } }: { event: AuditEvent }) {
  const values = Object.entries(data ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const source = [ip, userAgent && describeDevice(userAgent)].filter(Boolean);
  return (
    <>
      {values.length > 0 && <span className="block">{values.join(', ')}</span>}
      <span className="text-muted-foreground block">{source.join(', ')}</span>
    </>
  );
}

function personName(person: AuditEvent['actor']): string {
  return person === null ? '' : (person.email ?? person.id);
}
