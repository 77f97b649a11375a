import type { AdminLink } from '@shared/lib/admin';

/**
 * The users that a rule admits. A list contains names of roles, and perhaps `owner`. Administrators
 * are admitted by every rule.
 */
export type AccessRule = 'public' | 'authenticated' | 'owner' | 'admin' | readonly string[];

/** The operations on records, each with its rule. */
export interface AccessRules {
  readonly read: AccessRule;
  readonly create: AccessRule;
  readonly update: AccessRule;
  readonly delete: AccessRule;
}

/** The users with the right to read a field, and with the right to set it. */
export interface FieldRules {
  readonly read: AccessRule;
  readonly write: AccessRule;
}

export type Operation = keyof AccessRules;

export const openAccess: AccessRules = {
  read: 'public',
  create: 'public',
  update: 'public',
  delete: 'public',
};

/**
 * Returns whether a rule admits the caller, who is `undefined` until the server answers. Without an
 * owner, the rule `owner` admits each signed-in user: the server returns only their own records,
 * and makes them the owner of new records.
 */
export function admits(rule: AccessRule, caller: AdminLink | undefined, owner?: string): boolean {
  if (rule === 'public') return true;
  if (caller === undefined || caller.isAllowed) return caller !== undefined;
  if (rule === 'admin' || caller.userId === null) return false;
  if (rule === 'authenticated') return true;
  if (rule !== 'owner') {
    if (caller.roles?.some((role) => rule.includes(role))) return true;
    if (!rule.includes('owner')) return false;
  }
  return owner === undefined || owner === caller.userId;
}
