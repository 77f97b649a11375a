import type { PluginChange } from '../engine/plugin-change.ts';
import { sizeWords } from './code-amounts.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the new data migrations of an update; an empty string without any. */
export function dataMigrationsView(
  { dataMigrations: migrations = [] }: Pick<PluginChange, 'dataMigrations'>,
  screen: Screen,
): string {
  if (migrations.length === 0) return '';
  const title = wrap('It changes existing rows of the database:', { width: screen.width, indent: 2 });
  const list = migrations.map(({ version, path, bytes, statements, tables }): Row => {
    const amount = `${statements} ${statements === 1 ? 'statement' : 'statements'}, ${sizeWords(bytes)}`;
    return [version, `${amount}, in ${listed(tables)}\n${listed([path])}`];
  });
  return `${screen.style.yellow(title)}\n${rows(list, screen)}`;
}
