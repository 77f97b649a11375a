import markdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

const markdown = markdownIt({ html: false, linkify: true });

/** A second guard: only these elements, attributes and addresses remain. */
const permitted: sanitizeHtml.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'em',
    'strong',
    's',
    'a',
    'img',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel'], img: ['src', 'alt', 'title'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  // Pages load pictures of this application only.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    // The title of the post is the heading of the page.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
  },
};

/** Renders Markdown as HTML that cannot run code. HTML in the text is shown as text. */
export function renderMarkdown(text: string): string {
  return sanitizeHtml(markdown.render(text), permitted);
}
