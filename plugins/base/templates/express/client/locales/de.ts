import type { messages as en } from './en';

/** The messages of the application in German. */
export const messages = {
  // Header and layout
  language: 'Sprache',
  useTheme: `{ $theme ->
    [dark] Dunkles Design verwenden
   *[light] Helles Design verwenden
}`,
  mainNavigation: 'Hauptnavigation',
  skipToContent: 'Zum Inhalt springen',
  home: 'Startseite',
  goToHome: 'Zur Startseite',
  latest: 'Willkommen. Das sind die neuesten Einträge.',
  homePage:
    'Nur während der Entwicklung: Diese Seite ist `client/pages/index.tsx`. Bearbeiten Sie sie. Jede Datei in `client/pages` ist eine Seite. Die Routen der API liegen in `server/routes`.',
  openAdmin: 'Verwaltung öffnen',

  // Loading and errors
  loading: 'Wird geladen …',
  loadFailed: 'Die Daten konnten nicht geladen werden',
  loadFailedShort: 'Konnte nicht geladen werden.',
  tryAgain: 'Erneut versuchen',
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Unter dieser Adresse gibt es keine Seite.',
  pageFailed: 'Etwas ist schiefgegangen',
  pageFailedText: 'Diese Seite konnte nicht angezeigt werden.',
  reloadPage: 'Seite neu laden',
  partNotLoaded: 'Dieser Teil der Seite konnte nicht geladen werden.',
  serverUnreachable: 'Der Server ist nicht erreichbar.',
  serverStatus: 'Der Server hat mit dem Status { $status } geantwortet.',
  cancel: 'Abbrechen',

  // Admin area
  admin: 'Verwaltung',
  dashboard: 'Übersicht',
  records: 'Datensätze',
  plugins: 'Plugins',
  settings: 'Einstellungen',
  settingsText:
    'Diese Werte gehören zur Installation der Anwendung. Ihre Betreiber können sie ändern. Geheime Werte werden nie angezeigt.',
  noSettings: 'Kein Plugin hat Einstellungen.',
  settingInEnvironment: 'In der Umgebung gesetzt',
  settingMissing: 'Nicht gesetzt',
  yes: 'Ja',
  no: 'Nein',
  navigation: 'Navigation',
  openNavigation: 'Navigation öffnen',
  closeNavigation: 'Navigation schließen',
  goToSite: 'Zur öffentlichen Website',
  openRecords: 'Auch Besucher ohne Anmeldung können Datensätze ändern: { $names }.',
  openRecordsText: 'Wer Datensätze ändern darf, legt `access` in `genlock.json` fest.',
  noEntities: 'Es gibt keine Datensätze zu verwalten.',
  addEntity: 'Erste Entität anlegen',
  addEntityText:
    'Dieses Projekt hat noch keine Entitäten. Legen Sie die erste im Ordner des Projekts an:',
  byWeek: '{ $plural } pro Woche: { $field }',
  weekFrom: 'Woche ab',
  adminOnly: 'Nur für Administratoren',
  adminOnlyText: 'Die Verwaltung ist Administratoren vorbehalten.',
  adminClosed: 'Die Verwaltung ist geschlossen',
  adminClosedText:
    'Diese Anwendung hat keine Anmeldung und kann Administratoren im Produktivbetrieb nicht erkennen. Die Verwaltung ist nur während der Entwicklung geöffnet.',
  addAuth: 'Fügen Sie dem Projekt eine Anmeldung hinzu und erstellen Sie es neu:',

  // Search
  search: 'Suche',
  searchShortcut: 'Suche ({ $keys })',
  searchAll: 'Seiten und Datensätze durchsuchen',
  searchResults: 'Seiten und Datensätze',
  closeSearch: 'Suche schließen',
  searching: 'Suche läuft …',
  searchIncomplete: 'Einige Datensätze konnten nicht durchsucht werden.',
  nothingFound: 'Nichts gefunden.',
  page: 'Seite',

  // Records
  accountNeeded: 'Bitte melden Sie sich an',
  accountNeededText: 'Diese Seite ist für Benutzer mit einem Konto.',
  signInFirst: 'Anmelden',
  signInToSee: 'Anmelden, um „{ $plural }“ zu sehen',
  notAllowed: 'Nicht für dieses Konto',
  notAllowedText: 'Sie sind angemeldet, aber Ihr Konto darf diese Seite nicht öffnen.',
  newRecord: '{ $singular } anlegen',
  recordOfTime: '{ $singular } vom { $time }',
  manageRecords: '{ $plural } verwalten',
  createdAt: 'Angelegt am',
  updatedAt: 'Geändert am',
  breadcrumbs: 'Pfad',
  noRecords: 'Noch keine Einträge unter „{ $plural }“.',
  edit: 'Bearbeiten',
  editRecord: '{ $label } bearbeiten',
  duplicate: 'Duplizieren',
  delete: 'Löschen',
  deleting: 'Wird gelöscht …',
  deleteAsk: '{ $label } löschen?',
  deleteText: 'Das kann nicht rückgängig gemacht werden.',
  deleteUndoText:
    'Sie können das eine Minute lang rückgängig machen. Der wiederhergestellte Datensatz erhält eine neue ID.',
  undo: 'Rückgängig machen',
  recordRestored: '{ $singular } wiederhergestellt',
  recordDeleted: '{ $singular } gelöscht',
  recordSaved: '{ $singular } gespeichert',
  conflict:
    'Eine andere Person hat diesen Datensatz geändert. Das Formular zeigt die neuen Werte, außer in den Feldern, die Sie geändert haben. Speichern Sie erneut, um Ihre Werte zu behalten.',
  conflictValue: 'Eine andere Person hat „{ $value }“ eingegeben.',
  conflictField: 'Eine andere Person hat diesen Wert geändert.',
  draftKept:
    'Ihre Sitzung ist abgelaufen. Nach der Anmeldung in diesem Tab sind Ihre Eingaben wieder im Formular.',
  draftRestored: 'Ihre nicht gespeicherten Eingaben sind wieder im Formular.',
  none: 'Keine Angabe',
  andMore: `{ $count ->
    [one] und ein weiterer Eintrag
   *[other] und { $count } weitere Einträge
}`,

  // Several records
  countOf: `{ $count ->
    [one] { $count } { $singular }
   *[other] { $count } { $plural }
}`,
  selectedRecords: 'Ausgewählte Datensätze',
  selectedCount: '{ $count } ausgewählt',
  selectAll: 'Alle auswählen',
  selectOne: '{ $label } auswählen',
  selectPages: 'Alle auswählen ({ $records })',
  selectFirst: 'Die ersten { $count } auswählen ({ $records })',
  selectPage: 'Nur diese Seite auswählen',
  mostSelected: 'Eine Aktion gilt für höchstens { $records }.',
  clearSelection: 'Auswahl aufheben',
  changeField: 'Feld ändern',
  changeRecords: '{ $records } ändern',
  changeRecordsText: 'Es werden entweder alle geändert oder keine.',
  newValue: 'Neuer Wert',
  change: 'Ändern',
  changing: 'Wird geändert …',
  changeOthers: 'Die anderen ändern ({ $records })',
  deleteRecordsText:
    'Das kann nicht rückgängig gemacht werden. Es werden entweder alle gelöscht oder keine.',
  deleteOthers: 'Die anderen löschen ({ $records })',
  recordsChanged: '{ $records } geändert',
  recordsDeleted: '{ $records } gelöscht',
  recordsRefused:
    'Kein Datensatz wurde geändert, weil der Server diese abgelehnt hat. Sie können sie weglassen.',

  // Fields
  optional: '(optional)',
  choose: 'Bitte wählen …',
  noChoice: 'Keine Auswahl',
  limitBetween: 'Von { $min } bis { $max }.',
  limitAtLeast: 'Mindestens { $min }.',
  limitAtMost: 'Höchstens { $max }.',
  limitBetweenCharacters: '{ $min } bis { $max } Zeichen.',
  limitAtLeastCharacters: 'Mindestens { $min } Zeichen.',
  limitAtMostCharacters: 'Höchstens { $max } Zeichen.',
  limitCurrency: 'In { $currency }.',
  limitRecord: 'Die ID eines Datensatzes von { $entity }.',
  limitOwner: 'Die ID eines Datensatzes von { $entity }. Ohne Angabe ist es Ihrer.',
  emptyMeansDefault: 'Wenn dieses Feld leer ist, wird ein Standardwert gesetzt.',
  required: 'Dieses Feld ist erforderlich.',
  jsonInvalid: 'Geben Sie gültiges JSON ein, zum Beispiel { $example }.',
  numberInvalid: 'Geben Sie eine Zahl ein.',
  integerInvalid: 'Geben Sie eine ganze Zahl ein.',
  clearField: '{ $field } leeren',
  pickColor: '{ $field } auswählen',
  removeChoice: '{ $label } entfernen',
  firstShown: `{ $count ->
    [one] Der erste Eintrag wird angezeigt.
   *[other] Die ersten { $count } Einträge werden angezeigt.
}`,
  firstShownSearch: `{ $count ->
    [one] Der erste Eintrag wird angezeigt. Tippen Sie, um zu suchen.
   *[other] Die ersten { $count } Einträge werden angezeigt. Tippen Sie, um zu suchen.
}`,
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  leaveAsk: 'Seite verlassen, ohne zu speichern?',
  leaveText: 'Die Änderungen auf dieser Seite sind noch nicht gespeichert.',
  leave: 'Verlassen',

  // Lists
  columns: 'Spalten',
  defaultColumns: 'Standardspalten',
  sortBy: 'Sortieren nach',
  newestFirst: 'Neueste zuerst',
  ascending: '{ $field }, aufsteigend',
  descending: '{ $field }, absteigend',
  pages: 'Seiten',
  perPage: 'Datensätze pro Seite',
  countPerPage: '{ $count } pro Seite',
  rangeOfTotal: '{ $range } von { $total } { $plural }',
  previous: 'Zurück',
  next: 'Weiter',
  close: 'Schließen',
  searchRecords: '{ $plural } durchsuchen',
  noMatches: 'Keine Einträge unter „{ $plural }“ entsprechen diesen Filtern.',
  showAllRecords: 'Alle Datensätze anzeigen',
  showAll: 'Alle anzeigen: { $plural }',
  show: '{ $plural } anzeigen',

  // Filters
  filters: 'Filter',
  addFilter: 'Filter hinzufügen',
  addFilterText:
    'Datensätze müssen alle Filter erfüllen. Ein neuer Filter ersetzt die Filter seines Felds.',
  activeFilters: 'Aktive Filter',
  clearFilters: 'Filter zurücksetzen',
  removeFilter: 'Filter nach { $field } entfernen',
  filterBy: 'Nach { $field } filtern',
  filterAll: '{ $field }: alle',
  field: 'Feld',
  condition: 'Bedingung',
  apply: 'Anwenden',
  from: 'Von',
  to: 'Bis',
  comparesEqual: 'ist',
  comparesSome: 'enthält',
  comparesOneOf: 'ist einer der Werte',
  comparesRange: 'liegt zwischen',
  comparesContains: 'enthält',
  comparesStartsWith: 'beginnt mit',
  comparesEmpty: 'ist leer',
  comparesPresent: 'ist nicht leer',
  filterEquals: '{ $field }: { $value }',
  filterNot: '{ $field } ist nicht { $value }',
  filterContains: '{ $field } enthält { $value }',
  filterStartsWith: '{ $field } beginnt mit { $value }',
  filterMore: '{ $field } ist größer als { $value }',
  filterFrom: '{ $field }: ab { $value }',
  filterLess: '{ $field } ist kleiner als { $value }',
  filterTo: '{ $field }: bis { $value }',
  filterEmpty: '{ $field } ist leer',
  filterPresent: '{ $field } ist nicht leer',
  either: '{ $first } oder { $second }',

  // Views
  views: 'Ansichten',
  viewsText:
    'Eine Ansicht enthält Filter, eine Reihenfolge und Spalten. Ansichten werden in diesem Browser gespeichert, nur für Sie.',
  nameOfView: 'Name der Ansicht',
  saveViewAs: 'Aktuelle Ansicht speichern als',
  rename: 'Umbenennen',
  renameView: '{ $name } umbenennen',
  deleteView: '{ $name } löschen',

  // Import and export
  moreActions: 'Weitere Aktionen',
  exportCsv: 'Als CSV exportieren',
  importCsv: 'CSV importieren …',
  importTitle: '{ $plural } importieren',
  importText:
    'Jede Zeile einer CSV-Datei wird ein neuer Datensatz. Die erste Zeile enthält die Namen der Felder. Verknüpfte Datensätze werden mit ihrem Namen oder ihrer ID angegeben. Die Zeilen werden in Gruppen gesendet: Lehnt der Server eine Zeile ab, werden die anderen Zeilen ihrer Gruppe ohne sie erneut gesendet.',
  importEmpty: 'Diese Datei hat keine Zeilen unter der Zeile mit den Namen.',
  importMissing: 'Jeder Datensatz braucht einen Wert für: { $fields }',
  importRows: `{ $count ->
    [one] Eine Zeile importieren
   *[other] { $count } Zeilen importieren
}`,
  importStart: 'Importieren',
  importProgress: '{ $done } von { $total } Zeilen',
  importDone: 'Importierte Datensätze: { $imported }. Abgelehnte Zeilen: { $rejected }.',
  importFailed:
    'Der Import wurde abgebrochen: { $reason } Wählen Sie innerhalb eines Tages dieselbe Datei erneut, um fortzufahren. Keine Zeile wird doppelt gespeichert.',
  importStopped: 'Sie haben den Import vor dieser Zeile angehalten.',
  importAmbiguous: 'Mehrere Datensätze heißen so. Verwenden Sie die ID.',
  stopImport: 'Import anhalten',
  csvFile: 'CSV-Datei',
  fieldOf: 'Feld der Spalte { $column }',
  notImported: 'Nicht importieren',
  rejectedRows: 'Abgelehnte Zeilen',
  downloadRejected: 'Abgelehnte Zeilen herunterladen',
  row: 'Zeile',
  reason: 'Grund',
} satisfies Record<keyof typeof en, string>;

