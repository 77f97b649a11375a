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

  // Second step and repeated sign-in
  authSecondStep: 'Zweiter Schritt',
  authSecondText: 'Öffnen Sie Ihre Authentifizierungs-App und geben Sie den angezeigten Code ein.',
  authRecoveryText:
    'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder Code gilt nur einmal.',
  authCode: 'Code',
  authRecoveryCode: 'Wiederherstellungscode',
  authUseApp: 'Authentifizierungs-App verwenden',
  authUseRecovery: 'Wiederherstellungscode verwenden',
  authStartAgain: 'Neu beginnen',
  authAgain: 'Erneut anmelden',
  authAgainText: 'Für diese Änderung müssen Sie sich vor Kurzem angemeldet haben.',

  // Two-factor authentication
  authTwoFactor: 'Zwei-Faktor-Authentifizierung',
  authTwoFactorOff:
    'Geben Sie bei jeder Anmeldung auch einen Code aus einer App auf Ihrem Telefon ein. Ein gestohlenes Passwort reicht dann nicht aus.',
  authTwoFactorOn: `{ $count ->
    [one] Jede Anmeldung erfordert einen Code aus Ihrer App. Sie haben noch { $count } Wiederherstellungscode.
   *[other] Jede Anmeldung erfordert einen Code aus Ihrer App. Sie haben noch { $count } Wiederherstellungscodes.
}`,
  authSetUp: 'Authentifizierungs-App einrichten',
  authScan:
    'Scannen Sie diesen Code mit Ihrer Authentifizierungs-App. Geben Sie dann den Code ein, den die App anzeigt.',
  authQrCode: 'QR-Code für Ihre Authentifizierungs-App',
  authTypeSecret: 'Wenn Sie ihn nicht scannen können, geben Sie diesen Schlüssel in der App ein:',
  authConfirm: 'Bestätigen',
  authConfirming: 'Wird bestätigt …',
  authTotpLost:
    'Der Server hat nicht geantwortet. Laden Sie die Seite neu, um zu sehen, ob die App eingerichtet ist.',
  authRecoveryCodes: 'Ihre Wiederherstellungscodes',
  authRecoveryCodesText:
    'Wenn Sie Ihr Telefon verlieren, können Sie sich mit einem dieser Codes anmelden. Jeder Code gilt nur einmal. Speichern Sie die Codes jetzt: Sie werden nicht noch einmal angezeigt.',
  authDownload: 'Herunterladen',
  authCodesSaved: 'Ich habe die Codes gespeichert',
  authNewCodes: 'Neue Wiederherstellungscodes erstellen',
  authSwitchOff: 'Ausschalten',
  authSwitchOffAsk: 'Zwei-Faktor-Authentifizierung ausschalten?',
  authSwitchOffText: 'Für die Anmeldung reicht dann Ihr Passwort.',
  authTwoFactorRemoved: 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet',

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

  // Links in mails
  authSending: 'Wird gesendet …',
  authSendLink: 'Link senden',
  authMailLost:
    'Der Server hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  authMailSentTo: 'Eine E-Mail an { $email } ist unterwegs. Öffnen Sie den Link darin.',
  authLinkMissing:
    'Diese Seite braucht den Link aus einer E-Mail. Öffnen Sie den Link in der E-Mail erneut.',
  authLinkLost:
    'Der Server hat nicht geantwortet. Versuchen Sie es erneut: Wenn der Link als verwendet abgelehnt wird, ist die Änderung erfolgt.',
  authToSignIn: 'Zurück zur Anmeldung',
  authToAccount: 'Zu Ihrem Konto',

  // Links to sign in
  authMagic: 'Mit einem Link anmelden',
  authMagicText:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten eine E-Mail mit einem Link. Öffnen Sie ihn in diesem Browser, um sich anzumelden. Wurde die Adresse nie bestätigt, bestätigt der Link sie und entfernt das Passwort.',
  authMagicSent:
    'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 10 Minuten, nur in diesem Browser.',
  authMagicReady: 'Der Knopf meldet Sie an.',
  authMagicOther:
    'Sie sind als { $email } angemeldet. Der Knopf kann Sie als anderen Benutzer anmelden.',

  // Forgotten passwords
  authForgot: 'Passwort vergessen?',
  authForgotText:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten eine E-Mail mit einem Link, über den Sie ein neues Passwort festlegen.',
  authForgotSent:
    'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 30 Minuten.',
  authForgotAgain: 'Einen neuen Link anfordern',
  authReset: 'Neues Passwort festlegen',
  authResetText:
    'Damit enden alle Sitzungen Ihres Kontos. Danach melden Sie sich mit dem neuen Passwort an.',
  authResetDone: 'Das neue Passwort ist festgelegt. Alle Sitzungen Ihres Kontos sind beendet.',
  authResetLost:
    'Der Server hat nicht geantwortet. Das neue Passwort wurde möglicherweise festgelegt. Versuchen Sie, sich damit anzumelden.',

  // E-mail address
  authVerifyEmail: 'E-Mail-Adresse bestätigen',
  authVerify: 'Adresse bestätigen',
  authVerifyText: 'Sie sind als { $email } angemeldet. Der Knopf bestätigt diese Adresse.',
  authVerifyPasswordText:
    'Geben Sie das Passwort Ihres Kontos ein, um es zu behalten. Bleibt das Feld leer, wird das Passwort entfernt, denn das Konto könnte von einer anderen Person stammen. Sie legen dann ein neues Passwort fest.',
  authVerifyDone: 'Die Adresse ist bestätigt.',
  authVerifyDoneWithout: 'Die Adresse ist bestätigt. Das Konto hat jetzt kein Passwort.',
  authVerifyResend: 'E-Mail zur Bestätigung erneut senden',
  authVerifyResendText:
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten eine E-Mail mit einem Link, der sie bestätigt.',
  authVerifySent:
    'Wenn es zu dieser Adresse ein Konto gibt, das noch nicht bestätigt ist, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 24 Stunden.',
  authUnverified: 'Ihre E-Mail-Adresse ist nicht bestätigt.',
  authChangeEmail: 'E-Mail-Adresse ändern',
  authChangeEmailText:
    'Die Adresse ändert sich, wenn Sie den Link in der E-Mail an die neue Adresse öffnen.',
  authNewEmail: 'Neue E-Mail-Adresse',
  authConfirmEmail: 'Neue E-Mail-Adresse bestätigen',
  authConfirmEmailText:
    'Wenn Sie fortfahren, verwendet Ihr Konto die neue Adresse, und Ihre anderen Sitzungen enden.',
  authConfirmEmailAction: 'Neue Adresse verwenden',
  authConfirmEmailDone: 'Ihr Konto verwendet die neue Adresse.',
  authRestoreEmail: 'E-Mail-Adresse wiederherstellen',
  authRestoreEmailText:
    'Wenn Sie fortfahren, verwendet Ihr Konto wieder diese Adresse. Alle Sitzungen enden, und das Passwort wird entfernt. Sie legen dann ein neues Passwort fest.',
  authRestoreEmailAction: 'Adresse wiederherstellen',
  authRestoreEmailDone: 'Die Adresse ist wiederhergestellt. Das Konto hat jetzt kein Passwort.',

  // Invitations
  authInvitationText: 'Wählen Sie ein Passwort für Ihr Konto.',
  authInvitationOther: 'Sie sind als { $email } angemeldet. Das neue Konto ersetzt diese Sitzung.',
  authInvitationNeeded: 'Um hier ein Konto zu erstellen, brauchen Sie eine Einladung.',
  authRegisterMailText:
    'Geben Sie Ihre E-Mail-Adresse ein. Der nächste Schritt folgt in einer E-Mail.',
  authRegisterSent: 'Eine E-Mail mit dem nächsten Schritt ist unterwegs. Ihr Link gilt 7 Tage.',

  // User administration
  authUsers: 'Benutzer',
  authYou: 'Sie',
  authRole: 'Rolle',
  authRoleUser: 'Benutzer',
  authRoleAdmin: 'Administrator',
  authRoleSuperAdmin: 'Hauptadministrator',
  authState: 'Status',
  authEnabled: 'Aktiv',
  authDisabled: 'Deaktiviert',
  authLastSignIn: 'Letzte Anmeldung',
  authNever: 'Nie',
  authActions: 'Aktionen',
  authActionsFor: 'Aktionen für { $name }',
  authSearchUsers: 'Benutzer suchen',
  authChangeRole: 'Rolle ändern',
  authChangeRoleOf: 'Rolle von { $name } ändern',
  authChangeRoleText: 'Die neue Rolle gilt sofort.',
  authRoleChanged: 'Rolle von { $name } geändert: { $role }',
  authEndSessions: 'Überall abmelden',
  authEndSessionsAsk: '{ $name } überall abmelden?',
  authEndSessionsText:
    'Damit enden alle Sitzungen des Benutzers. Der Benutzer kann sich wieder anmelden.',
  authEndedSessions: '{ $name } ist überall abgemeldet',
  authSendReset: 'Link für ein neues Passwort senden',
  authSendResetAsk: '{ $name } einen Link für ein neues Passwort senden?',
  authSendResetText:
    'Der Benutzer erhält eine E-Mail. Das bisherige Passwort gilt, bis der Benutzer ein neues festlegt.',
  authSentReset: 'Link an { $name } gesendet',
  authRemoveFactor: 'Zweiten Faktor entfernen',
  authRemoveFactorAsk: 'Zweiten Faktor von { $name } entfernen?',
  authRemoveFactorText:
    'Der Benutzer meldet sich ohne zweiten Faktor an, bis er wieder einen einrichtet. Vergewissern Sie sich, dass die Anfrage echt ist.',
  authRemovedFactor: 'Zweiter Faktor von { $name } entfernt',
  authDisable: 'Deaktivieren',
  authDisableAsk: '{ $name } deaktivieren?',
  authDisableText:
    'Damit enden alle Sitzungen des Benutzers. Der Benutzer kann sich nicht anmelden, bis das Konto wieder aktiviert wird.',
  authDisabledNotice: '{ $name } ist deaktiviert',
  authEnable: 'Aktivieren',
  authEnableAsk: '{ $name } aktivieren?',
  authEnableText: 'Der Benutzer kann sich wieder anmelden.',
  authEnabledNotice: '{ $name } ist aktiviert',
  authDelete: 'Löschen',
  authDeleteAsk: '{ $name } löschen?',
  authDeleteText:
    'Damit wird das Konto mit allen Sitzungen gelöscht. Das lässt sich nicht rückgängig machen.',
  authDeletedNotice: '{ $name } ist gelöscht',
  authInvite: 'Benutzer einladen',
  authInviteText:
    'Der Benutzer erhält einen Link, um ein Konto zu erstellen. Der Link ist 7 Tage gültig.',
  authInviteSend: 'Einladen',
  authInviteSending: 'Einladung läuft …',
  authInviteLost:
    'Der Server hat nicht geantwortet. Prüfen Sie, ob die Einladung in der Liste steht, bevor Sie es erneut versuchen.',
  authInvited: '{ $email } ist eingeladen',
  authInvitationLink: 'Link der Einladung',
  authInvitationLinkText:
    'Diese Anwendung kann keine E-Mails senden. Kopieren Sie den Link und senden Sie ihn dem Benutzer. Der Link wird nur einmal angezeigt.',
  authLink: 'Link',
  authCopy: 'Kopieren',
  authCopied: 'Kopiert',
  authCopyFailed:
    'Der Browser hat den Link nicht kopiert. Markieren Sie ihn im Feld und kopieren Sie ihn.',
  authInvitations: 'Offene Einladungen',
  authInvitedBy: 'Eingeladen von',
  authDeletedUser: 'Gelöschter Benutzer',
  authValidUntil: 'Gültig bis',
  authRevoke: 'Widerrufen',
  authRevokeOf: 'Einladung von { $email } widerrufen',
  authRevokeAsk: 'Einladung von { $email } widerrufen?',
  authRevokeText: 'Der Link der Einladung wird ungültig.',
  authRevoked: 'Einladung von { $email } widerrufen',

  // Audit log
  authAuditLog: 'Audit-Protokoll',
  authEvents: 'Ereignisse',
  authTime: 'Zeit',
  authEvent: 'Ereignis',
  authOutcome: 'Ergebnis',
  authOutcomeOk: 'Erfolgreich',
  authOutcomeRefused: 'Abgelehnt',
  authActor: 'Benutzer',
  authTarget: 'Betroffener Benutzer',
  authDetails: 'Details',
  authActorSearch: 'Benutzer: Adresse oder ID',
  authTargetSearch: 'Betroffener Benutzer: Adresse oder ID',
  authEventRegister: 'Registrierung',
  authEventLogin: 'Anmeldung',
  authEventRefresh: 'Sitzung erneuert',
  authEventRefreshReuse: 'Refresh-Token wiederverwendet',
  authEventLogout: 'Abmeldung',
  authEventPasswordChange: 'Passwort geändert',
  authEventMagicLink: 'Link zur Anmeldung',
  authEventPasswordForgot: 'Passwort vergessen',
  authEventPasswordReset: 'Passwort zurückgesetzt',
  authEventEmailVerify: 'E-Mail-Adresse bestätigt',
  authEventEmailChangeRequest: 'Änderung der E-Mail-Adresse angefordert',
  authEventEmailChange: 'E-Mail-Adresse geändert',
  authEventEmailRestore: 'E-Mail-Adresse wiederhergestellt',
  authEventInvitationAccept: 'Einladung angenommen',
  authEventSecondFactor: 'Zweiter Faktor eingegeben',
  authEventTotpConfirm: 'Authentifizierungs-App eingerichtet',
  authEventTotpRemove: 'Authentifizierungs-App entfernt',
  authEventRecoveryCodes: 'Wiederherstellungscodes erstellt',
  authEventSessionRevoke: 'Sitzung beendet',
  authEventRoleDenied: 'Fehlende Rolle',
  authEventAdminCreated: 'Administrator erstellt',
  authEventRoleChange: 'Rolle geändert',
  authEventUserDisable: 'Benutzer deaktiviert',
  authEventUserEnable: 'Benutzer aktiviert',
  authEventUserDelete: 'Benutzer gelöscht',
  authEventUserSessionsEnd: 'Sitzungen eines Benutzers beendet',
  authEventSecondFactorReset: 'Zweiter Faktor entfernt',
  authEventPasswordResetRequest: 'Link für ein neues Passwort angefordert',
  authEventInvitationCreate: 'Benutzer eingeladen',
  authEventInvitationRevoke: 'Einladung widerrufen',
} satisfies Record<keyof typeof en, string>;

