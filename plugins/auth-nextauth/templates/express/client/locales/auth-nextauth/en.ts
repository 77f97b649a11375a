/** The messages about sign-in with providers in English, in the syntax of Fluent. */
export const messages = {
  nextauthOr: 'or',
  nextauthContinue: 'Continue with { $provider }',

  // Connected accounts
  nextauthConnected: 'Connected accounts',
  nextauthConnectedText: 'You can sign in with these accounts instead of a password.',
  nextauthConnect: 'Connect { $provider }',
  nextauthDisconnect: 'Disconnect',
  nextauthDisconnectAccount: 'Disconnect { $provider } { $email }',
  nextauthLastUsed: 'Last used { $time }',

  // Errors
  nextauthFailed: 'The sign-in failed. Try again.',
  nextauthAttemptUnknown: 'This sign-in has expired or began in another browser. Try again.',
  nextauthUnknownProvider: 'This provider is not available.',
  nextauthProviderRefused: 'The provider did not confirm the sign-in. Try again.',
  nextauthProviderUnavailable: 'The provider does not respond. Try again later.',
  nextauthAccessDenied: 'You cancelled the sign-in at the provider.',
  nextauthEmailMissing:
    'The provider did not send an e-mail address that can be used. Use another way to sign in.',
  nextauthEmailUnverified:
    'The provider has not verified your e-mail address. Verify the address there, then try again.',
  nextauthAccountExists:
    'There is already an account with this e-mail address. Sign in as before, then connect the provider on the page of your account.',
  nextauthAccountDisabled: 'This account is disabled.',
  nextauthLinkedElsewhere: 'This provider account is already connected to another user.',
  nextauthInvitationInvalid: 'The invitation is invalid, expired or was already used.',
  nextauthInvitationOtherAddress:
    'The address of the provider account is not the invited address. Use the provider account with the invited address, or choose a password.',
  nextauthSessionChanged:
    'Your session has changed since you began. Nothing was connected. Try again.',
  nextauthSignupClosed:
    'New accounts need an invitation. If you have an account, sign in as before.',
  nextauthVerificationRequired:
    'Verify your e-mail address first. The link is in a mail to that address.',
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}

/** The names of events in the audit log. */
export const labels = {
  'Identity link': 'Provider connected',
  'Identity unlink': 'Provider disconnected',
};
