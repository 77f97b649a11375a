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
} satisfies Record<keyof typeof en, string>;
