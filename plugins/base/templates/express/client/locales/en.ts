/**
 * The messages of the application in English, in the syntax of Fluent (https://projectfluent.org):
 * `{ $name }` is a variable. Text in backticks is code.
 */
export const messages = {
  // Header and layout
  language: 'Language',
  useTheme: `{ $theme ->
    [dark] Use the dark theme
   *[light] Use the light theme
}`,
  skipToContent: 'Skip to content',
  home: 'Home',
  goToHome: 'Go to the home page',
  latest: 'Welcome. These are the latest entries.',
  homePage:
    'Only during development: this page is `client/pages/index.tsx`. Edit it. Each file in `client/pages` is a page. Routes of the API are in `server/routes`.',
  openAdmin: 'Open the admin area',

  // Loading and errors
  loading: 'Loading…',
  loadFailed: 'This could not be loaded',
  loadFailedShort: 'Could not be loaded.',
  tryAgain: 'Try again',
  notFound: 'Page not found',
  notFoundText: 'There is nothing at this address.',
  pageFailed: 'Something went wrong',
  pageFailedText: 'This page could not be shown.',
  reloadPage: 'Reload the page',
  serverUnreachable: 'The server can’t be reached.',
  serverStatus: 'The server answered with status { $status }.',
  cancel: 'Cancel',

  // Admin area
  admin: 'Admin',
  dashboard: 'Dashboard',
  records: 'Records',
  plugins: 'Plugins',
  settings: 'Settings',
  settingsText:
    'These values belong to the installation of this application. Its operators change them. Secrets are never shown.',
  noSettings: 'No plugin has settings.',
  settingInEnvironment: 'Set in the environment',
  settingMissing: 'Not set',
  yes: 'Yes',
  no: 'No',
  navigation: 'Navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  goToSite: 'Go to the public site',
  noEntities: 'There are no records to manage.',
  addEntity: 'Add the first entity',
  addEntityText:
    'This project has no entities yet. Add the first one in the folder of the project:',
  byWeek: '{ $plural } by week: { $field }',
  weekFrom: 'Week from',

  // Search
  search: 'Search',
  searchShortcut: 'Search ({ $keys })',
  searchAll: 'Search pages and records',
  searchResults: 'Pages and records',
  closeSearch: 'Close search',
  searching: 'Searching…',
  searchIncomplete: 'Some records could not be searched.',
  nothingFound: 'Nothing found.',
  page: 'Page',

  // Records
  accountNeeded: 'Please sign in',
  accountNeededText: 'This page is for users with an account.',
  signInFirst: 'Sign in',
  signInToSee: 'Sign in to see { $plural }',
  notAllowed: 'Not for this account',
  notAllowedText: 'You are signed in, but your account may not open this page.',
  searchIn: 'Search { $plural }',
  showAllOf: 'Show all { $plural }',
  newRecord: 'New { $singular }',
  noRecords: 'No { $plural } yet.',
} as const;
