/** Prints Prisma schema text in the format of `prisma format`, so that formatting changes nothing. */
import { type Definition, printAttributes, printBlockAttributes, printType } from './schema/definition.ts';

/** A line of a block: aligned columns, a verbatim line, or an empty line. */
export type Row =
  | { readonly cells: readonly string[]; readonly comment?: string }
  | { readonly text: string }
  | 'blank';

/** A model, enum or type: members in aligned columns, block attributes after an empty line. */
export function definitionText({ keyword, name, members, attributes }: Omit<Definition, 'owner'>): string {
  const rows = members.map((member) => ({ cells: memberCells(member) }));
  return blockText(`${keyword} ${name}`, [...rows, ...attributeRows(attributes)]);
}

/** Name, type and attributes; a value of an enum has no type. */
export function memberCells(member: Definition['members'][number]): readonly string[] {
  const attributes = printAttributes(member);
  return member.type === '' ? [member.name, attributes] : [member.name, printType(member), attributes];
}

/** An empty line and the block attributes, if there are any. */
export function attributeRows(attributes: Definition['attributes']): readonly Row[] {
  const texts = printBlockAttributes(attributes);
  return texts.length === 0 ? [] : ['blank', ...texts.map((text) => ({ text }))];
}

/** A `generator` or `datasource` block: keys and values with their equals signs aligned. */
export function settingsBlock(head: string, entries: Readonly<Record<string, string>>): string {
  return blockText(
    head,
    Object.entries(entries).map(([key, value]) => ({ cells: [key, `= ${value}`] })),
  );
}

/** A whole block. Columns are aligned from one empty line to the next. */
export function blockText(head: string, rows: readonly Row[]): string {
  const lines: string[] = [];
  let group: Row[] = [];
  const flush = () => {
    lines.push(...alignedRows(group));
    group = [];
  };
  for (const row of rows) {
    if (row === 'blank') {
      flush();
      lines.push('');
    } else {
      group.push(row);
    }
  }
  flush();
  return `${[`${head} {`, ...lines, '}'].join('\n')}\n`;
}

/**
 * Returns a number in schema syntax: digits on both sides of a point, without plus sign and exponent. `1e21` is
 * `1000000000000000000000`, `.5` is `0.5`. Accepts any decimal spelling, as a value or as text.
 */
export function numberLiteral(value: number | string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(String(value)) ?? [];
  const point = whole.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0');
  const at = Math.max(1, point);
  const head = digits.slice(0, at).replace(/^0+(?=\d)/, '');
  const tail = digits.slice(at);
  return `${sign === '-' ? '-' : ''}${head}${tail === '' ? '' : `.${tail}`}`;
}

function alignedRows(rows: readonly Row[]): readonly string[] {
  const table = rows.flatMap((row) => (row !== 'blank' && 'cells' in row ? [row.cells] : []));
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((cells) => (cells[column] ?? '').length)));
  return rows.map((row) => {
    if (row === 'blank') return '';
    if ('text' in row) return `  ${row.text}`;
    const cells = row.cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' ');
    return `  ${cells.trimEnd()}${row.comment === undefined ? '' : ` ${row.comment}`}`;
  });
}
