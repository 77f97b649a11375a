import { useId } from 'react';
import { NativeSelect } from '@/components/ui/native-select';
import { roleName } from '@/lib/auth/roles';
import type { Role } from '@/lib/auth/user';
import { t } from '@/lib/i18n';

interface RoleSelectProps {
  roles: readonly Role[];
  value: Role;
  onChange: (role: Role) => void;
}

/** Renders a select for a role. */
export function RoleSelect({ roles, value, onChange }: RoleSelectProps) {
  const id = useId();
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {t('authRole')}
      </label>
      <NativeSelect
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = roles.find((role) => role === target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
