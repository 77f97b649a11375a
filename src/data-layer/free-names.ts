/** `Author` for `author`. */
export function capitalised(name: string): string {
  return `${(name[0] ?? '').toUpperCase()}${name.slice(1)}`;
}

/** Names in use. */
export interface TakenNames {
  readonly has: (name: string) => boolean;
  readonly add: (name: string) => unknown;
}

/** The first of the names that isn't taken, else the last one numbered from 2. The name found is taken from then on. */
export function freeName(names: readonly string[], { taken }: { readonly taken: TakenNames }): string {
  const last = names.at(-1) ?? '';
  let name = names.find((one) => !taken.has(one));
  for (let count = 2; name === undefined; count += 1) if (!taken.has(`${last}${count}`)) name = `${last}${count}`;
  taken.add(name);
  return name;
}

/** Names without regard to case: two columns of a table may not differ in it alone. */
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
