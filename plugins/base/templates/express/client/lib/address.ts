/** Returns the API URL of a list, or of a record by id. `path` is `/orders`. */
export function apiAddress(path: string, id?: string): string {
  return id === undefined ? `/api${path}` : `/api${path}/${encodeURIComponent(id)}`;
}

/**
 * Adds query parameters to a URL. `undefined` is omitted, `null` is an empty value, lists are
 * separated by commas.
 */
export function withQuery(address: string, values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value ?? '')]));
  return query.size > 0 ? `${address}?${query}` : address;
}
