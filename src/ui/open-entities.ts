import { openSentences } from '../config/open-entities.ts';
import type { OpenEntity } from '../config/config.ts';
import { printable } from '../errors/printable.ts';
import { commandsView } from './commands.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** States which records every caller can change, and the commands that decide it; empty without such entities. */
export function openView(open: readonly OpenEntity[] | undefined, screen: Screen): string {
  if (open === undefined) return '';
  const { style, width } = screen;
  const sentences = openSentences(open).map((sentence) =>
    wrap(`${style.yellow('!')} ${printable(sentence)}`, { width, hanging: 2 }),
  );
  const commands = [
    { command: 'genlock sync --access public:authenticated', reason: 'Only signed-in users change records.' },
    { command: 'genlock sync --access public', reason: 'Keeps this and hides this message.' },
  ];
  return [...sentences, commandsView(commands, screen)].join('\n');
}
