import { accessRules } from '../../generated/access';
import type { ListRules } from '../page';
import { invalidBody, type ProblemDetail } from '../problem';
import { type FieldAccess, permits } from './access';
import type { Actor } from './types';
import type { Relation } from './visibility';

const none: readonly string[] = [];

/** Returns the fields of an entity whose values an actor may not read, or not set. */
export async function deniedFields(
  entity: string,
  side: keyof FieldAccess,
  actor: Actor,
): Promise<readonly string[]> {
  const fields = accessRules.get(entity)?.fields;
  if (fields === undefined || actor.isApplication) return none;
  const user = await actor.user();
  return Object.keys(fields).filter((name) => !permits(fields[name]?.[side] ?? 'public', user));
}

/** Returns a record without some fields. */
export function withoutFields<Item extends object>(row: Item, fields: readonly string[]): Item {
  if (fields.length === 0) return row;
  const shown = { ...row };
  for (const field of fields) Reflect.deleteProperty(shown, field);
  return shown;
}

/**
 * Returns the errors of fields in a body that the actor may not set.
 *
 * @param place the JSON pointer of the body
 */
export function deniedIn(
  body: unknown,
  fields: readonly string[],
  place = '',
): readonly ProblemDetail[] {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return [];
  return fields
    .filter((field) => Object.hasOwn(body, field))
    .map((field) => forbiddenField(`${place}/${field}`));
}

/** The error of a field that the actor may not set. */
export function forbiddenField(pointer: string): ProblemDetail {
  return { pointer, code: 'field_forbidden', detail: 'Your account may not set this field.' };
}

/** @throws HttpProblem 422 with a pointer to every field in the body that the actor may not set */
export async function requireSettable(entity: string, body: unknown, actor: Actor): Promise<void> {
  const errors = deniedIn(body, await deniedFields(entity, 'write', actor));
  if (errors.length > 0) throw invalidBody(errors);
}

interface Listed {
  readonly name: string;
  readonly lists: ListRules<string>;
  readonly relations?: Readonly<Record<string, Relation>>;
}

/** Returns whether a query of an entity’s lists can name a field with rules of its own. */
export function hasFieldRules({ name, relations = {} }: Listed): boolean {
  const entities = [name, ...Object.values(relations).map(({ target }) => target)];
  return entities.some((entity) => accessRules.get(entity)?.fields !== undefined);
}

/** Returns the parts of a query that an actor may use: no field that the actor may not read. */
export async function readableLists(
  { name, lists, relations = {} }: Listed,
  actor: Actor,
): Promise<ListRules<string>> {
  const denied = await deniedFields(name, 'read', actor);
  const related = await Promise.all(
    Object.entries(lists.related ?? {}).map(async ([relation, columns]) => {
      const target = relations[relation]?.target ?? '';
      return [relation, withoutFields(columns, await deniedFields(target, 'read', actor))] as const;
    }),
  );
  return {
    ...lists,
    columns: withoutFields(lists.columns, denied),
    related: Object.fromEntries(related),
    search: (lists.search ?? []).filter((field) => !denied.includes(field)),
  };
}