/** Problems of the server and of the schemas in `shared`, in German. `#` is a value. */
export const problems = {
  // Values
  'Must not be blank': 'Darf nicht leer sein',
  'Expected text without NUL and unpaired surrogates':
    'Der Text enthält Zeichen, die nicht gespeichert werden können',
  'Expected an e-mail address such as name@example.com':
    'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com',
  'Expected an address such as https://example.com':
    'Geben Sie eine Adresse ein, zum Beispiel https://example.com',
  'Expected a number with its country code such as +49 30 123456':
    'Geben Sie eine Nummer mit Ländervorwahl ein, zum Beispiel +49 30 123456',
  'Expected lower-case letters, digits and hyphens such as a-new-page':
    'Geben Sie Kleinbuchstaben, Ziffern und Bindestriche ein, zum Beispiel eine-neue-seite',
  'Expected a color such as #1a2b3c': 'Geben Sie eine Farbe ein, zum Beispiel #1a2b3c',
  'Expected a day such as 2026-01-31': 'Geben Sie einen Tag ein, zum Beispiel 2026-01-31',
  'Expected a date and time such as 2026-01-31T12:00:00Z':
    'Geben Sie Datum und Uhrzeit ein, zum Beispiel 2026-01-31T12:00:00Z',
  'Expected a year from 1 to 9999': 'Das Jahr muss zwischen 1 und 9999 liegen',
  'Expected a year from 1 to 9999 in UTC': 'Das Jahr muss in UTC zwischen 1 und 9999 liegen',
  'Expected a number': 'Geben Sie eine Zahl ein',
  'Expected a number such as 12.50': 'Geben Sie eine Zahl ein, zum Beispiel 12,50',
  'Expected a whole number': 'Geben Sie eine ganze Zahl ein',
  'Expected at least #': 'Mindestens #',
  'Expected at most #': 'Höchstens #',
  'Expected at most # characters': 'Höchstens # Zeichen',
  'Expected at most # digits': 'Höchstens # Ziffern',
  'Expected at most # digits after the point': 'Höchstens # Nachkommastellen',
  'Expected at most # digits before the point and # after it':
    'Höchstens # Stellen vor dem Komma und # danach',
  'Expected at most # records': 'Höchstens # Datensätze',
  'Expected at most # values': 'Höchstens # Werte',
  'Expected at most # words': 'Höchstens # Wörter',
  'Expected at most # filters': 'Höchstens # Filter',
  'Expected another value': 'Ein anderer Wert ist erforderlich',
  'Expected one value': 'Nur ein Wert ist möglich',
  'Expected one line': 'Nur eine Zeile ist möglich',
  'Expected well-formed text': 'Der Text enthält ungültige Zeichen',
  'Expected JSON other than null without the key __proto__, nested at most # levels deep':
    'Geben Sie JSON außer null ohne den Schlüssel __proto__ ein, höchstens # Ebenen tief',
  // Values that Zod checks
  'Too big: expected string to have <=# characters': 'Höchstens # Zeichen',
  'Too small: expected string to have >=# characters': 'Mindestens # Zeichen',
  'Too big: expected number to be <=#': 'Höchstens #',
  'Too small: expected number to be >=#': 'Mindestens #',
  'Too big: expected int to be <=#': 'Höchstens #',
  'Too small: expected int to be >=#': 'Mindestens #',
  'Too big: expected bigint to be <=#': 'Höchstens #',
  'Too small: expected bigint to be >=#': 'Mindestens #',
  'Invalid string: must match pattern #': 'Muss dem Muster # entsprechen',
  'Invalid option: expected one of #': 'Möglich sind nur: #',
  'Invalid input': 'Ungültiger Wert',
  // Records
  'Already taken': 'Bereits vergeben',
  'Does not exist': 'Existiert nicht',
  'This field does not exist or cannot be changed.':
    'Dieses Feld existiert nicht oder kann nicht geändert werden.',
  'Another record already has this value. It must be unique.':
    'Ein anderer Datensatz hat bereits diesen Wert. Er muss eindeutig sein.',
  'Other records refer to this record. Delete or change them first.':
    'Andere Datensätze verweisen auf diesen Datensatz. Löschen oder ändern Sie diese zuerst.',
  'A related record does not exist.': 'Ein verknüpfter Datensatz existiert nicht.',
  'A record cannot be below itself.': 'Ein Datensatz kann sich nicht selbst untergeordnet sein.',
  'A record cannot move below a record with more than # ancestors.':
    'Der übergeordnete Datensatz darf höchstens # übergeordnete Datensätze haben.',
  'The record does not exist.': 'Der Datensatz existiert nicht.',
  'The record has changed since it was read. Read it again.':
    'Der Datensatz wurde inzwischen geändert. Laden Sie ihn erneut.',
  'Another request changed the record at the same time. Try again.':
    'Der Datensatz wurde gleichzeitig geändert. Versuchen Sie es erneut.',
  'Your account may not do this.': 'Ihr Konto darf das nicht.',
  'Your account may not set this field.': 'Ihr Konto darf dieses Feld nicht ändern.',
  // Requests
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'The body is not valid.': 'Einige Angaben sind ungültig.',
  'A body is missing.': 'Die Anfrage hat keinen Inhalt.',
  'The body is too large.': 'Die Anfrage ist zu groß.',
  'The query is not valid.': 'Die Suchparameter sind ungültig.',
  'Unknown parameter': 'Unbekannter Parameter',
  'Not a cursor of this list': 'Keine Seite dieser Liste',
  'Not available for CSV': 'Nicht für CSV verfügbar',
  'The request is not valid.': 'Die Anfrage ist ungültig.',
  'The request cannot be read. Check that the body is valid JSON.':
    'Die Anfrage kann nicht gelesen werden. Prüfen Sie, ob ihr Inhalt gültiges JSON ist.',
  'Too many requests. Wait before you try again.':
    'Zu viele Anfragen. Warten Sie, bevor Sie es erneut versuchen.',
  'Idempotency-Key must consist of 1 to 255 visible ASCII characters.':
    'Der Idempotency-Key muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.',
  'Another request used this Idempotency-Key. Send a new key.':
    'Eine andere Anfrage hat diesen Idempotency-Key verwendet. Senden Sie einen neuen.',
  'A request with this Idempotency-Key is running. Try again.':
    'Eine Anfrage mit diesem Idempotency-Key läuft noch. Versuchen Sie es erneut.',
  'Too busy right now; try again.': 'Der Server ist ausgelastet. Versuchen Sie es erneut.',
  'Not able to take requests right now.': 'Der Server ist gerade nicht bereit.',
  'Internal server error.': 'Interner Serverfehler.',
  'This application cannot send mail.': 'Diese Anwendung kann keine E-Mails versenden.',
  'Sign-in is required, but this application has no sign-in yet.':
    'Eine Anmeldung ist erforderlich, aber diese Anwendung hat noch keine.',
  'The admin area is closed, because this application has no sign-in.':
    'Die Verwaltung ist geschlossen, weil diese Anwendung keine Anmeldung hat.',
};
