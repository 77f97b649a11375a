import { id } from '@shared/lib/values';
import type { Request } from 'express';
import { z } from 'zod';
import { problemOf } from '../errors';
import { detailsOf, HttpProblem, invalidBody, type ProblemDetail, readBody } from '../problem';
import { admit } from './access';
import { inTransaction, type Records } from './define';
import { deniedFields, deniedIn } from './field-access';
import { isOffered } from './guards';
import type { Actor, Database, Row } from './types';

/** The maximum number of records in a bulk request. */
const mostRecords = 1_000;

/** The maximum duration of a bulk request, in milliseconds. */
export const bulkTimeout = 60_000;

/** A bulk request: records to create, changes with the ids of their records, and ids to delete. */
const bulkSchema = z
  .strictObject({
    create: z.array(z.unknown()).default([]),
    update: z.array(z.strictObject({ id, changes: z.unknown() })).default([]),
    delete: z.array(id).default([]),
  })
  .refine((body) => body.create.length + body.update.length + body.delete.length <= mostRecords, {
    error: `Expected at most ${mostRecords} records`,
  });

/** The created and the changed records, in the order of the request. */
interface BulkResult {
  readonly created: readonly Row[];
  readonly updated: readonly Row[];
  readonly deleted: readonly string[];
}

interface Writer {
  readonly actor: Actor;
  /** The transaction to use. Default: a new one. */
  readonly tx: Database | undefined;
}

/**
 * Creates, changes and deletes records in one transaction, in this order, with all hooks.
 *
 * @throws HttpProblem with pointers to the refused records. No record is then changed.
 */
export async function changeMany<Input extends z.ZodType<object>, Patch extends z.ZodType<object>>(
  records: Records<Input, Patch>,
  req: Request,
  { actor, tx: open }: Writer,
): Promise<BulkResult> {
  const body = readBody(bulkSchema, req);
  requireOfferedLists(records.rules.name, body);
  for (const operation of ['create', 'update', 'delete'] as const) {
    if (body[operation].length > 0) await admit(records.rules.name, operation, actor);
  }
  const denied = await deniedFields(records.rules.name, 'write', actor);
  const inputs = parseAll(records.rules.input, {
    denied,
    items: body.create,
    pathOf: (index) => ['create', index],
  });
  const changes = parseAll(records.rules.patch, {
    denied,
    items: body.update.map((item) => item.changes),
    pathOf: (index) => ['update', index, 'changes'],
  });
  const errors = [...inputs.errors, ...changes.errors];
  if (errors.length > 0) throw invalidBody(errors);

  // The transaction must not wait for a query outside it.
  await actor.user();
  const run = async (tx: Database) => {
    const options = { actor, tx };
    const [created, updated]: [Row[], Row[]] = [[], []];
    for (const [index, input] of inputs.values.entries()) {
      const at = { place: `/create/${index}`, method: 'POST' };
      created.push(await located(at, () => records.create(input, options)));
    }
    for (const [index, values] of changes.values.entries()) {
      const at = { place: `/update/${index}`, values: '/changes', method: 'PATCH' };
      const changed = body.update[index]?.id ?? '';
      updated.push(await located(at, () => records.update(changed, values, options)));
    }
    for (const [index, removed] of body.delete.entries()) {
      const at = { place: `/delete/${index}`, method: 'DELETE' };
      await located(at, () => records.remove(removed, options));
    }
    return { created, updated, deleted: body.delete };
  };
  return open === undefined ? inTransaction(run, bulkTimeout) : run(open);
}

/** @throws HttpProblem 422 with a pointer to each list with an operation that is not offered */
function requireOfferedLists(name: string, body: z.output<typeof bulkSchema>): void {
  const errors = (['create', 'update', 'delete'] as const)
    .filter((operation) => body[operation].length > 0 && !isOffered(name, operation))
    .map((operation) => ({
      pointer: `/${operation}`,
      code: 'not_offered',
      detail: `${name} does not offer "${operation}".`,
    }));
  if (errors.length > 0) throw invalidBody(errors);
}

interface Items {
  /** The fields that the actor may not set. */
  readonly denied: readonly string[];
  readonly items: readonly unknown[];
  /** Returns the path of an item in the body. */
  pathOf(index: number): readonly PropertyKey[];
}

/** Parses the items of a list. Returns the values and the errors, with pointers into the body. */
function parseAll<Schema extends z.ZodType>(schema: Schema, { items, denied, pathOf }: Items) {
  const values: z.output<Schema>[] = [];
  const errors: ProblemDetail[] = [];
  for (const [index, item] of items.entries()) {
    errors.push(...deniedIn(item, denied, `/${pathOf(index).join('/')}`));
    const result = schema.safeParse(item);
    if (result.success) values.push(result.data);
    else errors.push(...detailsOf(result.error, pathOf(index)));
  }
  return { values, errors };
}

interface Place {
  /** The JSON pointer of the record in the request. */
  readonly place: string;
  /** The JSON pointer of the record’s values in this place. */
  readonly values?: string;
  readonly method: string;
}

/** Adds the place of a record in the request to its errors. */
async function located<Result>(
  { place, values = '', method }: Place,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const { status, options } = problemOf(error, method);
    if (status >= 500) throw error;
    const { errors = [], detail } = options;
    const found = errors.map((one) => ({
      ...one,
      pointer: one.pointer === undefined ? place : `${place}${values}${one.pointer}`,
    }));
    throw new HttpProblem(status, {
      ...options,
      errors: found.length > 0 ? found : [{ pointer: place, detail }],
    });
  }
}
