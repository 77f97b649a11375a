import {
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ReactTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { Cell, isSortable, RecordLink, type Column } from '@/components/records/Cell';
import type { Resource, Stored } from '@/lib/resource';

/** The display options of a table column. */
interface ColumnLook {
  label: string;
  type?: Column<Stored>['type'];
}

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: {} as ColumnLook,
});

export type RecordTableFeatures = typeof features;
export type RecordTableModel<Item extends Stored> = ReactTable<RecordTableFeatures, Item>;

interface RecordTableOptions<Item extends Stored> {
  resource: Resource<Item>;
  columns: readonly Column<Item>[];
  records: readonly Item[];
  /** The sort field, with the prefix `-` for descending order. Empty for the default order. */
  sort: string;
  onSort: (sort: string) => void;
  /** Whether a column is shown, if this differs from the default. */
  shown?: Readonly<Record<string, boolean>>;
  onShow?: (shown: Record<string, boolean>) => void;
}

/** Creates the model of a table. The API sorts the records. */
export function useRecordTable<Item extends Stored>(
  options: RecordTableOptions<Item>,
): RecordTableModel<Item> {
  const { resource, columns, records, sort, onSort, shown = {}, onShow } = options;
  const columnVisibility = Object.fromEntries(
    columns.map(({ field, hidden = false }, index) => [
      field,
      // The first column is the link to the record.
      index === 0 || (shown[field] ?? !hidden),
    ]),
  );
  const definitions = useMemo(
    () => columns.map((column, index) => definitionOf(column, { resource, index })),
    [columns, resource],
  );
  const sorting = sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];

  return useTable({
    features,
    columns: definitions,
    data: records,
    getRowId: ({ id }) => id,
    manualSorting: true,
    sortDescFirst: false,
    state: { columnVisibility, sorting },
    onColumnVisibilityChange: (change) =>
      onShow?.(typeof change === 'function' ? change(columnVisibility) : change),
    onSortingChange: (change) => {
      const [order] = typeof change === 'function' ? change(sorting) : change;
      onSort(order ? `${order.desc ? '-' : ''}${order.id}` : '');
    },
  });
}

/** Creates a column. The first column links to the record’s page and is always visible. */
function definitionOf<Item extends Stored>(
  column: Column<Item>,
  { resource, index }: { resource: Resource<Item>; index: number },
): ColumnDef<RecordTableFeatures, Item> {
  const { field, label, type } = column;
  return {
    id: field,
    // A record without a display field has a label, which is not its id.
    header: field === 'id' ? resource.singular : label,
    accessorFn: (record) => record[field],
    enableSorting: isSortable(column),
    enableHiding: index > 0,
    meta: { label, ...(type && { type }) },
    cell: ({ row: { original: record } }) =>
      index > 0 ? (
        <Cell record={record} column={column} />
      ) : (
        <RecordLink
          resource={resource}
          record={record}
          className="rounded-xs pb-0.5 font-medium underline-offset-4 hover:underline"
        />
      ),
  };
}
