import { projectRoles } from '@shared/lib/roles';
import type { Role } from '@/lib/auth/user';
import { formatName } from '@/lib/format';
import { t } from '@/lib/i18n';

/** The roles in ascending order of permissions. The server enforces them. */
export const roles: readonly Role[] = ['USER', ...projectRoles, 'ADMIN', 'SUPER_ADMIN'];

/** Returns the roles that are not above a role. */
export function rolesUpTo(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}

/** Returns the display name of a role. */
export function roleName(role: Role): string {
  if (role === 'USER') return t('authRoleUser');
  if (role === 'ADMIN') return t('authRoleAdmin');
  if (role === 'SUPER_ADMIN') return t('authRoleSuperAdmin');
  return formatName(role);
}
