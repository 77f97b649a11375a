import type { messages as en } from './en';

/** The messages of the application in German. */
export const messages = {
  // Header and layout
  language: 'Sprache',
  useTheme: `{ $theme ->
    [dark] Dunkles Design verwenden
   *[light] Helles Design verwenden
}`,
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
  searchIn: '„{ $plural }“ durchsuchen',
  showAllOf: 'Alle anzeigen: { $plural }',
  newRecord: '{ $singular } anlegen',
  noRecords: 'Noch keine Einträge unter „{ $plural }“.',
  edit: 'Bearbeiten',
  editRecord: '{ $label } bearbeiten',
  duplicate: 'Duplizieren',
  delete: 'Löschen',
  deleting: 'Wird gelöscht …',
  deleteAsk: '{ $label } löschen?',
  deleteText: 'Das kann nicht rückgängig gemacht werden.',
  recordDeleted: '{ $singular } gelöscht',
  recordSaved: '{ $singular } gespeichert',
  conflict:
    'Eine andere Person hat diesen Datensatz geändert. Das Formular zeigt die neuen Werte, außer in den Feldern, die Sie geändert haben. Speichern Sie erneut, um Ihre Werte zu behalten.',
  conflictValue: 'Eine andere Person hat „{ $value }“ eingegeben.',
  conflictField: 'Eine andere Person hat diesen Wert geändert.',
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
  emptyMeansDefault: 'Wenn dieses Feld leer ist, wird ein Standardwert gesetzt.',
  required: 'Dieses Feld ist erforderlich.',
  jsonInvalid: 'Geben Sie gültiges JSON ein, zum Beispiel { $example }.',
  numberInvalid: 'Geben Sie eine Zahl ein.',
  integerInvalid: 'Geben Sie eine ganze Zahl ein.',
  clearField: '{ $field } leeren',
  createInTab: 'In einem neuen Tab anlegen',
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

  // Import and export
  moreActions: 'Weitere Aktionen',
  exportCsv: 'Als CSV exportieren',
  importCsv: 'CSV importieren …',
  importTitle: '{ $plural } importieren',
  importText:
    'Jede Zeile einer CSV-Datei wird ein neuer Datensatz. Die erste Zeile enthält die Namen der Felder. Verknüpfte Datensätze werden mit ihrer ID angegeben. Die Zeilen werden in Gruppen gesendet: Lehnt der Server eine Zeile ab, werden die anderen Zeilen ihrer Gruppe ohne sie erneut gesendet.',
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
    'Der Import wurde abgebrochen: { $reason } Wenn die Verbindung abgebrochen ist, prüfen Sie, ob der Server die letzten Zeilen gespeichert hat.',
  importStopped: 'Sie haben den Import vor dieser Zeile angehalten.',
  stopImport: 'Import anhalten',
  csvFile: 'CSV-Datei',
  fieldOf: 'Feld der Spalte { $column }',
  notImported: 'Nicht importieren',
  rejectedRows: 'Abgelehnte Zeilen',
  downloadRejected: 'Abgelehnte Zeilen herunterladen',
  row: 'Zeile',
  reason: 'Grund',
} satisfies Record<keyof typeof en, string>;
