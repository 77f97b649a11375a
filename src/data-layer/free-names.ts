/** `Author` for `author`. */
export function capitalised(name: string): string {
  return `${(name[0] ?? '').toUpperCase()}${name.slice(1)}`;
}

/** Names in use. */
export interface TakenNames {
  readonly has: (name: string) => boolean;
  readonly add: (name: string) => unknown;
}

/** Returns the first free name, or the last name with a number from 2. Marks the result as taken. */
export function freeName(names: readonly string[], { taken }: { readonly taken: TakenNames }): string {
  const last = names.at(-1) ?? '';
  let name = names.find((one) => !taken.has(one));
  for (let count = 2; name === undefined; count += 1) if (!taken.has(`${last}${count}`)) name = `${last}${count}`;
  taken.add(name);
  return name;
}

/** A case-insensitive set of names: column names of a table must not differ only in case. */
export class FoldedNames implements TakenNames {
  private readonly names: Set<string>;

  constructor(names: Iterable<string>) {
    this.names = new Set(Array.from(names, (name) => name.toLowerCase()));
  }

  has(name: string): boolean {
    return this.names.has(name.toLowerCase());
  }

  add(name: string): void {
    this.names.add(name.toLowerCase());
  }
}
