import type { auditEvents } from '@server/lib/auth/audit';
import { formatName } from '@/lib/format';
import { type Messages, t, translateLabel } from '@/lib/i18n';

/** The messages with the names of events. */
const messages = {
  register: 'authEventRegister',
  login: 'authEventLogin',
  refresh: 'authEventRefresh',
  refresh_reuse: 'authEventRefreshReuse',
  logout: 'authEventLogout',
  magic_link: 'authEventMagicLink',
  password_change: 'authEventPasswordChange',
  password_forgot: 'authEventPasswordForgot',
  password_reset: 'authEventPasswordReset',
  email_verify: 'authEventEmailVerify',
  email_change_request: 'authEventEmailChangeRequest',
  email_change: 'authEventEmailChange',
  email_restore: 'authEventEmailRestore',
  invitation_accept: 'authEventInvitationAccept',
  second_factor: 'authEventSecondFactor',
  totp_confirm: 'authEventTotpConfirm',
  totp_remove: 'authEventTotpRemove',
  recovery_codes: 'authEventRecoveryCodes',
  session_revoke: 'authEventSessionRevoke',
  role_denied: 'authEventRoleDenied',
  admin_created: 'authEventAdminCreated',
  role_change: 'authEventRoleChange',
  user_disable: 'authEventUserDisable',
  user_enable: 'authEventUserEnable',
  user_delete: 'authEventUserDelete',
  user_sessions_end: 'authEventUserSessionsEnd',
  second_factor_reset: 'authEventSecondFactorReset',
  password_reset_request: 'authEventPasswordResetRequest',
  invitation_create: 'authEventInvitationCreate',
  invitation_revoke: 'authEventInvitationRevoke',
} as const satisfies Record<(typeof auditEvents)[number], keyof Messages>;

const byEvent = new Map(Object.entries(messages));

/** The names of the events, except those of other plugins. */
export const eventNames: readonly string[] = [...byEvent.keys()];

/**
 * Returns the display name of an event. Catalogues of other plugins translate the English names of
 * their events: `Passkey add` for `passkey:add`.
 */
export function eventName(event: string): string {
  const message = byEvent.get(event);
  return message === undefined
    ? translateLabel(formatName(event.replaceAll(':', ' ')))
    : t(message);
}
