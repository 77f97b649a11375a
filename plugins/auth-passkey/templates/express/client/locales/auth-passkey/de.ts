import type { messages as en } from './en';

/** The messages about passkeys in German. */
export const messages = {
  passkeySignIn: 'Mit einem Passkey anmelden',
  passkeyWaiting: 'Warten auf Ihr Gerät …',
  passkeyCancelled: 'Ihr Gerät hat keinen Passkey bereitgestellt. Versuchen Sie es erneut.',
  passkeyKnown: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  passkeyUnsupported: 'Dieser Browser unterstützt keine Passkeys.',
  passkeys: 'Passkeys',
  passkeysText:
    'Melden Sie sich mit Fingerabdruck, Gesicht, PIN oder einem Sicherheitsschlüssel an.',
  passkeyAdd: 'Passkey hinzufügen',
  passkeyAdded: 'Passkey hinzugefügt',
  passkeyUsed: 'Zuletzt verwendet: { $time }',
  passkeyUnused: 'Noch nicht verwendet',
  passkeyCreated: 'Hinzugefügt: { $time }',
  passkeyBackedUp: 'auf allen Ihren Geräten',
  passkeyName: 'Name',
  passkeyRename: 'Umbenennen',
  passkeyRenameOne: '{ $name } umbenennen',
  passkeyRenaming: 'Wird umbenannt …',
  passkeyRenameLost: 'Der Server hat nicht geantwortet. Versuchen Sie es erneut.',
  passkeyRemove: 'Entfernen',
  passkeyRemoveOne: '{ $name } entfernen',
  passkeyRemoveAsk: '{ $name } entfernen?',
  passkeyRemoveText: 'Sie können sich dann nicht mehr mit diesem Passkey anmelden.',
  passkeyRemoved: 'Passkey entfernt',
} satisfies Record<keyof typeof en, string>;

/** Problems of the server in German. `#` is a value. */
export const problems = {
  'The passkey was not accepted. Try again.':
    'Der Passkey wurde nicht akzeptiert. Versuchen Sie es erneut.',
  'This passkey is already registered.': 'Dieser Passkey ist bereits registriert.',
};

/** The names of events in the audit log. */
export const labels = {
  'Passkey add': 'Passkey hinzugefügt',
  'Passkey remove': 'Passkey entfernt',
};
