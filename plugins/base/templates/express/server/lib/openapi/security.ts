import { securityScheme } from '../../generated/auth';
import type { Rule } from '../records/access';

/** `components.securitySchemes`: the authentication methods. */
export const securitySchemes = securityScheme === undefined ? {} : { user: securityScheme };

/** Returns the security requirement of an operation with its rule: none for the public. */
export function securityOf(rule: Rule): { readonly security?: object[] } {
  if (securityScheme === undefined) return {};
  return { security: rule === 'public' ? [] : [{ user: [] }] };
}

/** Returns the security requirement and the permitted callers of an operation on records. */
export function accessTo(rule: Rule): object {
  if (rule === 'public' || securityScheme === undefined) return securityOf(rule);
  return { ...securityOf(rule), description: callers(rule) };
}

/** Returns a sentence about the permitted callers. */
export function callers(rule: Rule = 'public'): string {
  switch (rule) {
    case 'public':
      return 'For everyone.';
    case 'authenticated':
      return 'For signed-in users.';
    case 'owner':
      return 'For signed-in users with their own records, and for administrators with all records.';
    case 'admin':
      return 'For administrators.';
    default: {
      const roles = rule.filter((name) => name !== 'owner').join(', ');
      const own = rule.includes('owner') ? ', and for other users with their own records' : '';
      return `For administrators and the roles ${roles}${own}.`;
    }
  }
}
