import type { Header, Row } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '@/components/icons';
import type { RecordTableFeatures, RecordTableModel } from '@/hooks/useRecordTable';
import type { Selection } from '@/hooks/useSelection';
import { cn } from '@/lib/cn';
import { t } from '@/lib/i18n';
import type { Stored } from '@/lib/resource';

interface RecordTableProps<Item extends Stored> {
  label: string;
  table: RecordTableModel<Item>;
  /** The selected records. Without it, records cannot be selected. */
  selection?: Selection<Item>;
}

/** Renders records as a table, or as cards on small screens. Both have table roles. */
export function RecordTable<Item extends Stored>(props: RecordTableProps<Item>) {
  const { label, table, selection } = props;
  return (
    <div className="bg-card relative overflow-x-auto rounded-xl border print:overflow-visible">
      {selection && (
        <label className="flex min-h-10 items-center gap-4 border-b px-4 text-sm @2xl:hidden print:hidden">
          <SelectAll selection={selection} />
          {t('selectAll')}
        </label>
      )}
      <table role="table" aria-label={label} className="block w-full text-left text-sm @2xl:table">
        <thead role="rowgroup" className="hidden @2xl:table-header-group">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row" className="border-b">
              {selection && (
                <td role="cell" className="w-0 py-2 pl-4 print:hidden">
                  <SelectAll selection={selection} />
                </td>
              )}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} table={table} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup" className="block divide-y @2xl:table-row-group">
          {table.getRowModel().rows.map((row) => (
            <RecordRow key={row.id} row={row} table={table} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const checkboxClasses = 'accent-primary block size-4 my-0.5';

/** Renders a checkbox that selects all records of the page, or none. */
function SelectAll<Item extends Stored>({ selection }: { selection: Selection<Item> }) {
  const { records, areAll, toggleAll } = selection;
  return (
    <input
      type="checkbox"
      aria-label={t('selectAll')}
      className={checkboxClasses}
      checked={areAll}
      ref={(checkbox) => {
        if (checkbox) checkbox.indeterminate = records.length > 0 && !areAll;
      }}
      onChange={toggleAll}
    />
  );
}

interface RecordRowProps<Item extends Stored> {
  row: Row<RecordTableFeatures, Item>;
  table: RecordTableModel<Item>;
  selection: Selection<Item> | undefined;
}

function RecordRow<Item extends Stored>({ row, table, selection }: RecordRowProps<Item>) {
  return (
    <tr
      role="row"
      className="@2xl:hover:bg-muted/50 relative block py-2 transition-colors @2xl:table-row print:break-inside-avoid"
    >
      {selection && (
        <td
          role="cell"
          className="absolute top-2 left-4 py-1.5 align-top @2xl:static @2xl:table-cell @2xl:py-3 @2xl:pl-4 print:hidden"
        >
          <input
            type="checkbox"
            aria-label={t('selectOne', { label: selection.labelOf(row.original) })}
            className={checkboxClasses}
            checked={selection.has(row.original)}
            onChange={() => selection.toggle(row.original)}
          />
        </td>
      )}
      {row.getVisibleCells().map((cell, index) => {
        const { label = '', type } = cell.column.columnDef.meta ?? {};
        const classes = cn(
          'flex justify-between gap-4 px-4 py-1.5 align-top font-normal @2xl:table-cell @2xl:py-3',
          selection && index === 0 && 'pl-12 @2xl:pl-4 print:pl-4',
          type === 'number' && '@2xl:text-right tabular-nums',
          (type === 'date' || type === 'dateTime') && '@2xl:whitespace-nowrap',
        );
        return index === 0 ? (
          <th key={cell.id} role="rowheader" scope="row" className={classes}>
            <table.FlexRender cell={cell} />
          </th>
        ) : (
          <td key={cell.id} role="cell" className={classes}>
            <span className="text-muted-foreground max-w-3/5 shrink-0 wrap-anywhere @2xl:hidden">
              {label}
            </span>
            <span className="min-w-0 text-right wrap-anywhere @2xl:[text-align:inherit] @2xl:wrap-break-word">
              <table.FlexRender cell={cell} />
            </span>
          </td>
        );
      })}
    </tr>
  );
}

interface HeaderCellProps<Item extends Stored> {
  header: Header<RecordTableFeatures, Item>;
  table: RecordTableModel<Item>;
}

const orders = {
  asc: { order: 'ascending', Icon: ArrowUp },
  desc: { order: 'descending', Icon: ArrowDown },
  none: { order: 'none', Icon: ChevronsUpDown },
} as const;

/** Renders a column header. A click sorts ascending, then descending, then not at all. */
function HeaderCell<Item extends Stored>({ header, table }: HeaderCellProps<Item>) {
  const { column } = header;
  const { order, Icon } = orders[column.getIsSorted() || 'none'];
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.getCanSort() ? order : undefined}
      className={cn(
        'text-muted-foreground px-4 py-2 font-medium',
        column.columnDef.meta?.type === 'number' && 'text-right',
      )}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className="hover:text-foreground inline-flex min-h-8 items-center gap-1.5 rounded-sm text-left transition-colors"
          onClick={() => column.toggleSorting()}
        >
          <table.FlexRender header={header} />
          <Icon
            aria-hidden
            className={cn('size-3.5 shrink-0', order === 'none' && 'print:hidden')}
          />
        </button>
      ) : (
        <table.FlexRender header={header} />
      )}
    </th>
  );
}
