import { FilterSelect, Find } from '@/components/records/ListControls';
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
      <FilterSelect
        label={t('authRole')}
        value={params['role'] ?? ''}
        options={roles.map((role) => [role, roleName(role)])}
        onChange={(role) => onChange({ role })}
      />
      <FilterSelect
        label={t('authState')}
        value={params['state'] ?? ''}
        options={[
          ['enabled', t('authEnabled')],
          ['disabled', t('authDisabled')],
        ]}
        onChange={(state) => onChange({ state })}
      />
    </div>
  );
}
