/** The messages about passkeys in English, in the syntax of Fluent. */
export const messages = {
  passkeySignIn: 'Sign in with a passkey',
  passkeyWaiting: 'Waiting for your device…',
  passkeyCancelled: 'Your device did not provide a passkey. Try again.',
  passkeyKnown: 'This device already has a passkey for your account.',
  passkeyUnsupported: 'This browser does not support passkeys.',
  passkeys: 'Passkeys',
  passkeysText: 'Sign in with your fingerprint, your face, a PIN or a security key.',
  passkeyAdd: 'Add a passkey',
  passkeyAdded: 'Passkey added',
  passkeyUsed: 'Last used { $time }',
  passkeyUnused: 'Not used yet',
  passkeyCreated: 'Added { $time }',
  passkeyBackedUp: 'on all your devices',
  passkeyName: 'Name',
  passkeyRename: 'Rename',
  passkeyRenameOne: 'Rename { $name }',
  passkeyRenaming: 'Renaming…',
  passkeyRenameLost: 'No answer came from the server. Try again.',
  passkeyRemove: 'Remove',
  passkeyRemoveOne: 'Remove { $name }',
  passkeyRemoveAsk: 'Remove { $name }?',
  passkeyRemoveText: 'You can then no longer sign in with this passkey.',
  passkeyRemoved: 'Passkey removed',
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}

/** The names of events in the audit log. */
export const labels = {
  'Passkey add': 'Passkey added',
  'Passkey remove': 'Passkey removed',
};
