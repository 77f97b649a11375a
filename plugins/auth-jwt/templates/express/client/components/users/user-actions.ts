import { isMailAvailable } from '@/generated/mail';
import type { AdminUser, UserChange } from '@/hooks/useUsers';
import { t } from '@/lib/i18n';

/** An action that needs a confirmation. */
export interface UserAction {
  readonly label: string;
  readonly title: (name: string) => string;
  /** The effect. */
  readonly text: string;
  /** The notice after the action. */
  readonly done: (name: string) => string;
  readonly request: Omit<UserChange, 'id'>;
}

/** Returns the actions for the state of a user. */
export function userActions({ may, disabledAt, secondFactor }: AdminUser): readonly UserAction[] {
  if (!may.manage) return [];
  const isEnabled = disabledAt === null;
  return [
    ...(isEnabled ? [endSessions(), ...(isMailAvailable ? [resetPassword()] : [])] : []),
    ...(secondFactor ? [removeFactor()] : []),
    isEnabled ? disable() : enable(),
    remove(),
  ];
}

function endSessions(): UserAction {
  return {
    label: t('authEndSessions'),
    title: (name) => t('authEndSessionsAsk', { name }),
    text: t('authEndSessionsText'),
    done: (name) => t('authEndedSessions', { name }),
    request: { method: 'DELETE', part: '/sessions' },
  };
}

function resetPassword(): UserAction {
  return {
    label: t('authSendReset'),
    title: (name) => t('authSendResetAsk', { name }),
    text: t('authSendResetText'),
    done: (name) => t('authSentReset', { name }),
    request: { method: 'POST', part: '/password-reset' },
  };
}

function removeFactor(): UserAction {
  return {
    label: t('authRemoveFactor'),
    title: (name) => t('authRemoveFactorAsk', { name }),
    text: t('authRemoveFactorText'),
    done: (name) => t('authRemovedFactor', { name }),
    request: { method: 'DELETE', part: '/second-factor' },
  };
}

function disable(): UserAction {
  return {
    label: t('authDisable'),
    title: (name) => t('authDisableAsk', { name }),
    text: t('authDisableText'),
    done: (name) => t('authDisabledNotice', { name }),
    request: { method: 'PUT', part: '/disabled' },
  };
}

function enable(): UserAction {
  return {
    label: t('authEnable'),
    title: (name) => t('authEnableAsk', { name }),
    text: t('authEnableText'),
    done: (name) => t('authEnabledNotice', { name }),
    request: { method: 'DELETE', part: '/disabled' },
  };
}

function remove(): UserAction {
  return {
    label: t('authDelete'),
    title: (name) => t('authDeleteAsk', { name }),
    text: t('authDeleteText'),
    done: (name) => t('authDeletedNotice', { name }),
    request: { method: 'DELETE' },
  };
}
