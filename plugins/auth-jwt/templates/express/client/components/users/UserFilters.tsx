import { Find } from '@/components/records/ListControls';
import { NativeSelect } from '@/components/ui/native-select';
import type { ListParams } from '@/hooks/useResource';
import { roleName, roles } from '@/lib/auth/roles';
import { t } from '@/lib/i18n';

interface UserFiltersProps {
  params: ListParams;
  onChange: (changes: ListParams, options?: { replace?: boolean }) => void;
}

/** Renders the search and the filters of the users. */
export function UserFilters({ params, onChange }: UserFiltersProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Find
        label={t('authSearchUsers')}
        value={params['q'] ?? ''}
        onFind={(q) => onChange({ q }, { replace: true })}
      />
      <NativeSelect
        aria-label={t('filterBy', { field: t('authRole') })}
        className="min-w-40 flex-1 @2xl:flex-none"
        value={params['role'] ?? ''}
        onChange={({ target }) => onChange({ role: target.value })}
      >
        <option value="">{t('filterAll', { field: t('authRole') })}</option>
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={t('filterBy', { field: t('authState') })}
        className="min-w-40 flex-1 @2xl:flex-none"
        value={params['state'] ?? ''}
        onChange={({ target }) => onChange({ state: target.value })}
      >
        <option value="">{t('filterAll', { field: t('authState') })}</option>
        <option value="enabled">{t('authEnabled')}</option>
        <option value="disabled">{t('authDisabled')}</option>
      </NativeSelect>
    </div>
  );
}
