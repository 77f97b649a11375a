/** A filter by a string. */
export type Text = Filter<string, 'ne' | 'in' | 'contains' | 'startsWith'>;

/** A filter by a number, a timestamp or another ordered value. */
export type Ordered<Value> = Filter<Value, 'ne' | 'in' | 'gt' | 'gte' | 'lt' | 'lte'>;

/** A filter by one of few values, or by the id of a record. */
export type Choice<Value extends string = string> = Filter<Value, 'ne' | 'in'>;

/** A filter by a boolean. */
export type Flag = Filter<boolean, 'ne'>;

/** A filter by a field that can be empty. `null` finds records without a value. */
export type Optional<Of> = Of | null | (Extract<Of, object> & { null?: boolean });

/** A filter by the id of a linked record. */
export interface Link {
  some: string;
}

/** A value, or operators that must all be met. */
type Filter<Value, Operator extends keyof Operands<Value>> =
  | Value
  | Partial<Pick<Operands<Value>, Operator>>;

interface Operands<Value> {
  ne: Value;
  in: readonly Value[];
  gt: Value;
  gte: Value;
  lt: Value;
  lte: Value;
  /** In any letter case. */
  contains: string;
  /** In any letter case. */
  startsWith: string;
}

/** Converts filters to query parameters: `{ total: { gte: 5 } }` to `total[gte]=5`. */
export function filterParameters(filters: object): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [field, filter] of Object.entries(filters)) {
    if (typeof filter === 'object' && filter !== null) {
      for (const [operator, value] of Object.entries(filter)) {
        if (value !== undefined) parameters[`${field}[${operator}]`] = textOf(value);
      }
    } else if (filter !== undefined) {
      parameters[field] = textOf(filter);
    }
  }
  return parameters;
}

/** Returns a value, or a list whose values are separated by commas, as the text of a parameter. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? '');
  return value.map((item) => String(item).replaceAll(/[,\\]/g, String.raw`\$&`)).join(',');
}
