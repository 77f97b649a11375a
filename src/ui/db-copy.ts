import { printable } from '../errors/printable.ts';
import type { DbCopyResult } from '../flows/db/copy.ts';
import { place } from './db.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the result of `genlock db copy`, with the rows and the checksum of each table. */
export function copyView(result: DbCopyResult, screen: Screen): string {
  const { root, source, tables, ignored } = result;
  const { style, width } = screen;
  const copied = tables.reduce((sum, table) => sum + table.copied, 0);
  const present = tables.reduce((sum, table) => sum + table.rows, 0) - copied;
  const from = `from ${place({ root, database: source })} to ${place(result)}`;
  const earlier = present === 0 ? '' : `. An earlier run had copied ${counted(present)}`;
  const list = tables.map((table): Row => [
    printable(table.table),
    listed([counted(table.rows), `checksum ${table.checksum}`]),
  ]);
  const warning = `Not copied, because the schema does not have it: ${ignored.join(', ')}`;
  return [
    ...(ignored.length === 0 ? [] : [wrap(`${style.yellow('!')} ${printable(warning)}`, { width, hanging: 2 })]),
    wrap(`${style.green('✔')} ${printable(`Copied ${counted(copied)} ${from}${earlier}`)}`, { width, hanging: 2 }),
    'The rows of both databases are equal:',
    rows(list, screen),
  ].join('\n');
}

function counted(count: number): string {
  return `${count} row${count === 1 ? '' : 's'}`;
}
