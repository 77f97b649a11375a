import type { Icon } from '@/lib/icon';

/** The common fields of all API records. */
export interface Stored {
  id: string;
}

/** An entity with its API, its pages and its display names. */
export interface Resource<Item extends Stored = Stored> {
  /** The path of the API below `/api` and of the pages below `/admin`: `/orders`. */
  readonly path: string;
  readonly singular: string;
  readonly plural: string;
  /** A description of the records. */
  readonly description?: string;
  /** The icon in menus. */
  readonly icon?: Icon;
  /** Relations to include when reading records. */
  readonly include?: readonly string[];
  /** The sort parameter for choices, if the API can sort by the display field. */
  readonly sort?: string;
  /** Whether lists accept `q`: words to search for. */
  readonly canSearch: boolean;
  /** The timestamps and days that the dashboard counts by week. */
  readonly dates: readonly DateField[];
  /** Returns a one-line label of a record. */
  label(record: Item): string;
}

/** A timestamp or a day of a record. */
export interface DateField {
  readonly field: string;
  readonly label: string;
  /** Whether the values are days without a time. */
  readonly isDay?: boolean;
}

interface ResourceOptions<Item> {
  path: string;
  singular: string;
  plural: string;
  description?: string;
  icon?: Icon;
  /** The field used as the record's label. */
  display: keyof Item & string;
  include?: readonly (keyof Item & string)[];
  /** The default is true. */
  canSearch?: boolean;
  dates?: readonly DateField[];
}

export function defineResource<Item extends Stored>({
  display,
  canSearch = true,
  dates = [],
  ...names
}: ResourceOptions<Item>): Resource<Item> {
  return {
    ...names,
    canSearch,
    dates,
    ...(display !== 'id' && { sort: display }),
    // Falls back to the id, because a blank label is invisible and cannot be clicked.
    label: (record) => String(record[display] ?? '').trim() || record.id,
  };
}

/** Returns the URL of a list, of its page `new`, or of a record in the admin area. */
export function adminPath({ path }: Pick<Resource, 'path'>, page?: string): string {
  return page === undefined ? `/admin${path}` : `/admin${path}/${encodeURIComponent(page)}`;
}

/** Returns the URL of a record’s form in the admin area. */
export function editPath(resource: Pick<Resource, 'path'>, id: string): string {
  return `${adminPath(resource, id)}/edit`;
}
