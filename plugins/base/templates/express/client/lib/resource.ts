/** What every record of the API has. */
export interface Stored {
  id: string;
}

/** A kind of record: where its pages and its API are, and what people call it. */
export interface Resource<Item extends Stored = Stored> {
  /** `/orders`: its pages; its API is at the same path below `/api`. */
  readonly path: string;
  readonly singular: string;
  readonly plural: string;
  /** Relations that are read along with a record. */
  readonly include: readonly string[];
  /** Sorts a list of choices, if the API can sort by what is shown. */
  readonly sort?: string;
  /** What stands for a record where one line must do. */
  label(record: Item): string;
}

interface ResourceOptions<Item> {
  path: string;
  singular: string;
  plural: string;
  /** The field that stands for a record where one line must do. */
  display: keyof Item & string;
  include?: readonly (keyof Item & string)[];
}

export function defineResource<Item extends Stored>({
  display,
  include = [],
  ...names
}: ResourceOptions<Item>): Resource<Item> {
  return {
    ...names,
    include,
    ...(display !== 'id' && { sort: display }),
    label: (record) => String(record[display] || record.id),
  };
}
