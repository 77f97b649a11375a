import { id, text as storable } from '@shared/lib/values';
import { z } from 'zod';
import { boolean, type Column, type Columns } from './column';
import { isEmpty, isPresent, matches } from './conditions';
import type { ProblemDetail } from './problem';
import { invalidQuery } from './query';

/** The limits of filters and searches. */
export const limits = {
  /** Filters in a query. */
  filters: 20,
  /** Characters in a value. */
  characters: 1_000,
  /** Values of the operator `in`. */
  values: 100,
  /** Words in `q`. */
  words: 10,
} as const;

/** The columns and relations that lists can be filtered by. */
export interface FilterRules {
  readonly columns: Columns;
  /** The columns of related records, by to-one relation: `customer.name`. */
  readonly related?: Readonly<Record<string, Columns>>;
  /** To-many relations: `tags[some]=id`. */
  readonly links?: readonly string[];
}

/** A condition for related records. */
export interface RelatedFilter {
  readonly relation: string;
  readonly condition: object;
}

/** Conditions in Prisma’s form. A record must meet all of them. */
export interface Filters {
  readonly own: readonly object[];
  readonly related: readonly RelatedFilter[];
}

/** A condition in Prisma’s form, or the message of an error. */
type Result =
  | { readonly condition: object; readonly relation?: string | undefined }
  | { readonly error: string };

/** `field`, `field[operator]` or `relation.field[operator]` */
const syntax = /^(?:(?<relation>\w+)\.)?(?<name>\w+)(?:\[(?<operator>\w+)\])?$/;

/** Returns a function that converts filters in a query to conditions in Prisma’s form. */
export function filterReader({ columns, related = {}, links = [] }: FilterRules) {
  const own = new Map(Object.entries(columns));
  const others = new Map(
    Object.entries(related).map(([relation, table]) => [relation, new Map(Object.entries(table))]),
  );

  function read(parameter: string, text: unknown): Result {
    const { relation, name = '', operator } = syntax.exec(parameter)?.groups ?? {};
    if (typeof text !== 'string') return { error: 'Expected one value' };
    if (relation === undefined && operator === 'some' && links.includes(name)) {
      return { relation: name, ...parse(id, text, (value) => ({ id: value })) };
    }
    const column = (relation === undefined ? own : others.get(relation))?.get(name);
    if (column === undefined) return { error: 'Unknown parameter' };
    return { relation, ...compare(column, { name, operator, text }) };
  }

  return (filters: Readonly<Record<string, unknown>>): Filters => {
    const found: { own: object[]; related: RelatedFilter[] } = { own: [], related: [] };
    const problems: ProblemDetail[] = [];
    for (const [index, [parameter, text]] of Object.entries(filters).entries()) {
      const isBeyond = index >= limits.filters;
      const result = isBeyond
        ? { error: `Expected at most ${limits.filters} filters` }
        : read(parameter, text);
      if ('error' in result) problems.push({ parameter, detail: result.error });
      else if (result.relation === undefined) found.own.push(result.condition);
      else found.related.push({ relation: result.relation, condition: result.condition });
      if (isBeyond) break;
    }
    if (problems.length > 0) throw invalidQuery(problems);
    return found;
  };
}

interface Comparison {
  readonly name: string;
  readonly operator: string | undefined;
  readonly text: string;
}

function compare(column: Column, { name, operator, text }: Comparison): Result {
  const { value: schema, operators, isOptional } = column;
  const known = operators.find((one) => one === operator);
  if (known === undefined && operator !== undefined) {
    return { error: `Expected one of the operators ${operators.join(', ')}` };
  }
  if (isOptional && text === '' && known === undefined) return { condition: isEmpty(name) };
  if (isOptional && text === '' && known === 'ne') return { condition: isPresent(name) };
  switch (known) {
    case undefined:
      return parse(schema, text, (value) => ({ [name]: value }));
    case 'ne':
      // In SQL, no value is neither equal nor unequal to another value.
      return parse(schema, text, (value) =>
        isOptional
          ? { OR: [{ [name]: { not: value } }, isEmpty(name)] }
          : { [name]: { not: value } },
      );
    case 'in':
      return parse(values(schema), listed(text), (several) => ({ [name]: { in: several } }));
    case 'contains':
    case 'startsWith':
      return parse(storable.min(1), text, (value) => matches(name, known, value));
    case 'null':
      return parse(boolean, text, (value) => (value ? isEmpty(name) : isPresent(name)));
    default:
      return parse(schema, text, (value) => ({ [name]: { [known]: value } }));
  }
}

function values(schema: z.ZodType) {
  return z.array(schema).max(limits.values, { error: `Expected at most ${limits.values} values` });
}

/** Returns the condition for a valid value, or for a list of valid values. */
function parse<Value>(
  schema: z.ZodType<Value>,
  input: string | readonly string[],
  conditionOf: (value: Value) => object,
): Result {
  if ([input].flat().some(({ length }) => length > limits.characters)) {
    return { error: `Expected at most ${limits.characters} characters` };
  }
  const result = schema.safeParse(input);
  if (result.success) return { condition: conditionOf(result.data) };
  return { error: result.error.issues[0]?.message ?? 'Expected another value' };
}

/** Splits a list at its commas. A backslash precedes a comma or backslash that is part of a value. */
function listed(text: string): string[] {
  const items = text.matchAll(/(?:^|,)((?:\\[,\\]|[^,])*)/g);
  return [...items].map(([, item = '']) => item.replaceAll(/\\([,\\])/g, '$1'));
}

/**
 * Returns the conditions of a search: each word is part of one of the fields, in any letter case.
 */
export function search(q: string, fields: readonly string[]): object[] {
  return wordsOf(q).map((word) => ({
    OR: fields.map((field) => matches(field, 'contains', word)),
  }));
}

/** Text in `q`: a limited number of words. */
export const searchSchema = storable
  .max(limits.characters, { error: `Expected at most ${limits.characters} characters` })
  .refine((q) => wordsOf(q).length <= limits.words, {
    error: `Expected at most ${limits.words} words`,
  });

function wordsOf(q: string): string[] {
  return q.split(/\s+/).filter(Boolean);
}
