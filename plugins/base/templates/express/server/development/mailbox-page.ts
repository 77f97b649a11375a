import { escapeHtml } from '../lib/html.ts';
import type { KeptMail } from './mailbox.ts';

/** The page with the mails of the development, the newest first. */
export function mailboxPage(mails: readonly KeptMail[]): string {
  const empty = '<p>There are no mails. A mail of this application appears here.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mailbox</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fff, #18181b); }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
article { margin: 1.5rem 0; padding: 1rem; border: 1px solid light-dark(#d9d9de, #3f3f46); border-radius: 0.5rem; }
h1, h2 { margin: 0 0 0.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; }
small, header p { color: light-dark(#5c5c66, #a3a3ad); }
small { display: block; overflow-wrap: anywhere; }
pre { margin: 1rem 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: light-dark(#1d4ed8, #93c5fd); }
a:focus-visible, summary:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
summary { width: fit-content; cursor: pointer; }
iframe { box-sizing: border-box; width: 100%; height: 24rem; margin-top: 0.5rem; border: 1px solid light-dark(#d9d9de, #3f3f46); }
</style>
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>Mails are kept here instead of delivered. Only this machine shows the page, and production builds do not contain it.</p>
<p><a href="/">Application</a></p>
</header>
<main>
${mails.length === 0 ? empty : mails.map(articleOf).join('\n')}
</main>
</body>
</html>
`;
}

function articleOf({ id, to, subject, text, html, at }: KeptMail): string {
  const recipient = to.name === undefined ? to.address : `${to.name} <${to.address}>`;
  const title = `HTML part: ${escapeHtml(subject)}`;
  const frame = `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" title="${title}" src="/admin/mailbox/${id}"></iframe>`;
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<small>To: ${escapeHtml(recipient)}</small>
<small><time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time></small>
<pre>${withLinks(text)}</pre>
${html === undefined ? '' : `<details><summary>HTML part</summary>${frame}</details>`}
</article>`;
}

/** The HTML part of a mail, whose links open in a new tab. */
export function framedHtml(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_blank">');
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>"]+/g,
    (url) => `<a href="${url}">${url}</a>`,
  );
}
