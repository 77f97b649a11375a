import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { formatDateTime } from '@/lib/format';

export interface DataTableProps<Item extends { readonly id: string }> {
  label: string;
  /** The labels of the columns. */
  headings: readonly string[];
  items: readonly Item[];
  /** Returns the cells of a row. The first cell names the row. */
  cellsOf: (item: Item) => readonly ReactNode[];
}

const cellClasses =
  'justify-between gap-4 px-4 py-1.5 align-top font-normal @2xl:table-cell @2xl:py-3';

/** Renders items as a table, or as cards on small screens. Both have table roles. */
export function DataTable<Item extends { readonly id: string }>(props: DataTableProps<Item>) {
  const { label, headings, items, cellsOf } = props;
  return (
    <div className="bg-card overflow-x-auto rounded-xl border">
      <table role="table" aria-label={label} className="block w-full text-left text-sm @2xl:table">
        <thead role="rowgroup" className="hidden @2xl:table-header-group">
          <tr role="row" className="border-b">
            {headings.map((heading) => (
              <th
                key={heading}
                role="columnheader"
                scope="col"
                className="text-muted-foreground px-4 py-2 font-medium"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block divide-y @2xl:table-row-group">
          {items.map((item) => (
            <tr key={item.id} role="row" className="block py-2 @2xl:table-row">
              {cellsOf(item).map((cell, index) =>
                index === 0 ? (
                  <th
                    key={headings[index]}
                    role="rowheader"
                    scope="row"
                    className={cn('flex', cellClasses)}
                  >
                    <span className="min-w-0 font-medium wrap-anywhere @2xl:wrap-break-word">
                      {cell}
                    </span>
                  </th>
                ) : (
                  <td
                    key={headings[index]}
                    role="cell"
                    // A card has no empty rows.
                    className={cn(cell ? 'flex' : 'hidden', cellClasses)}
                  >
                    <span className="text-muted-foreground shrink-0 @2xl:hidden">
                      {headings[index]}
                    </span>
                    <span className="min-w-0 text-right wrap-anywhere @2xl:text-left @2xl:wrap-break-word">
                      {cell}
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

/** Renders a timestamp on one line. */
export function Time({ value }: { value: string }) {
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatDateTime(value)}
    </time>
  );
}

/** Renders a short value, such as a state. */
export function Badge({ children, isAlert = false }: { children: string; isAlert?: boolean }) {
  const color = isAlert
    ? 'bg-destructive/10 text-destructive'
    : 'bg-secondary text-secondary-foreground';
  return (
    <span
      className={`inline-block rounded-full px-2.5 whitespace-nowrap py-0.5 text-xs font-medium ${color}`}
    >
      {children}
    </span>
  );
}
