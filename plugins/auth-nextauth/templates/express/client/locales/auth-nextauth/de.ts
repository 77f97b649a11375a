import type { messages as en } from './en';

/** The messages about sign-in with providers in German. */
export const messages = {
  nextauthOr: 'oder',
  nextauthContinue: 'Weiter mit { $provider }',

  // Connected accounts
  nextauthConnected: 'Verbundene Konten',
  nextauthConnectedText: 'Mit diesen Konten können Sie sich statt mit einem Passwort anmelden.',
  nextauthConnect: '{ $provider } verbinden',
  nextauthDisconnect: 'Trennen',
  nextauthDisconnectAccount: '{ $provider } { $email } trennen',
  nextauthLastUsed: 'Zuletzt verwendet: { $time }',

  // Errors
  nextauthFailed: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut.',
  nextauthAttemptUnknown:
    'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Versuchen Sie es erneut.',
  nextauthUnknownProvider: 'Dieser Anbieter ist nicht verfügbar.',
  nextauthProviderRefused:
    'Der Anbieter hat die Anmeldung nicht bestätigt. Versuchen Sie es erneut.',
  nextauthProviderUnavailable: 'Der Anbieter antwortet nicht. Versuchen Sie es später erneut.',
  nextauthAccessDenied: 'Sie haben die Anmeldung beim Anbieter abgebrochen.',
  nextauthEmailMissing:
    'Der Anbieter hat keine verwendbare E-Mail-Adresse gesendet. Melden Sie sich auf andere Weise an.',
  nextauthEmailUnverified:
    'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie die Adresse dort und versuchen Sie es erneut.',
  nextauthAccountExists:
    'Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich wie bisher an und verbinden Sie den Anbieter dann auf der Seite Ihres Kontos.',
  nextauthAccountDisabled: 'Dieses Konto ist deaktiviert.',
  nextauthLinkedElsewhere:
    'Dieses Konto des Anbieters ist bereits mit einem anderen Benutzer verbunden.',
  nextauthInvitationInvalid: 'Die Einladung ist ungültig, abgelaufen oder wurde bereits verwendet.',
  nextauthInvitationOtherAddress:
    'Die Einladung gilt für eine andere E-Mail-Adresse als die des Anbieterkontos. Verwenden Sie das Konto mit dieser Adresse, oder wählen Sie ein Passwort.',
  nextauthSessionChanged:
    'Ihre Sitzung hat sich seit dem Beginn geändert. Es wurde nichts verbunden. Versuchen Sie es erneut.',
  nextauthSignupClosed:
    'Neue Konten brauchen eine Einladung. Wenn Sie ein Konto haben, melden Sie sich wie bisher an.',
  nextauthVerificationRequired:
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse. Den Link enthält eine E-Mail an diese Adresse.',
} satisfies Record<keyof typeof en, string>;

/** Problems of the server in German. */
export const problems = {
  'The form is not valid.': 'Das Formular ist nicht gültig.',
  'This sign-in provider is not available.': 'Dieser Anbieter ist nicht verfügbar.',
  'The sign-in provider does not respond. Try again later.':
    'Der Anbieter antwortet nicht. Versuchen Sie es später erneut.',
  'Accounts cannot be connected in this application.':
    'In dieser Anwendung können keine Konten verbunden werden.',
};

/** The names of events in the audit log. */
export const labels = {
  'Identity link': 'Anbieter verbunden',
  'Identity unlink': 'Anbieter getrennt',
};
