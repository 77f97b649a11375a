import type { messages as en } from './en';

export const messages = {
  uploadsTitle: 'Dateien',
  uploadsAdd: 'Datei hinzufügen',
  uploadsDelete: '{ $name } löschen',
  uploadsQuestion: 'Diese Datei löschen?',
  uploadsForever: '{ $name } wird endgültig gelöscht.',
  uploadsTooLarge: 'Eine Datei hat höchstens { $size } MB.',
  uploadsNone: 'Noch keine Dateien.',
  uploadsTotal: `{ $count ->
    [one] { $count } Datei, { $size }
   *[other] { $count } Dateien, { $size }
}`,
  uploadsNewest: 'Die neuesten 100 Dateien werden angezeigt.',
  uploadsRecord: 'Datensatz',
} satisfies Record<keyof typeof en, string>;

export const problems = {
  'A file has at most # MB.': 'Eine Datei hat höchstens # MB.',
  'The file is missing in the store.': 'Die Datei fehlt im Speicher.',
  'The store of files is not available.': 'Der Speicher der Dateien ist nicht verfügbar.',
  'Only the user who added the file can delete it.':
    'Nur der Benutzer, der die Datei hinzugefügt hat, kann sie löschen.',
};

export const labels = {
  Files: 'Dateien',
};
