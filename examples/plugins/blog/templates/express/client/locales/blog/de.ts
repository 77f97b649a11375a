import type { messages as en } from './en';

export const messages = {
  blogPosts: 'Beiträge',
  blogPublishedOn: 'Veröffentlicht am { $date }',
  blogBy: 'von { $author }',
  blogNone: 'Noch keine Beiträge.',
  blogOlder: 'Ältere Beiträge',
  blogBack: 'Alle Beiträge',
  blogFeed: 'RSS-Feed',
  blogNew: 'Neuer Beitrag',
  blogEdit: 'Beitrag bearbeiten',
  blogDraft: 'Entwurf',
  blogPublished: 'Veröffentlicht',
  blogTitle: 'Titel',
  blogSlug: 'Adresse',
  blogSlugHint: 'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel neue-funktionen.',
  blogSummary: 'Zusammenfassung',
  blogBody: 'Text in Markdown',
  blogAuthor: 'Autor',
  blogPublish: 'Für alle Besucher sichtbar',
  blogPreview: 'Vorschau',
  blogDeleteQuestion: 'Diesen Beitrag löschen?',
  blogForever: '{ $title } wird endgültig gelöscht.',
  blogTaken: 'Ein anderer Beitrag hat diese Adresse.',
} satisfies Record<keyof typeof en, string>;

export const problems = {
  'The post does not exist.': 'Der Beitrag ist nicht vorhanden.',
  'Use lower-case letters, digits and single hyphens':
    'Verwenden Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche',
};
