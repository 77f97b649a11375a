import { securityScheme } from '../../generated/auth';
import type { Access } from './describe';

/** `components.securitySchemes`: the authentication methods. */
export const securitySchemes = securityScheme === undefined ? {} : { user: securityScheme };

/** Returns the security requirement of an operation. */
export function securityOf(access: Access): object {
  return access === 'public' || securityScheme === undefined ? {} : { security: [{ user: [] }] };
}
