import { expect, test } from 'vitest';
import { renderMarkdown } from '../../server/lib/blog/markdown';

test('renders Markdown', () => {
  expect(renderMarkdown('# Title\n\nA **word** and [a link](https://example.com).')).toBe(
    '<h2>Title</h2>\n<p>A <strong>word</strong> and <a href="https://example.com" rel="noopener noreferrer">a link</a>.</p>\n',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '![x](javascript:alert(1))',
  '![x](https://tracker.example/x.png)',
  '![x](//tracker.example/x.png)',
  '<svg/onload=alert(1)>',
  '<a href="https://x" onclick="alert(1)">x</a>',
  '[x](https://x "\\" onmouseover=\\"alert(1)")',
  '```\n</code></pre><script>alert(1)</script>\n```',
])('makes %j harmless', (text) => {
  const page = document(renderMarkdown(text));
  expect(page).not.toMatch(/<(script|svg|iframe|object|style|form)/i);
  expect(page).not.toMatch(/ on\w+=/i);
  expect(page).not.toMatch(/(href|src)="(?!https:\/\/x")/i);
});

/** Returns the elements of a page without the text between them. */
function document(html: string): string {
  return [...html.matchAll(/<[^>]*>/g)].join('').replaceAll(/title="[^"]*"/g, '');
}
