/** Converts 64-bit integers to strings, for `JSON.stringify`. */
export function bigIntAsString(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
