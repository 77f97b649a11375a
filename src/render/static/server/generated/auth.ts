// Rendered by Genlock from genlock.json: changes made here are lost.
export {
  before,
  getUser,
  isAdmin,
  requireAdmin,
  requireAuth,
  rolesOf,
  securityScheme,
} from '../lib/auth/port';
