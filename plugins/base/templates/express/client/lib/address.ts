/** Where the API has a list of records, or one of them by its id; `path` is `/orders`. */
export function apiAddress(path: string, id?: string): string {
  return id === undefined ? `/api${path}` : `/api${path}/${encodeURIComponent(id)}`;
}

/** What is undefined is left out; lists are separated by commas, and null is an empty value. */
export function withQuery(address: string, values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value ?? '')]));
  return query.size > 0 ? `${address}?${query}` : address;
}
