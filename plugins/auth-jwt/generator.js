import { copyTemplates, guardModel, registerAdminMenu, registerAPIRoutes, registerProvider } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database }) {
  await copyTemplates({ source: '.', destination: '.', ignore: ['databases'] });
  const kind = database === 'document' ? 'document' : 'sql';
  await copyTemplates({ source: `databases/${kind}/server`, destination: 'server' });
  await registerAPIRoutes({ routes });
  await guardModel(user);
  for (const model of internal) await guardModel({ model, refuse: ['read', 'create', 'update', 'delete'] });
  // Wraps the other providers, because they may use the current user.
  await registerProvider({ name: 'AuthProvider', import: '@/providers/AuthProvider', order: 10 });
  // An entity cannot have pages below /admin/auth, so that an entity User keeps /admin/users.
  await registerAdminMenu({ id: 'users', label: 'Users', icon: 'users', href: '/admin/auth/users' });
  await registerAdminMenu({ id: 'audit', label: 'Audit log', icon: 'shield-check', href: '/admin/auth/audit' });
}

/**
 * The rules for an entity `User`. Accounts are created by registration, and their addresses change by proof. Only
 * administration changes roles, and it keeps the last administrator.
 */
const user = {
  model: 'User',
  refuse: ['create', 'delete'],
  readOnly: ['email', 'emailVerified', 'disabledAt'],
  reserved: ['password', 'role'],
  module: 'server/lib/auth/user-hooks',
  page: '/admin/auth/users',
};

/** Models with sessions, secrets and security events. `genlock.json` can have no entity with their names. */
const internal = ['Session', 'AuthToken', 'AuthLock', 'AuditEvent', 'Totp', 'RecoveryCode', 'SignInChallenge'];

const handler = (name) => `server/routes/auth/${name}`;
const admin = (name) => `server/routes/admin/${name}`;

const routes = [
  { path: '/auth/register', handler: handler('register'), methods: ['POST'] },
  { path: '/auth/login', handler: handler('login'), methods: ['POST'] },
  { path: '/auth/login/second', handler: handler('second'), methods: ['POST'] },
  { path: '/auth/refresh', handler: handler('refresh'), methods: ['POST'] },
  { path: '/auth/logout', handler: handler('logout'), methods: ['POST'] },
  { path: '/auth/me', handler: handler('me'), methods: ['GET'], access: 'authenticated' },
  { path: '/auth/session', handler: handler('current-session'), methods: ['GET'] },
  { path: '/auth/password', handler: handler('password'), methods: ['PUT'], access: 'authenticated' },
  { path: '/auth/password/forgot', handler: handler('password-forgot'), methods: ['POST'] },
  { path: '/auth/password/reset', handler: handler('password-reset'), methods: ['POST'] },
  { path: '/auth/email', handler: handler('email'), methods: ['GET'], access: 'authenticated' },
  { path: '/auth/email/verify', handler: handler('email-verify'), methods: ['POST'] },
  { path: '/auth/email/verify/resend', handler: handler('email-resend'), methods: ['POST'] },
  { path: '/auth/email/change', handler: handler('email-change'), methods: ['POST'], access: 'authenticated' },
  { path: '/auth/email/confirm', handler: handler('email-confirm'), methods: ['POST'] },
  { path: '/auth/email/restore', handler: handler('email-restore'), methods: ['POST'] },
  { path: '/auth/magic', handler: handler('magic'), methods: ['POST'] },
  { path: '/auth/magic/verify', handler: handler('magic-verify'), methods: ['POST'] },
  { path: '/auth/invitations/accept', handler: handler('invitations'), methods: ['POST'] },
  { path: '/auth/options', handler: handler('options'), methods: ['GET'] },
  { path: '/auth/sessions', handler: handler('sessions'), methods: ['GET', 'DELETE'], access: 'authenticated' },
  { path: '/auth/sessions/:id', handler: handler('session'), methods: ['DELETE'], access: 'authenticated' },
  { path: '/auth/totp', handler: handler('totp'), methods: ['GET', 'DELETE'], access: 'authenticated' },
  { path: '/auth/totp/setup', handler: handler('totp-setup'), methods: ['POST'], access: 'authenticated' },
  { path: '/auth/totp/confirm', handler: handler('totp-confirm'), methods: ['POST'], access: 'authenticated' },
  { path: '/auth/totp/recovery-codes', handler: handler('recovery-codes'), methods: ['POST'], access: 'authenticated' },
  { path: '/admin/users', handler: admin('users/list'), methods: ['GET'], access: 'admin' },
  { path: '/admin/users/invitations', handler: admin('users/invitations'), methods: ['GET', 'POST'], access: 'admin' },
  { path: '/admin/users/invitations/:id', handler: admin('users/invitation'), methods: ['DELETE'], access: 'admin' },
  { path: '/admin/users/:id', handler: admin('users/user'), methods: ['DELETE'], access: 'admin' },
  { path: '/admin/users/:id/role', handler: admin('users/role'), methods: ['PUT'], access: 'admin' },
  { path: '/admin/users/:id/disabled', handler: admin('users/disabled'), methods: ['PUT', 'DELETE'], access: 'admin' },
  { path: '/admin/users/:id/sessions', handler: admin('users/sessions'), methods: ['DELETE'], access: 'admin' },
  {
    path: '/admin/users/:id/second-factor',
    handler: admin('users/second-factor'),
    methods: ['DELETE'],
    access: 'admin',
  },
  {
    path: '/admin/users/:id/password-reset',
    handler: admin('users/password-reset'),
    methods: ['POST'],
    access: 'admin',
  },
  { path: '/admin/audit', handler: admin('audit'), methods: ['GET'], access: 'admin' },
];
