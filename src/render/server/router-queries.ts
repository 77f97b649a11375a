import type { DatabaseKind } from '../../config/config.ts';
import type { EntityModel } from '../../data-layer/model.ts';
import { type Code, braces, group, hardline, indent, line, list, rows, pattern } from '../code.ts';
import { emptiedJson, jsonExpression, jsonFields } from './json-fields.ts';
import { tableOf } from './nouns.ts';

/** Prints the member `create`: the query that stores a new record. */
export function createQuery(entity: EntityModel, database: DatabaseKind): Code {
  const data = convertedFields(entity, { verb: 'connect', database });
  const scope = entity.owner === undefined ? '{ tx }' : '{ tx, caller }';
  return query({
    head: 'create: ',
    parameters: [scope, dataPattern(entity, { isNew: true, database })],
    method: `${tableOf(entity.names)}.create`,
    options: [data.length === 0 ? 'data' : rows('data: {', ['...data', ...data], '}')],
    isLong: data.length > 0,
  });
}

/** Prints the member `update`: the query that changes a record. */
export function updateQuery(entity: EntityModel, database: DatabaseKind): Code {
  const data = convertedFields(entity, { verb: 'set', database });
  const scope = entity.owner === undefined ? '{ tx }' : '{ tx, caller }';
  return query({
    head: 'update: ',
    parameters: [scope, 'where', dataPattern(entity, { isNew: false, database })],
    method: `${tableOf(entity.names)}.update`,
    options: ['where', data.length === 0 ? 'data' : rows('data: {', ['...data', ...data], '}')],
    isLong: data.length > 0,
  });
}

interface Query {
  readonly head: string;
  readonly parameters: readonly Code[];
  readonly method: string;
  readonly options: readonly Code[];
  /** Whether the options have one line each. */
  readonly isLong: boolean;
}

/** Prints `create: ({ tx }, data) => tx.order.create({ data })`. */
function query({ head, parameters, method, options, isLong }: Query): Code {
  const start: Code = [head, list('(', parameters, ')'), ' =>'];
  return isLong
    ? [start, indent([hardline, method, '(', rows('{', options, '}'), ')'])]
    : group([group(start), group(indent([line, method, '(', braces(options), ')']))]);
}

interface Written {
  readonly isNew: boolean;
  readonly database: DatabaseKind;
}

/** Returns the parameter with the data. Members that need conversion are separate. */
function dataPattern(entity: EntityModel, { isNew, database }: Written): Code {
  const emptied = new Set(emptiedJson(entity, database));
  const json = jsonFields(entity).flatMap((field): Code[] => {
    if (isNew && field.default !== undefined) return [[`${field.name} = `, jsonExpression(field.default)]];
    return emptied.has(field) ? [field.name] : [];
  });
  const names = [...json, ...entity.links.map(({ idsField }) => idsField)];
  return names.length === 0 ? 'data' : pattern(names, '...data');
}

/** Returns the written fields besides the plain ones. `set` replaces the linked records. */
function convertedFields(
  entity: EntityModel,
  { verb, database }: { readonly verb: 'connect' | 'set'; readonly database: DatabaseKind },
): readonly Code[] {
  const isNew = verb === 'connect';
  const emptied = new Set(emptiedJson(entity, database));
  return [
    ...jsonFields(entity).flatMap((field): Code[] => {
      if (emptied.has(field)) return [[`${field.name}: `, list('orDbNull(', [field.name], ')')]];
      return isNew && field.default !== undefined ? [field.name] : [];
    }),
    ...(entity.owner === undefined ? [] : [ownerOption(entity.owner.idField, isNew)]),
    ...entity.links.map(({ name, idsField }): Code => [`${name}: `, braces([`${verb}: byId(${idsField})`])]),
  ];
}

function ownerOption(idField: string, isNew: boolean): string {
  return `${idField}: caller.${isNew ? 'ownerOfNew' : 'ownerOfChanged'}(data.${idField})`;
}
