import { securityScheme } from '../../generated/auth';
import type { Access } from './describe';

/** `components.securitySchemes`: how callers prove who they are. */
export const securitySchemes = securityScheme === undefined ? {} : { user: securityScheme };

/** What an operation says of who may call it. */
export function securityOf(access: Access): object {
  return access === 'public' || securityScheme === undefined ? {} : { security: [{ user: [] }] };
}
