/** Prisma schema text: aligned the way `prisma format` leaves it, so that formatting changes nothing. */

/** One field of a model: its columns. Attributes stand in the order id, unique, default, updatedAt, map, relation. */
export interface FieldLine {
  readonly name: string;
  /** With its `?` or `[]`. */
  readonly type: string;
  readonly attributes: string;
}

/** A model: fields in aligned columns, block attributes after an empty line. */
export function modelBlock(
  name: string,
  { fields, attributes }: { fields: readonly FieldLine[]; attributes: readonly string[] },
): string {
  const columns = alignColumns(fields.map((field) => [field.name, field.type, field.attributes]));
  const tail = attributes.length === 0 ? [] : ['', ...attributes.map((attribute) => `  ${attribute}`)];
  return block(`model ${name}`, [...columns, ...tail]);
}

/** A `generator` or `datasource` block: keys and quoted values with their equals signs aligned. */
export function settingsBlock(head: string, entries: Readonly<Record<string, string>>): string {
  return block(head, alignColumns(Object.entries(entries).map(([key, value]) => [key, `= ${stringLiteral(value)}`])));
}

/** A string as Prisma reads it back: JSON's escapes are Prisma's. */
export function stringLiteral(value: string): string {
  return JSON.stringify(value);
}

/**
 * A number the way the schema language writes it: digits on both sides of a point, no plus sign and no exponent.
 * `1e21` is `1000000000000000000000`, `.5` is `0.5`. Accepts any decimal spelling, as a value or as text.
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

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.join('\n')}\n}\n`;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' ')}`.trimEnd());
}
