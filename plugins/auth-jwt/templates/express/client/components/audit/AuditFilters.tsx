import { useId } from 'react';
import { Find } from '@/components/records/ListControls';
import { Input } from '@/components/ui/input';
import { NativeSelect } from '@/components/ui/native-select';
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
      <NativeSelect
        aria-label={t('filterBy', { field: t('authEvent') })}
        className="min-w-40 flex-1 @2xl:flex-none"
        value={event}
        onChange={({ target }) => onChange({ event: target.value })}
      >
        <option value="">{t('filterAll', { field: t('authEvent') })}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {eventName(name)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={t('filterBy', { field: t('authOutcome') })}
        className="min-w-40 flex-1 @2xl:flex-none"
        value={params['outcome'] ?? ''}
        onChange={({ target }) => onChange({ outcome: target.value })}
      >
        <option value="">{t('filterAll', { field: t('authOutcome') })}</option>
        <option value="ok">{t('authOutcomeOk')}</option>
        <option value="refused">{t('authOutcomeRefused')}</option>
      </NativeSelect>
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
