import type { messages as en } from './en';

/** The messages about accounts in German. */
export const messages = {
  // Sign-in and registration
  authSignIn: 'Anmelden',
  authSigningIn: 'Anmeldung läuft …',
  authSignInLost:
    'Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung und melden Sie sich erneut an.',
  authNoAccount: 'Noch kein Konto?',
  authCreateOne: 'Jetzt erstellen',
  authRegister: 'Konto erstellen',
  authCreate: 'Konto erstellen',
  authCreating: 'Ihr Konto wird erstellt …',
  authCreateLost:
    'Der Server hat nicht geantwortet. Ihr Konto wurde möglicherweise erstellt. Versuchen Sie, sich damit anzumelden. Wenn das nicht gelingt, erstellen Sie es erneut.',
  authHasAccount: 'Haben Sie bereits ein Konto?',
  authName: 'Name',
  authEmail: 'E-Mail-Adresse',
  authPassword: 'Passwort',
  authShow: '{ $field } anzeigen',
  authWait: 'Noch { $seconds } s warten',
  authEmailInvalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  authSessionExpired: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  authSignedOutElsewhere: 'Sie haben sich in einem anderen Tab abgemeldet.',
  authSignedOut: 'Sie haben sich abgemeldet.',
  authForbidden: 'Kein Zugriff mit diesem Konto',
  authForbiddenText: 'Sie sind angemeldet, aber Ihr Konto darf diese Seite nicht öffnen.',

  // Password rules
  authRuleLength: 'Mindestens { $count } Zeichen',
  authRuleUppercase: 'Ein Großbuchstabe',
  authRuleLowercase: 'Ein Kleinbuchstabe',
  authRuleNumber: 'Eine Ziffer',
  authRuleMet: '(erfüllt)',
  authRulesUnmet: 'Wählen Sie ein Passwort, das alle folgenden Regeln erfüllt.',

  // Account
  authAccount: 'Ihr Konto',
  authChangePassword: 'Passwort ändern',
  authChangePasswordText: 'Wenn Sie Ihr Passwort ändern, enden Ihre anderen Sitzungen.',
  authCurrentPassword: 'Aktuelles Passwort',
  authNewPassword: 'Neues Passwort',
  authChange: 'Passwort ändern',
  authChanging: 'Wird geändert …',
  authChanged: 'Passwort geändert',
  authChangeLost:
    'Der Server hat nicht geantwortet. Ihr Passwort wurde möglicherweise geändert. Versuchen Sie es erneut: Wenn das aktuelle Passwort abgelehnt wird, gilt bereits das neue.',
  authSessions: 'Wo Sie angemeldet sind',
  authThisDevice: 'dieses Gerät',
  authLastUsed: 'Zuletzt verwendet: { $time }',
  authLastUsedFrom: 'Zuletzt verwendet: { $time }, von { $address }',
  authSignedInAt: 'Angemeldet: { $time }',
  authDevice: '{ $browser } unter { $system }',
  authUnknownDevice: 'Unbekanntes Gerät',
  authSignOut: 'Abmelden',
  authSigningOut: 'Abmeldung läuft …',
  authSignOutDevice: '{ $device } abmelden, angemeldet: { $time }',
  authSignOutOthers: 'Alle anderen abmelden',
  authSignOutEverywhere: 'Überall abmelden',
  authSignOutEverywhereAsk: 'Überall abmelden?',
  authSignOutEverywhereText: 'Damit enden alle Sitzungen Ihres Kontos, auch diese.',
  authStillSignedIn: 'Sie sind noch angemeldet. { $problem }',
} satisfies Record<keyof typeof en, string>;
