/**
 * Prints records as JSON. Timestamps and 64-bit integers become strings first: `JSON.stringify` is
 * slower with a function that replaces values, and with the method `toJSON` of each timestamp.
 */
export function printRecords(records: readonly object[]): string {
  return JSON.stringify(records.map(printable));
}

function printable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(printable);
  // A decimal, for example.
  if ('toJSON' in value) return value;
  const printed: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) printed[name] = printable(item);
  return printed;
}
