/** Helpers for the generated reference pages in `docs`. */

/** Returns a table. Cells must not contain line breaks. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map(escapeCell).join(' | ')} |`.replaceAll(/ {2,}\|/gu, ' |');
}

function escapeCell(text: string): string {
  return text.replaceAll(/(?<!\\)\|/gu, String.raw`\|`);
}

/** Returns inline code. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes asterisks and placeholders outside code, which are not Markdown. */
export function prose(text: string): string {
  const parts = text.split(/(`[^`]*`)/u);
  return parts.map((part) => (part.startsWith('`') ? part : part.replaceAll(/\*|<(?=[A-Za-z])/gu, '\\$&'))).join('');
}

/** Returns the anchor of a heading, as GitHub and the site derive it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Joins the parts of a page with blank lines, and leaves out empty parts. */
export function page(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
