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
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}
