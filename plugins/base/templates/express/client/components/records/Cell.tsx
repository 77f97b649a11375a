import { Link } from 'react-router';
import { Check, Minus } from '@/components/icons';
import { useArea } from '@/hooks/useArea';
import { cn } from '@/lib/cn';
import { formatDate, formatDateTime, formatDecimal, formatName, formatNumber } from '@/lib/format';
import { t } from '@/lib/i18n';
import { hasPages, pagePath, type Resource, type Stored } from '@/lib/resource';

/** A column of a list. Without a type, the value is shown unchanged. */
export interface Column<Item> {
  field: keyof Item & string;
  label: string;
  type?:
    | 'boolean'
    | 'color'
    | 'date'
    | 'dateTime'
    | 'email'
    | 'enum'
    | 'json'
    | 'number'
    | 'phone'
    | 'text'
    | 'url';
  /** The values of an enum. */
  values?: readonly string[];
  /** The number of digits after the point of a decimal. */
  scale?: number;
  /** The currency of a decimal (ISO 4217). */
  currency?: string;
  /** Whether the database does not store the values in order. */
  unordered?: boolean;
  /** The resource of a field with related records. */
  relation?: Resource;
  /** The field with the ids of the related records. */
  key?: string;
  /** Whether a record can have several related records. */
  many?: boolean;
  /** Whether a record can have no value. */
  optional?: boolean;
  /** The heading of its section on the page of a record. */
  group?: string;
  /** Whether the column is hidden by default. */
  hidden?: boolean;
}

/** A column of any list. */
export type AnyColumn = Column<never>;

/** Returns whether the API can sort by a column. */
export function isSortable<Item>({ field, type, relation, unordered }: Column<Item>): boolean {
  const isPlain = type !== 'json' && type !== 'text' && unordered !== true;
  return relation === undefined && isPlain && field !== 'id';
}

/** Limits long values to a few lines. The record’s page shows the full value. */
const longText = 'line-clamp-4 max-w-96 wrap-anywhere @2xl:wrap-break-word';

const linkClasses =
  'rounded-xs pb-0.5 underline decoration-current/30 underline-offset-4 hover:decoration-current';

interface CellProps<Item> {
  record: Item;
  column: Column<Item>;
  /** Whether long values and all related records are shown in full. */
  isFull?: boolean;
}

/** Renders a value of a record in readable form. */
export function Cell<Item>({ record, column, isFull = false }: CellProps<Item>) {
  const { field, type, relation, scale, currency } = column;
  const value: unknown = record[field];
  if (value === null || value === undefined || value === '') return <Missing />;
  if (relation) {
    const records = [value].flat() as Stored[];
    return <Related records={records} resource={relation} isFull={isFull} />;
  }
  if (type === 'json') return <Json value={value} isFull={isFull} />;
  if (type === 'enum') return <Badge>{formatName(String(value))}</Badge>;
  if (typeof value === 'boolean') return value ? <Yes /> : t('no');
  if (typeof value === 'number') return formatNumber(value);
  if (type === 'dateTime') return formatDateTime(String(value));
  if (type === 'date') return formatDate(String(value));
  if (type === 'number') return formatDecimal(String(value), { scale, currency });
  if (type === 'color') return <Color value={String(value)} />;
  const href = addressOf(String(value), type);
  return href === undefined ? (
    <span className={isFull ? 'block max-w-prose whitespace-pre-wrap' : longText}>
      {String(value)}
    </span>
  ) : (
    <a
      href={href}
      {...(type === 'url' && { target: '_blank', rel: 'noopener noreferrer' })}
      className={cn(longText, linkClasses)}
    >
      {String(value)}
    </a>
  );
}

/** The values that are links, by type, and the start of their address. */
const links: Partial<
  Record<NonNullable<Column<unknown>['type']>, { form: RegExp; start: string }>
> = {
  url: { form: /^https?:\/\//i, start: '' },
  email: { form: /^[^\s@?&%]+@[^\s@?&%]+$/, start: 'mailto:' },
  phone: { form: /^\+\d+$/, start: 'tel:' },
};

/** Returns the address that a value links to. Stored values can be older than the format of the field. */
function addressOf(value: string, type: Column<unknown>['type']): string | undefined {
  const link = type && links[type];
  return link?.form.test(value) ? link.start + value : undefined;
}

function Color({ value }: { value: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        aria-hidden
        className="size-4 shrink-0 rounded-sm border"
        style={{ backgroundColor: value }}
      />
      {value}
    </span>
  );
}

function Json({ value, isFull }: { value: unknown; isFull: boolean }) {
  if (!isFull) return <code className={cn(longText, 'text-xs')}>{JSON.stringify(value)}</code>;
  return (
    <code className="block text-xs whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</code>
  );
}

function Badge({ children }: { children: string }) {
  return (
    <span className="bg-secondary text-secondary-foreground inline-block rounded-full px-2.5 py-0.5 text-xs font-medium">
      {children}
    </span>
  );
}

/** The maximum number of related records in a list cell. The record's page shows all of them. */
const mostRelated = 5;

interface RelatedProps {
  records: readonly Stored[];
  resource: Resource;
  isFull: boolean;
}

/** Renders links to related records. */
function Related({ records, resource, isFull }: RelatedProps) {
  if (records.length === 0) return <Missing />;
  const shown = isFull ? records : records.slice(0, mostRelated);
  const others = records.length - shown.length;
  return (
    <ul
      className={cn(
        'inline-flex flex-wrap gap-x-3 gap-y-1',
        !isFull && 'justify-end @2xl:justify-start',
      )}
    >
      {shown.map((record) => (
        <li key={record.id}>
          <RecordLink resource={resource} record={record} className={linkClasses} />
        </li>
      ))}
      {others > 0 && <li className="text-muted-foreground">{t('andMore', { count: others })}</li>}
    </ul>
  );
}

interface RecordLinkProps<Item extends Stored> {
  resource: Resource<Item>;
  record: Item;
  /** The look of a link. */
  className: string;
}

/** Renders the label of a record, with a link to its page if the area has one. */
export function RecordLink<Item extends Stored>(props: RecordLinkProps<Item>) {
  const { resource, record, className } = props;
  const area = useArea();
  const label = resource.label(record);
  if (!hasPages(area, resource)) return <span className={longText}>{label}</span>;
  return (
    <Link to={pagePath(area, resource, record.id)} className={cn(longText, className)}>
      {label}
    </Link>
  );
}

function Yes() {
  return (
    <span className="whitespace-nowrap">
      <Check aria-hidden className="text-primary mr-1.5 inline size-4 align-[-0.2em]" />
      {t('yes')}
    </span>
  );
}

function Missing() {
  return (
    <>
      <Minus aria-hidden className="text-muted-foreground inline size-4" />
      <span className="sr-only">{t('none')}</span>
    </>
  );
}
