/** The messages about accounts in English, in the syntax of Fluent. */
export const messages = {
  // Sign-in and registration
  authSignIn: 'Sign in',
  authSigningIn: 'Signing in…',
  authSignInLost: 'No answer came from the server. Check your connection, then sign in again.',
  authNoAccount: 'No account yet?',
  authCreateOne: 'Create one',
  authRegister: 'Create an account',
  authCreate: 'Create account',
  authCreating: 'Creating your account…',
  authCreateLost:
    'No answer came from the server, so your account may have been created or not. Try to sign in with it; if that is refused, create it again.',
  authHasAccount: 'Already have an account?',
  authName: 'Name',
  authEmail: 'E-mail address',
  authPassword: 'Password',
  authShow: 'Show { $field }',
  authWait: 'Wait { $seconds } s',
  authEmailInvalid: 'Enter an e-mail address, such as ada@example.com.',
  authSessionExpired: 'Your session has ended. Please sign in again.',
  authSignedOutElsewhere: 'You signed out in another tab.',
  authSignedOut: 'You have signed out.',
  authForbidden: 'Not for this account',
  authForbiddenText: 'You are signed in, but your account may not open this page.',

  // Second step and repeated sign-in
  authSecondStep: 'Second step',
  authSecondText: 'Open your authenticator app and enter the code that it shows.',
  authRecoveryText: 'Enter one of your recovery codes. Each code works once.',
  authCode: 'Code',
  authRecoveryCode: 'Recovery code',
  authUseApp: 'Use the authenticator app',
  authUseRecovery: 'Use a recovery code',
  authStartAgain: 'Start again',
  authAgain: 'Sign in again',
  authAgainText: 'This change requires a recent sign-in.',

  // Two-factor authentication
  authTwoFactor: 'Two-factor authentication',
  authTwoFactorOff:
    'At each sign-in, also enter a code from an app on your phone. A stolen password is then not enough.',
  authTwoFactorOn: `{ $count ->
    [one] Each sign-in requires a code from your app. You have { $count } unused recovery code.
   *[other] Each sign-in requires a code from your app. You have { $count } unused recovery codes.
}`,
  authSetUp: 'Set up an authenticator app',
  authScan: 'Scan this code with your authenticator app. Then enter the code that the app shows.',
  authQrCode: 'QR code for your authenticator app',
  authTypeSecret: 'If you cannot scan it, enter this key in the app:',
  authConfirm: 'Confirm',
  authConfirming: 'Confirming…',
  authTotpLost: 'No answer came from the server. Reload the page to see whether the app is set up.',
  authRecoveryCodes: 'Your recovery codes',
  authRecoveryCodesText:
    'If you lose your phone, you can sign in with one of these codes. Each code works once. Save them now: they are not shown again.',
  authDownload: 'Download',
  authCodesSaved: 'I have saved the codes',
  authNewCodes: 'Create new recovery codes',
  authSwitchOff: 'Switch off',
  authSwitchOffAsk: 'Switch off two-factor authentication?',
  authSwitchOffText: 'Your password alone is then enough to sign in.',
  authTwoFactorRemoved: 'Two-factor authentication is off',

  // Password rules
  authRuleLength: `{ $count ->
    [one] At least { $count } character
   *[other] At least { $count } characters
}`,
  authRuleUppercase: 'An uppercase letter',
  authRuleLowercase: 'A lowercase letter',
  authRuleNumber: 'A number',
  authRuleMet: '(met)',
  authRulesUnmet: 'Choose a password that meets all rules below.',

  // Account
  authAccount: 'Your account',
  authChangePassword: 'Change your password',
  authChangePasswordText: 'Changing your password ends your other sessions.',
  authCurrentPassword: 'Current password',
  authNewPassword: 'New password',
  authChange: 'Change password',
  authChanging: 'Changing…',
  authChanged: 'Password changed',
  authChangeLost:
    'No answer came from the server, so your password may have been changed or not. Try again: if the current password is refused, the new one is in force already.',
  authSessions: 'Where you are signed in',
  authThisDevice: 'this device',
  authLastUsed: 'Last used { $time }',
  authLastUsedFrom: 'Last used { $time } from { $address }',
  authSignedInAt: 'Signed in { $time }',
  authDevice: '{ $browser } on { $system }',
  authUnknownDevice: 'Unknown device',
  authSignOut: 'Sign out',
  authSigningOut: 'Signing out…',
  authSignOutDevice: 'Sign out { $device }, signed in { $time }',
  authSignOutOthers: 'Sign out all others',
  authSignOutEverywhere: 'Sign out everywhere',
  authSignOutEverywhereAsk: 'Sign out everywhere?',
  authSignOutEverywhereText: 'This ends every session of your account, including this one.',
  authStillSignedIn: 'You are still signed in. { $problem }',

  // Links in mails
  authSending: 'Sending…',
  authSendLink: 'Send the link',
  authMailLost: 'No answer came from the server. Check your connection, then try again.',
  authMailSentTo: 'A mail is on its way to { $email }. Open the link in it.',
  authLinkMissing: 'This page needs the link from a mail. Open the link in the mail again.',
  authLinkLost:
    'No answer came from the server. Try again: if the link is refused as used, the change was made.',
  authToSignIn: 'Back to sign-in',
  authToAccount: 'Go to your account',

  // Links to sign in
  authMagic: 'Sign in with a link',
  authMagicText:
    'Enter the e-mail address of your account. You get a mail with a link. Open it in this browser to sign in. If the address was never verified, the link verifies it and removes the password.',
  authMagicSent:
    'If there is an account with this address, a mail with a link is on its way. The link works for 10 minutes, in this browser only.',
  authMagicReady: 'The button signs you in.',
  authMagicOther: 'You are signed in as { $email }. The button can sign you in as another user.',

  // Forgotten passwords
  authForgot: 'Forgot your password?',
  authForgotText:
    'Enter the e-mail address of your account. A mail brings you a link to set a new password.',
  authForgotSent:
    'If the address has an account, a mail with a link is on its way. The link works for 30 minutes.',
  authForgotAgain: 'Request another link',
  authReset: 'Set a new password',
  authResetText:
    'This ends all sessions of your account. You sign in with the new password afterwards.',
  authResetDone: 'The new password is set. All sessions of your account have ended.',
  authResetLost:
    'No answer came from the server, so the new password may be set or not. Try to sign in with it.',

  // E-mail address
  authVerifyEmail: 'Verify your e-mail address',
  authVerify: 'Verify the address',
  authVerifyText: 'You are signed in as { $email }. The button verifies this address.',
  authVerifyPasswordText:
    'Enter the password of your account to keep it. If the field is empty, the password is removed, because another person could have created the account. You set a new password then.',
  authVerifyDone: 'The address is verified.',
  authVerifyDoneWithout: 'The address is verified. The account has no password now.',
  authVerifyResend: 'Send the mail for verification again',
  authVerifyResendText:
    'Enter the e-mail address of your account. A mail brings you a link to verify it.',
  authVerifySent:
    'If the address has an account that is not verified, a mail with a link is on its way. The link works for 24 hours.',
  authUnverified: 'Your e-mail address is not verified.',
  authChangeEmail: 'Change your e-mail address',
  authChangeEmailText: 'The address changes when you open the link in the mail to the new address.',
  authNewEmail: 'New e-mail address',
  authConfirmEmail: 'Confirm your new e-mail address',
  authConfirmEmailText:
    'If you continue, your account uses the new address and your other sessions end.',
  authConfirmEmailAction: 'Use the new address',
  authConfirmEmailDone: 'Your account uses the new address.',
  authRestoreEmail: 'Restore your e-mail address',
  authRestoreEmailText:
    'If you continue, your account uses this address again, all sessions end and the password is removed. You set a new password then.',
  authRestoreEmailAction: 'Restore the address',
  authRestoreEmailDone: 'The address is restored. The account has no password now.',

  // Invitations
  authInvitationText: 'Choose a password for your account.',
  authInvitationOther: 'You are signed in as { $email }. The new account replaces this session.',
  authInvitationNeeded: 'You need an invitation to create an account here.',
  authRegisterMailText: 'Enter your e-mail address. A mail brings you the next step.',
  authRegisterSent: 'A mail with the next step is on its way. Its link works for 7 days.',

  // User administration
  authUsers: 'Users',
  authYou: 'you',
  authRole: 'Role',
  authRoleUser: 'User',
  authRoleAdmin: 'Administrator',
  authRoleSuperAdmin: 'Super administrator',
  authState: 'State',
  authEnabled: 'Enabled',
  authDisabled: 'Disabled',
  authLastSignIn: 'Last sign-in',
  authNever: 'Never',
  authActions: 'Actions',
  authActionsFor: 'Actions for { $name }',
  authSearchUsers: 'Search users',
  authChangeRole: 'Change role',
  authChangeRoleOf: 'Change the role of { $name }',
  authChangeRoleText: 'The new role applies immediately.',
  authRoleChanged: 'Role of { $name } changed: { $role }',
  authEndSessions: 'Sign out everywhere',
  authEndSessionsAsk: 'Sign out { $name } everywhere?',
  authEndSessionsText: 'This ends all sessions of the user. The user can sign in again.',
  authEndedSessions: '{ $name } is signed out everywhere',
  authSendReset: 'Send a link for a new password',
  authSendResetAsk: 'Send { $name } a link for a new password?',
  authSendResetText:
    'The user receives an e-mail. The current password remains valid until the user sets a new one.',
  authSentReset: 'Link sent to { $name }',
  authRemoveFactor: 'Remove the second factor',
  authRemoveFactorAsk: 'Remove the second factor of { $name }?',
  authRemoveFactorText:
    'The user signs in without a second factor until the user sets one up again. Make sure that the request is genuine.',
  authRemovedFactor: 'Second factor of { $name } removed',
  authDisable: 'Disable',
  authDisableAsk: 'Disable { $name }?',
  authDisableText:
    'This ends all sessions of the user. The user cannot sign in until the account is enabled again.',
  authDisabledNotice: '{ $name } is disabled',
  authEnable: 'Enable',
  authEnableAsk: 'Enable { $name }?',
  authEnableText: 'The user can sign in again.',
  authEnabledNotice: '{ $name } is enabled',
  authDelete: 'Delete',
  authDeleteAsk: 'Delete { $name }?',
  authDeleteText: 'This deletes the account with all its sessions. It can’t be undone.',
  authDeletedNotice: '{ $name } is deleted',
  authInvite: 'Invite a user',
  authInviteText: 'The user receives a link to create an account. The link is valid for 7 days.',
  authInviteSend: 'Invite',
  authInviteSending: 'Inviting…',
  authInviteLost:
    'No answer came from the server. Check whether the invitation is in the list before you try again.',
  authInvited: '{ $email } is invited',
  authInvitationLink: 'Link of the invitation',
  authInvitationLinkText:
    'This application cannot send mail. Copy the link and send it to the user. The link is shown only once.',
  authLink: 'Link',
  authCopy: 'Copy',
  authCopied: 'Copied',
  authCopyFailed: 'The browser did not copy the link. Select it in the field and copy it.',
  authInvitations: 'Open invitations',
  authInvitedBy: 'Invited by',
  authDeletedUser: 'Deleted user',
  authValidUntil: 'Valid until',
  authRevoke: 'Revoke',
  authRevokeOf: 'Revoke the invitation of { $email }',
  authRevokeAsk: 'Revoke the invitation of { $email }?',
  authRevokeText: 'The link of the invitation becomes invalid.',
  authRevoked: 'Invitation of { $email } revoked',

  // Audit log
  authAuditLog: 'Audit log',
  authEvents: 'Events',
  authTime: 'Time',
  authEvent: 'Event',
  authOutcome: 'Outcome',
  authOutcomeOk: 'Successful',
  authOutcomeRefused: 'Refused',
  authActor: 'User',
  authTarget: 'Affected user',
  authDetails: 'Details',
  authActorSearch: 'User: address or id',
  authTargetSearch: 'Affected user: address or id',
  authEventRegister: 'Registration',
  authEventLogin: 'Sign-in',
  authEventRefresh: 'Session renewed',
  authEventRefreshReuse: 'Refresh token reused',
  authEventLogout: 'Sign-out',
  authEventPasswordChange: 'Password changed',
  authEventMagicLink: 'Link to sign in',
  authEventPasswordForgot: 'Forgotten password',
  authEventPasswordReset: 'Password reset',
  authEventEmailVerify: 'E-mail address verified',
  authEventEmailChangeRequest: 'Change of the e-mail address requested',
  authEventEmailChange: 'E-mail address changed',
  authEventEmailRestore: 'E-mail address restored',
  authEventInvitationAccept: 'Invitation accepted',
  authEventSecondFactor: 'Second factor entered',
  authEventTotpConfirm: 'Authenticator app set up',
  authEventTotpRemove: 'Authenticator app removed',
  authEventRecoveryCodes: 'Recovery codes created',
  authEventSessionRevoke: 'Session ended',
  authEventRoleDenied: 'Missing role',
  authEventAdminCreated: 'Administrator created',
  authEventRoleChange: 'Role changed',
  authEventUserDisable: 'User disabled',
  authEventUserEnable: 'User enabled',
  authEventUserDelete: 'User deleted',
  authEventUserSessionsEnd: 'Sessions of a user ended',
  authEventSecondFactorReset: 'Second factor removed',
  authEventPasswordResetRequest: 'Link for a new password requested',
  authEventInvitationCreate: 'User invited',
  authEventInvitationRevoke: 'Invitation revoked',
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}
