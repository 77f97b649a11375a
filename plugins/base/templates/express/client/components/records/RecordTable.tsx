import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { Link } from 'react-router';
import { Cell, type Column } from '@/components/records/Cell';
import { cn } from '@/lib/cn';
import type { Resource, Stored } from '@/lib/resource';

interface RecordTableProps<Item extends Stored> {
  resource: Resource<Item>;
  /** The first column names the record and leads to its page. */
  columns: readonly Column<Item>[];
  records: readonly Item[];
  sort: string;
  onSort: (sort: string) => void;
}

/** Records as a table; where there is no room for one, as cards. The roles hold in both. */
export function RecordTable<Item extends Stored>(props: RecordTableProps<Item>) {
  const { resource, columns, records, sort, onSort } = props;
  return (
    <div className="bg-card relative overflow-x-auto rounded-xl border">
      <table
        role="table"
        aria-label={resource.plural}
        className="block w-full text-left text-sm @2xl:table"
      >
        <thead role="rowgroup" className="hidden @2xl:table-header-group">
          <tr role="row" className="border-b">
            {columns.map((column) => (
              <Header key={column.field} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y @2xl:table-row-group">
          {records.map((record) => (
            <tr
              key={record.id}
              role="row"
              className="@2xl:hover:bg-muted/50 block py-2 transition-colors @2xl:table-row"
            >
              {columns.map((column, index) =>
                index === 0 ? (
                  <th
                    key={column.field}
                    role="rowheader"
                    scope="row"
                    className={cellClasses(column)}
                  >
                    <Link
                      to={`${resource.path}/${record.id}`}
                      className="rounded-sm font-medium wrap-anywhere underline-offset-4 @2xl:wrap-break-word hover:underline"
                    >
                      {resource.label(record)}
                    </Link>
                  </th>
                ) : (
                  <td key={column.field} role="cell" className={cellClasses(column)}>
                    <span className="text-muted-foreground max-w-3/5 shrink-0 wrap-anywhere @2xl:hidden">
                      {column.label}
                    </span>
                    <span className="min-w-0 text-right wrap-anywhere @2xl:text-inherit @2xl:wrap-break-word">
                      <Cell record={record} column={column} />
                    </span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellClasses<Item>({ type }: Column<Item>): string {
  return cn(
    'flex justify-between gap-4 px-4 py-1.5 align-top font-normal @2xl:table-cell @2xl:py-3',
    type === 'number' && '@2xl:text-right tabular-nums',
    type === 'dateTime' && '@2xl:whitespace-nowrap',
  );
}

interface HeaderProps<Item> {
  column: Column<Item>;
  sort: string;
  onSort: (sort: string) => void;
}

/** A column's name; pressed, it sorts upwards, then downwards, then not at all. */
function Header<Item>({ column, sort, onSort }: HeaderProps<Item>) {
  const { field, label, type } = column;
  const { order, next, Icon } = sortState(field, sort);
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable(column) ? order : undefined}
      className={cn(
        'text-muted-foreground px-4 py-2 font-medium',
        type === 'number' && 'text-right',
      )}
    >
      {isSortable(column) ? (
        <button
          type="button"
          className="hover:text-foreground inline-flex min-h-8 items-center gap-1.5 rounded-sm transition-colors"
          onClick={() => onSort(next)}
        >
          {label}
          <Icon aria-hidden className="size-3.5" />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

function sortState(field: string, sort: string) {
  if (sort === field) return { order: 'ascending', next: `-${field}`, Icon: ArrowUp } as const;
  if (sort === `-${field}`) return { order: 'descending', next: '', Icon: ArrowDown } as const;
  return { order: 'none', next: field, Icon: ChevronsUpDown } as const;
}

/** The API sorts by the declared fields of a record. */
export function isSortable<Item>({ field, relation }: Column<Item>): boolean {
  return relation === undefined && field !== 'id';
}
