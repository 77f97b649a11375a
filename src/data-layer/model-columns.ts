import type { DatabaseKind } from '../config/config.ts';
import { readPluginSchema } from './plugin-schema.ts';
import type { Definition, Member } from './schema/definition.ts';

/** A column of a plugin's model. */
export interface ModelColumn {
  readonly name: string;
  /** Prisma's type without its mark: `String`. */
  readonly type: string;
  /** Whether it is the id of the records. */
  readonly isKey: boolean;
  /** Whether each new record must have a value for it. */
  readonly isRequired: boolean;
}

/** Returns the columns of each model in a plugin's schema, without relations. Parts of a model are merged. */
export function modelColumns(schema: string, database: DatabaseKind): ReadonlyMap<string, readonly ModelColumn[]> {
  const { definitions } = readPluginSchema({ plugin: '', schema }, database);
  const models = definitions.filter(({ keyword }) => keyword === 'model');
  const columns = new Map<string, readonly ModelColumn[]>();
  for (const { name, members } of models) {
    const own = members.filter((member) => !isRelation(member, models)).map(columnOf);
    columns.set(name, [...(columns.get(name) ?? []), ...own]);
  }
  return columns;
}

function isRelation({ type, attributes }: Member, models: readonly Definition[]): boolean {
  return models.some(({ name }) => name === type) || attributes.some(({ name }) => name === 'relation');
}

function columnOf(member: Member): ModelColumn {
  const isKey = member.attributes.some(({ name }) => name === 'id');
  return { name: member.name, type: member.type, isKey, isRequired: isRequired(member) };
}

/** Returns whether each new record must have a value for a column. */
export function isRequired({ mark, attributes }: Member): boolean {
  return mark === '' && !attributes.some(({ name }) => ['default', 'updatedAt'].includes(name));
}
