export const messages = {
  blogPosts: 'Posts',
  blogPublishedOn: 'Published on { $date }',
  blogBy: 'by { $author }',
  blogNone: 'No posts yet.',
  blogOlder: 'Older posts',
  blogBack: 'All posts',
  blogFeed: 'RSS feed',
  blogNew: 'New post',
  blogEdit: 'Edit post',
  blogDraft: 'Draft',
  blogPublished: 'Published',
  blogTitle: 'Title',
  blogSlug: 'Address',
  blogSlugHint: 'Lower-case letters, digits and hyphens, such as new-features.',
  blogSummary: 'Summary',
  blogBody: 'Text in Markdown',
  blogAuthor: 'Author',
  blogPublish: 'Visible to all visitors',
  blogPreview: 'Preview',
  blogDeleteQuestion: 'Delete this post?',
  blogForever: '{ $title } is deleted permanently.',
  blogTaken: 'Another post has this address.',
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}
