import { useId } from 'react';
import { FilterSelect, Find } from '@/components/records/ListControls';
import { Input } from '@/components/ui/input';
import type { ListParams } from '@/hooks/useResource';
import { eventName, eventNames } from '@/lib/auth/events';
import { t } from '@/lib/i18n';

interface AuditFiltersProps {
  /** The events in the list, which can be events of other plugins. */
  events: readonly string[];
  params: ListParams;
  onChange: (changes: ListParams, options?: { replace?: boolean }) => void;
}

/** Renders the filters of the audit log. */
export function AuditFilters({ events, params, onChange }: AuditFiltersProps) {
  const event = params['event'] ?? '';
  const shown = [event, ...events].filter((name) => name !== '');
  const names = [...new Set([...eventNames, ...shown])];
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FilterSelect
        label={t('authEvent')}
        value={event}
        options={names.map((name) => [name, eventName(name)])}
        onChange={(chosen) => onChange({ event: chosen })}
      />
      <FilterSelect
        label={t('authOutcome')}
        value={params['outcome'] ?? ''}
        options={[
          ['ok', t('authOutcomeOk')],
          ['refused', t('authOutcomeRefused')],
        ]}
        onChange={(outcome) => onChange({ outcome })}
      />
      {(['actor', 'target'] as const).map((name) => (
        <Find
          key={name}
          label={t(name === 'actor' ? 'authActorSearch' : 'authTargetSearch')}
          value={params[name] ?? ''}
          onFind={(text) => onChange({ [name]: text }, { replace: true })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <Day
          key={name}
          label={t(name)}
          value={params[name] ?? ''}
          onChange={(day) => onChange({ [name]: day })}
        />
      ))}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  const id = useId();
  return (
    <div className="flex flex-1 items-center gap-2 @2xl:flex-none">
      <label htmlFor={id} className="text-muted-foreground text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        max="9999-12-30"
        className="w-40 flex-1"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
