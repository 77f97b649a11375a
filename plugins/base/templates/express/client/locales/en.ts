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
  mainNavigation: 'Main',
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
  adminOnly: 'For administrators only',
  adminOnlyText: 'The admin area is for administrators.',
  adminClosed: 'The admin area is closed',
  adminClosedText:
    'This application has no sign-in and cannot identify administrators in production. The admin area is open in development only.',
  addAuth: 'Add authentication to the project, and build it again:',

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
  newRecord: 'New { $singular }',
  manageRecords: 'Manage { $plural }',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  breadcrumbs: 'Breadcrumbs',
  noRecords: 'No { $plural } yet.',
  edit: 'Edit',
  editRecord: 'Edit { $label }',
  duplicate: 'Duplicate',
  delete: 'Delete',
  deleting: 'Deleting…',
  deleteAsk: 'Delete { $label }?',
  deleteText: 'This can’t be undone.',
  deleteUndoText: 'You can undo this for one minute. The restored record gets a new id.',
  undo: 'Undo',
  recordRestored: '{ $singular } restored',
  recordDeleted: '{ $singular } deleted',
  recordSaved: '{ $singular } saved',
  conflict:
    'Another user has changed this record. The form shows the new values, except in the fields that you changed. Save again to keep yours.',
  conflictValue: 'Another user entered “{ $value }”.',
  conflictField: 'Another user changed this.',
  none: 'None',
  andMore: 'and { $count } more',

  // Several records
  countOf: `{ $count ->
    [one] { $count } { $singular }
   *[other] { $count } { $plural }
}`,
  selectedRecords: 'Selected records',
  selectedCount: '{ $count } selected',
  selectAll: 'Select all',
  selectOne: 'Select { $label }',
  clearSelection: 'Clear the selection',
  changeField: 'Change a field',
  changeRecords: 'Change { $records }',
  changeRecordsText: 'Either all of them are changed, or none.',
  newValue: 'New value',
  change: 'Change',
  changing: 'Changing…',
  changeOthers: 'Change the other { $records }',
  deleteRecordsText: 'This can’t be undone. Either all of them are deleted, or none.',
  deleteOthers: 'Delete the other { $records }',
  recordsChanged: '{ $records } changed',
  recordsDeleted: '{ $records } deleted',
  recordsRefused:
    'No record was changed, because the server refused these. You can leave them out.',

  // Fields
  optional: '(optional)',
  choose: 'Choose…',
  noChoice: 'None',
  limitBetween: 'From { $min } to { $max }.',
  limitAtLeast: 'At least { $min }.',
  limitAtMost: 'At most { $max }.',
  limitBetweenCharacters: 'From { $min } to { $max } characters.',
  limitAtLeastCharacters: `{ $min ->
    [one] At least { $min } character.
   *[other] At least { $min } characters.
}`,
  limitAtMostCharacters: `{ $max ->
    [one] At most { $max } character.
   *[other] At most { $max } characters.
}`,
  limitCurrency: 'In { $currency }.',
  limitRecord: 'The id of a record of { $entity }.',
  limitOwner: 'The id of a record of { $entity }. Yours if left empty.',
  emptyMeansDefault: 'If this is empty, a default is set.',
  required: 'This is required.',
  jsonInvalid: 'Enter valid JSON, such as { $example }.',
  numberInvalid: 'Enter a number.',
  integerInvalid: 'Enter a whole number.',
  clearField: 'Clear { $field }',
  pickColor: 'Pick { $field }',
  removeChoice: 'Remove { $label }',
  firstShown: 'The first { $count } are shown.',
  firstShownSearch: 'The first { $count } are shown. Type to search.',
  save: 'Save',
  saving: 'Saving…',
  leaveAsk: 'Leave without saving?',
  leaveText: 'The changes on this page are not saved yet.',
  leave: 'Leave',

  // Lists
  columns: 'Columns',
  defaultColumns: 'Default columns',
  sortBy: 'Sort by',
  newestFirst: 'Newest first',
  ascending: '{ $field }, ascending',
  descending: '{ $field }, descending',
  pages: 'Pages',
  perPage: 'Records per page',
  countPerPage: '{ $count } per page',
  rangeOfTotal: '{ $range } of { $total } { $plural }',
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
  searchRecords: 'Search { $plural }',
  noMatches: 'No { $plural } match these filters.',
  showAllRecords: 'Show all records',
  showAll: 'Show all { $plural }',
  show: 'Show { $plural }',

  // Filters
  filters: 'Filters',
  addFilter: 'Add a filter',
  addFilterText: 'Records must meet all filters. A new filter replaces the filters of its field.',
  activeFilters: 'Active filters',
  clearFilters: 'Clear the filters',
  removeFilter: 'Remove the filter by { $field }',
  filterBy: 'Filter by { $field }',
  filterAll: '{ $field }: all',
  field: 'Field',
  condition: 'Condition',
  apply: 'Apply',
  from: 'From',
  to: 'To',
  comparesEqual: 'is',
  comparesSome: 'includes',
  comparesOneOf: 'is one of',
  comparesRange: 'is between',
  comparesContains: 'contains',
  comparesStartsWith: 'starts with',
  comparesEmpty: 'is empty',
  comparesPresent: 'is not empty',
  filterEquals: '{ $field }: { $value }',
  filterNot: '{ $field } is not { $value }',
  filterContains: '{ $field } contains { $value }',
  filterStartsWith: '{ $field } starts with { $value }',
  filterMore: '{ $field } is more than { $value }',
  filterFrom: '{ $field }: from { $value }',
  filterLess: '{ $field } is less than { $value }',
  filterTo: '{ $field }: to { $value }',
  filterEmpty: '{ $field } is empty',
  filterPresent: '{ $field } is not empty',
  either: '{ $first } or { $second }',

  // Views
  views: 'Views',
  viewsText:
    'A view contains filters, an order and columns. Views are saved in this browser, only for you.',
  nameOfView: 'Name of the view',
  saveViewAs: 'Save the current view as',
  rename: 'Rename',
  renameView: 'Rename { $name }',
  deleteView: 'Delete { $name }',

  // Import and export
  moreActions: 'More actions',
  exportCsv: 'Export as CSV',
  importCsv: 'Import CSV…',
  importTitle: 'Import { $plural }',
  importText:
    'Each row of a CSV file becomes a new record. The first row contains the names of the fields. Related records are given by id. Rows are sent in groups: if the server rejects a row, the other rows of its group are sent again without it.',
  importEmpty: 'This file has no rows below the row with the names.',
  importMissing: 'Each record needs a value for: { $fields }',
  importRows: `{ $count ->
    [one] Import one row
   *[other] Import { $count } rows
}`,
  importStart: 'Import',
  importProgress: '{ $done } of { $total } rows',
  importDone: 'Imported records: { $imported }. Rejected rows: { $rejected }.',
  importFailed:
    'The import stopped: { $reason } If the connection failed, check whether the server has stored the last rows.',
  importStopped: 'You stopped the import before this row.',
  stopImport: 'Stop the import',
  csvFile: 'CSV file',
  fieldOf: 'Field of the column { $column }',
  notImported: 'Not imported',
  rejectedRows: 'Rejected rows',
  downloadRejected: 'Download the rejected rows',
  row: 'Row',
  reason: 'Reason',
} as const;