/** Problems of the server in German. `#` is a value. */
export const problems = {
  'The code is wrong or was used before.': 'Der Code ist falsch oder wurde bereits verwendet.',
  'Wrong code': 'Falscher Code',
  'This sign-in has expired. Start again.':
    'Diese Anmeldung ist abgelaufen. Beginnen Sie von vorn.',
  'An authenticator app is already set up.':
    'Eine Authentifizierungs-App ist bereits eingerichtet.',
  'No authenticator app is set up.': 'Es ist keine Authentifizierungs-App eingerichtet.',
  'This account is disabled.': 'Dieses Konto ist deaktiviert.',
  'Sign in again to do this.': 'Melden Sie sich dafür erneut an.',
  'This is your last way to sign in. Add another one first.':
    'Das ist Ihre letzte Anmeldemöglichkeit. Fügen Sie zuerst eine andere hinzu.',
  'The link is invalid or expired, or it was used already.':
    'Der Link ist ungültig oder abgelaufen, oder er wurde bereits verwendet.',
  'Registration requires an invitation.': 'Die Registrierung erfordert eine Einladung.',
  'Verify your e-mail address first. The link is in a mail to that address.':
    'Bestätigen Sie zuerst Ihre E-Mail-Adresse. Der Link dazu ist in einer E-Mail an diese Adresse.',
  'Signing in with a link is not available in this application.':
    'Die Anmeldung mit einem Link ist in dieser Anwendung nicht verfügbar.',
  'Open the link in the browser that you requested it in.':
    'Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben.',
  'You are signed in with another account. Sign out, then open the link again.':
    'Sie sind mit einem anderen Konto angemeldet. Melden Sie sich ab und öffnen Sie den Link dann erneut.',
  'Sign-in is required.': 'Bitte melden Sie sich an.',
  'The access token is invalid or expired.': 'Ihre Sitzung ist ungültig oder abgelaufen.',
  'The refresh token is invalid or expired.': 'Ihre Sitzung ist ungültig oder abgelaufen.',
  'Your role lacks permission.': 'Ihrer Rolle fehlt die Berechtigung.',
  'The request comes from another site.': 'Die Anfrage stammt von einer anderen Website.',
  'The e-mail address or the password is wrong.':
    'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'The current password is wrong.': 'Das aktuelle Passwort ist falsch.',
  'Wrong password': 'Falsches Passwort',
  'An account with this e-mail address already exists.':
    'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  'Expected an e-mail address': 'Geben Sie eine E-Mail-Adresse ein',
  'Sign-in is currently unavailable. Try again later.':
    'Die Anmeldung ist zurzeit nicht möglich. Versuchen Sie es später erneut.',
  'Too many attempts. Wait before you try again.':
    'Zu viele Versuche. Warten Sie, bevor Sie es erneut versuchen.',
  'Not a good password': 'Dieses Passwort ist nicht geeignet',
  'Needs at least # characters': 'Braucht mindestens # Zeichen',
  'Has more than # characters': 'Hat mehr als # Zeichen',
  'Needs an uppercase letter': 'Braucht einen Großbuchstaben',
  'Needs a lowercase letter': 'Braucht einen Kleinbuchstaben',
  'Needs a number': 'Braucht eine Ziffer',
  'Is one of those tried first': 'Gehört zu den Passwörtern, die zuerst ausprobiert werden',
  'Contains your address, or the name of this application':
    'Enthält Ihre Adresse oder den Namen dieser Anwendung',
  'Administrators cannot do this to their own account.':
    'Administratoren können das nicht mit ihrem eigenen Konto tun.',
  'Your role is not high enough for this.': 'Ihre Rolle reicht dafür nicht aus.',
  'At least one enabled user must have the role SUPER_ADMIN.':
    'Mindestens ein aktiver Benutzer muss die Rolle SUPER_ADMIN haben.',
  'The user is disabled.': 'Der Benutzer ist deaktiviert.',
};

/** Labels of menu entries in German. */
export const labels = {
  Users: 'Benutzer',
  'Audit log': 'Audit-Protokoll',
};
