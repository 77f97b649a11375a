import { detailsOf, invalidBody } from '../problem';
import type { GuardHooks } from '../records/guards';
import type { User } from '.';
import { forbidden } from './errors';
import { personName } from './fields';
import { hasRole } from './roles';

/** The rules for changes of users through the API of an entity `User`, in bulk requests too. */
export const hooks: GuardHooks = {
  /**
   * Normalizes the name like registration.
   * @throws AuthError 403 for another administrator’s account, unless its role is lower
   */
  async beforeUpdate({ data, previous: { id }, user, isApplication, tx }) {
    if (!isApplication && user?.id !== id) {
      const target = await tx.user.findUniqueOrThrow({ where: { id }, select: { role: true } });
      const isProtected = hasRole(target, 'ADMIN');
      if (isProtected && (user === null || !outranks(user, target))) throw forbidden();
    }
    return typeof data['name'] === 'string' ? { ...data, name: nameIn(data['name']) } : undefined;
  },
};

/** @throws HttpProblem 422 */
function nameIn(given: string): string | null {
  const { data, error } = personName.safeParse(given);
  if (error) throw invalidBody(detailsOf(error, ['name']));
  return data;
}

/** Returns whether a role is higher. SUPER_ADMIN is the highest and also outranks itself. */
function outranks(user: Pick<User, 'role'>, target: Pick<User, 'role'>): boolean {
  if (hasRole(user, 'SUPER_ADMIN')) return true;
  return hasRole(user, target.role) && !hasRole(target, user.role);
}
