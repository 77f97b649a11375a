/** What every record of the API has. */
export interface Stored {
  id: string;
}

/** A kind of record: where its API and its pages are, and what people call it. */
export interface Resource<Item extends Stored = Stored> {
  /** `/orders`: its API is there below `/api`, its pages are there below `/admin`. */
  readonly path: string;
  readonly singular: string;
  readonly plural: string;
  /** Relations that are read along with a record. */
  readonly include?: readonly string[];
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
  ...names
}: ResourceOptions<Item>): Resource<Item> {
  return {
    ...names,
    ...(display !== 'id' && { sort: display }),
    // Blanks can't be seen, nor pressed where they are a link.
    label: (record) => String(record[display] ?? '').trim() || record.id,
  };
}

/** The address of a resource's list in the admin area, of its page `new`, or of a record by its id. */
export function adminPath({ path }: Pick<Resource, 'path'>, page?: string): string {
  return page === undefined ? `/admin${path}` : `/admin${path}/${encodeURIComponent(page)}`;
}
