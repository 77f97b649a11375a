export const messages = {
  searchPageTitle: 'Search',
  searchPageField: 'Words to search for',
  searchPageButton: 'Search',
  searchPageNone: 'No records found.',
  searchPageStart: 'Enter one or more words. A record is found if it has all of them.',
  searchPageFound: `{ $count ->
    [one] { $count } record
   *[other] { $count } records
}`,
  searchIndexTitle: 'Search index',
  searchIndexEntries: `{ $count ->
    [one] The index has { $count } record.
   *[other] The index has { $count } records.
}`,
  searchIndexHelp: 'Rebuild the index after an import that did not use this application.',
  searchIndexRebuild: 'Rebuild index',
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}
