export const messages = {
  uploadsTitle: 'Files',
  uploadsAdd: 'Add file',
  uploadsDelete: 'Delete { $name }',
  uploadsQuestion: 'Delete this file?',
  uploadsForever: '{ $name } is deleted permanently.',
  uploadsTooLarge: 'A file has at most { $size } MB.',
  uploadsNone: 'No files yet.',
  uploadsTotal: `{ $count ->
    [one] { $count } file, { $size }
   *[other] { $count } files, { $size }
}`,
  uploadsNewest: 'The newest 100 files are shown.',
  uploadsRecord: 'Record',
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}
