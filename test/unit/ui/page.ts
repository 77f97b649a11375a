import { page, type Screen } from '../../../src/ui/terminal.ts';
import { stringWidth } from '../../../src/ui/text.ts';

/**
 * Renders a view on a page of 80 columns.
 *
 * @throws {Error} If a line is wider or ends in a space
 */
export function onPage(view: (screen: Screen) => string): string {
  const text = view(page);
  for (const line of text.split('\n')) {
    if (stringWidth(line) > page.width) throw new Error(`wider than ${page.width} columns: ${line}`);
    if (line !== line.trimEnd()) throw new Error(`ends in a space: ${line}`);
  }
  return `${text}\n`;
}
