import type { ReactNode } from 'react';
import { AuditFilters } from '@/components/audit/AuditFilters';
import { Badge, DataTable, Time } from '@/components/auth/DataTable';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Pagination } from '@/components/records/Pagination';
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
  const { data, error, isPlaceholderData, refetch } = useAuditLog(
    { ...state.params, limit },
    state.address,
  );
  const next = data?.next;

  return (
    <div className="@container space-y-4">
      <PageHeader title={t('authAuditLog')} />
      <AuditFilters
        events={data?.items.map(({ event }) => event) ?? []}
        params={state.params}
        onChange={state.change}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && (
        <p className="text-muted-foreground">{t('noMatches', { plural: t('authEvents') })}</p>
      )}
      {data && data.items.length > 0 && (
        <div aria-busy={isPlaceholderData} className="space-y-4">
          <EventTable events={data.items} />
          <Pagination
            plural={t('authEvents')}
            page={state.page}
            limit={limit}
            count={data.items.length}
            total={undefined}
            hasNext={next !== undefined && !isPlaceholderData}
            onLimit={(size) => state.change({ limit: size })}
            onPrevious={state.turnBack}
            onNext={() => next !== undefined && state.turnTo(next)}
          />
        </div>
      )}
    </div>
  );
}

function EventTable({ events }: { events: readonly AuditEvent[] }) {
  return (
    <DataTable
      label={t('authAuditLog')}
      headings={[
        t('authTime'),
        t('authEvent'),
        t('authOutcome'),
        t('authActor'),
        t('authTarget'),
        t('authDetails'),
      ]}
      items={events}
      cellsOf={cellsOf}
    />
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
