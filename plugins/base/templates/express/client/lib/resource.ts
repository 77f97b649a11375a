import type { z } from 'zod';
import { type AccessRules, type FieldRules, openAccess, type Operation } from '@/lib/access';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n';
import type { Icon } from '@/lib/icon';

/** The common fields of all API records. */
export interface Stored {
  id: string;
}

/** An entity with its API, its pages and its display names. */
export interface Resource<Item extends Stored = Stored> {
  /** The path of the API below `/api` and of the pages below their area: `/orders`. */
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
  /** Whether the site has pages of the records. The admin area always has them. */
  readonly pages: boolean;
  /** The page of the plugin that provides the records, in the admin area. */
  readonly managedAt?: string;
  /** Operations that the API does not offer. */
  readonly refuse: readonly Operation[];
  /** Fields that the API does not write. */
  readonly readOnly: readonly string[];
  /** The users who may use the records. */
  readonly access: AccessRules;
  /** Whether every caller can change the records, because no access rule covers them. */
  readonly isOpen: boolean;
  /**
   * Loads the schema of a new record. Without it, records cannot be imported, and links cannot fill
   * the form of a new record.
   */
  readonly input?: () => Promise<z.ZodObject>;
  /** The fields with rules of their own. */
  readonly fields: Readonly<Partial<Record<string, FieldRules>>>;
  /** The lists whose records the deletion of a record changes. Unknown if absent. */
  readonly dependents?: readonly Dependent[];
  /** Returns a one-line label of a record. */
  label(record: Item): string;
  /** Returns the id of the record’s owner, if an access rule depends on the owner. */
  ownerOf(record: Item): string | undefined;
}

/** A list, and the filter that finds its records that refer to a record by its id. */
export interface Dependent {
  readonly path: string;
  readonly filter: string;
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
  /** The field with a long text that replaces a missing label. */
  excerpt?: keyof Item & string;
  include?: readonly (keyof Item & string)[];
  /** The default is true. */
  canSearch?: boolean;
  dates?: readonly DateField[];
  /** The default is false. */
  pages?: boolean;
  managedAt?: string;
  /** By default, every operation is offered. */
  refuse?: readonly Operation[];
  /** By default, every field can be set. */
  readOnly?: readonly (keyof Item & string)[];
  /** The default is false. */
  isOpen?: boolean;
  /** The default is everyone. */
  access?: AccessRules;
  /** The fields with rules of their own. */
  fields?: { readonly [Field in keyof Item]?: FieldRules };
  /** The field with the id of the owner. */
  owner?: keyof Item & string;
  input?: () => Promise<z.ZodObject>;
  dependents?: readonly Dependent[];
}

export function defineResource<Item extends Stored>({
  display,
  excerpt,
  canSearch = true,
  dates = [],
  pages = false,
  refuse = [],
  readOnly = [],
  isOpen = false,
  access = openAccess,
  fields = {},
  owner,
  ...names
}: ResourceOptions<Item>): Resource<Item> {
  return {
    ...names,
    canSearch,
    dates,
    pages,
    refuse,
    readOnly,
    isOpen,
    access,
    fields,
    ...(display !== 'id' && { sort: display }),
    label: (record) => labelOf(record, { display, excerpt, singular: names.singular }),
    ownerOf: (record) => (owner === undefined ? undefined : String(record[owner])),
  };
}

/** The maximum number of characters of a label that is an excerpt. */
const longestExcerpt = 60;

interface LabelSources<Item> extends Pick<ResourceOptions<Item>, 'display' | 'singular'> {
  excerpt: (keyof Item & string) | undefined;
}

/**
 * Returns the label of a record: the display field, the start of a long text, or the time of its
 * creation. A related record can lack all of them, and is shown by its id.
 */
function labelOf<Item extends Stored>(
  record: Item,
  { display, excerpt, singular }: LabelSources<Item>,
): string {
  const title = display === 'id' ? '' : textOf(record[display]);
  if (title !== '') return title;
  const [line = ''] = excerpt === undefined ? [] : textOf(record[excerpt]).split('\n');
  const start = [...line].slice(0, longestExcerpt).join('');
  if (start !== '') return start === line ? line : `${start}…`;
  const createdAt = 'createdAt' in record ? record.createdAt : undefined;
  if (typeof createdAt !== 'string') return record.id;
  return t('recordOfTime', { singular, time: formatDateTime(createdAt) });
}

function textOf(value: unknown): string {
  return String(value ?? '').trim();
}

/** Returns a number of records with the name of the records: `3 Orders`. */
export function countOf({ singular, plural }: Resource<never>, count: number): string {
  return t('countOf', { count, singular, plural });
}

/** A part of the application with pages of records. */
export interface Area {
  /** The start of the URLs of the pages: `/admin`, or empty on the site. */
  readonly base: string;
  /** The page above the lists, with the message that is its name. */
  readonly home: { readonly to: string; readonly label: 'dashboard' | 'home' };
}

export const adminArea: Area = { base: '/admin', home: { to: '/admin', label: 'dashboard' } };

/** The part that `components/Shell.tsx` renders, for all users. */
export const siteArea: Area = { base: '', home: { to: '/', label: 'home' } };

/** Returns whether an area has pages for a resource. */
export function hasPages(area: Area, { pages }: Pick<Resource, 'pages'>): boolean {
  return area === adminArea || pages;
}

/** Returns the URL of a list, of its page `new`, or of a record in an area. */
export function pagePath({ base }: Area, { path }: Pick<Resource, 'path'>, page?: string): string {
  return page === undefined ? base + path : `${base}${path}/${encodeURIComponent(page)}`;
}

/** Returns the URL of a record’s form in an area. */
export function editPath(area: Area, resource: Pick<Resource, 'path'>, id: string): string {
  return `${pagePath(area, resource, id)}/edit`;
}

/** Returns the URL of a list, of its page `new`, or of a record in the admin area. */
export function adminPath(resource: Pick<Resource, 'path'>, page?: string): string {
  return pagePath(adminArea, resource, page);
}
