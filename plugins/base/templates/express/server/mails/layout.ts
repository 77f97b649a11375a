import { appName } from '@shared/lib/app';
import { escapeHtml } from '../lib/html';
import type { MailText } from '../lib/mailer';
import { translate, type Translations } from '../lib/translate';

type Content = Omit<MailText, 'html'>;

/**
 * Completes a mail: adds the application name to the plain text, and an HTML part with the same
 * content. A blank line separates paragraphs. A line that is a URL becomes a link. If the content is
 * in several languages, the current request decides.
 */
export function layout(content: Content | Translations<Content>): MailText {
  if (isTranslated(content)) {
    const { language, text } = translate(content);
    return complete(text, language);
  }
  return complete(content);
}

function isTranslated(content: Content | Translations<Content>): content is Translations<Content> {
  return 'en' in content;
}

function complete({ subject, text }: Content, language?: string): MailText {
  const html = htmlOf(subject, text, language);
  return { subject, text: `${text.trim()}\n\n-- \n${appName}\n`, html };
}

function htmlOf(subject: string, text: string, language?: string): string {
  const attribute = language === undefined ? '' : ` lang="${escapeHtml(language)}"`;
  const paragraphs = text.trim().split(/\n\s*\n/);
  return `<!doctype html>
<html${attribute}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="max-width: 36rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif">
<p><strong>${escapeHtml(appName)}</strong></p>
${paragraphs.map((paragraph) => `<p>${paragraph.split('\n').map(lineOf).join('<br>\n')}</p>`).join('\n')}
</body>
</html>
`;
}

function lineOf(line: string): string {
  const text = escapeHtml(line);
  const isLink = /^https?:\/\/\S+$/.test(line);
  return isLink ? `<a href="${text}" style="overflow-wrap: anywhere">${text}</a>` : text;
}
