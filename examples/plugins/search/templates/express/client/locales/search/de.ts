import type { messages as en } from './en';

export const messages = {
  searchPageTitle: 'Suche',
  searchPageField: 'Suchwörter',
  searchPageButton: 'Suchen',
  searchPageNone: 'Keine Datensätze gefunden.',
  searchPageStart:
    'Geben Sie ein oder mehrere Wörter ein. Ein Datensatz wird gefunden, wenn er alle enthält.',
  searchPageFound: `{ $count ->
    [one] { $count } Datensatz
   *[other] { $count } Datensätze
}`,
  searchIndexTitle: 'Suchindex',
  searchIndexEntries: `{ $count ->
    [one] Der Index enthält { $count } Datensatz.
   *[other] Der Index enthält { $count } Datensätze.
}`,
  searchIndexHelp:
    'Bauen Sie den Index nach einem Import neu auf, der nicht über diese Anwendung lief.',
  searchIndexRebuild: 'Index neu aufbauen',
} satisfies Record<keyof typeof en, string>;

export const labels = {
  'Search index': 'Suchindex',
};
