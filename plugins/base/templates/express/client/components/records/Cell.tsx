import { Check, Minus } from 'lucide-react';
import { formatDateTime, formatNumber } from '@/lib/format';
import type { Resource, Stored } from '@/lib/resource';

/** A column of a list; without a type its value is shown as it is. */
export interface Column<Item> {
  field: keyof Item & string;
  label: string;
  type?: 'boolean' | 'dateTime' | 'number';
  /** Set where the field holds one related record, or several. */
  relation?: Resource;
}

interface CellProps<Item> {
  record: Item;
  column: Column<Item>;
}

/** One value of a record, as people read it. */
export function Cell<Item>({ record, column: { field, type, relation } }: CellProps<Item>) {
  const value: unknown = relation ? labelsOf(record[field], relation) : record[field];
  if (value === null || value === undefined || value === '') return <Missing />;
  if (typeof value === 'boolean') return value ? <Yes /> : 'No';
  if (typeof value === 'number') return formatNumber(value);
  return type === 'dateTime' ? formatDateTime(String(value)) : String(value);
}

function labelsOf(related: unknown, relation: Resource): string {
  const records = [related ?? []].flat() as Stored[];
  return records.map((record) => relation.label(record)).join(', ');
}

function Yes() {
  return (
    <span className="whitespace-nowrap">
      <Check aria-hidden className="text-primary mr-1.5 inline size-4 align-[-0.2em]" />
      Yes
    </span>
  );
}

function Missing() {
  return (
    <>
      <Minus aria-hidden className="text-muted-foreground inline size-4" />
      <span className="sr-only">None</span>
    </>
  );
}
