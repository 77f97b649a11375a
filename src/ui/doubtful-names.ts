import { printable } from '../errors/printable.ts';
import type { Doubt, PluginChange } from '../engine/plugin-change.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the names of a plugin that can be mistaken for others; empty without such names. */
export function doubtsView({ doubts = [] }: Pick<PluginChange, 'doubts'>, screen: Screen): string {
  if (doubts.length === 0) return '';
  const title = wrap('Check these names:', { width: screen.width, indent: 2 });
  const list = doubts.map((doubt): Row => [labels[doubt.what], screen.style.yellow(printable(wordsOf(doubt)))]);
  return `${screen.style.yellow(title)}\n${rows(list, screen)}`;
}

const labels: Readonly<Record<Doubt['what'], string>> = { package: 'Similar', alphabets: 'Letters' };

function wordsOf({ what, name, like }: Doubt): string {
  if (what === 'package') return `the package "${name}" is similar to "${like}", but is a different package`;
  return `the label "${name}" has letters that look like those of another alphabet (${like})`;
}
