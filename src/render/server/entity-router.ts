import type { DatabaseKind } from '../../config/config.ts';
import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';
import { type Code, arrays, braces, call, imports, lines, list, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { offers, writtenPart } from '../offered.ts';
import { emptiedJson, jsonFields } from './json-fields.ts';
import { tableOf } from './nouns.ts';
import { createQuery, updateQuery } from './router-queries.ts';
import { groupsWithOptional } from './server-library.ts';

/**
 * `server/routes/<route>.ts`: the rules and queries of an entity's records, and the routes to list, read, create, change
 * and delete them. Users may edit these files.
 */
export const entityRouters: Emitter = function* ({ model }) {
  for (const entity of model.entities) {
    yield { path: `server/routes/${entity.names.route}.ts`, content: print(entityRouter(entity, model)) };
  }
};

/** Returns the variable name of an entity's router. */
export function routerName({ names }: EntityModel): string {
  return `${names.camelPlural}Router`;
}

function entityRouter(entity: EntityModel, model: DataModel): Code {
  const { pascal, camel } = entity.names;
  const { database } = model;
  const written = writtenPart(entity);
  const json = jsonFields(entity).map(({ name }) => quote(name));
  const rules: Code[] = [
    `name: ${quote(pascal)}`,
    `input: ${camel}Input`,
    `patch: ${camel}Patch`,
    `lists: queries.${camel}`,
    ...(json.length === 0 ? [] : [['json: ', list('[', json, ']')]]),
    ...(isRelated(entity) ? [rows('relations: {', relations(entity), '}')] : []),
    ...(checksRelated(entity, database) ? ['mustExist'] : []),
    ...openGroups(entity, database),
    `table: (tx) => ${tableOf(entity.names)}`,
    ...(offers(entity, 'create') ? [createQuery(written, database)] : []),
    ...(offers(entity, 'update') ? [updateQuery(written, database)] : []),
  ];
  const object = rows('{', rules, '}');
  return paragraphs([
    lines(importLines(entity, database)),
    [call(`export const ${camel}Records = defineRecords`, { flat: object, broken: object }), ';'],
    [`export const ${routerName(entity)} = `, list('recordRouter(', [`${camel}Records`], ');')],
  ]);
}

/** Returns the unique groups with optional members. The indexes of MongoDB compare empty members themselves. */
function openGroups(entity: EntityModel, database: DatabaseKind): readonly Code[] {
  const groups = database === 'document' ? [] : groupsWithOptional(entity);
  return groups.length === 0 ? [] : [['unique: ', arrays(groups.map(({ group }) => group.map(quote)))]];
}

function isRelated({ references, links }: EntityModel): boolean {
  return references.length + links.length > 0;
}

/** Returns whether the records check related records. MongoDB has no foreign keys. */
function checksRelated(entity: EntityModel, database: DatabaseKind): boolean {
  return database === 'document' && isRelated(entity);
}

function relations({ references, links }: EntityModel): readonly Code[] {
  return [...references, ...links].map((relation) => [
    `${relation.name}: `,
    braces([
      ...relationMembers(relation),
      ...('idsField' in relation ? ['many: true'] : relation.isTree ? ['isTree: true'] : []),
    ]),
  ]);
}

function relationMembers(relation: Reference | Link): readonly string[] {
  return [
    `field: ${quote('idField' in relation ? relation.idField : relation.idsField)}`,
    `target: ${quote(relation.target)}`,
    `table: (tx) => ${tableOf({ pascal: relation.target })}`,
  ];
}

function importLines(entity: EntityModel, database: DatabaseKind): Code[] {
  const { camel, kebab } = entity.names;
  const isWritten = offers(entity, 'create') || offers(entity, 'update');
  return [
    imports([`${camel}Input`, `${camel}Patch`], `@shared/${kebab}`),
    imports(['queries'], '../generated/queries'),
    ...(isWritten && emptiedJson(writtenPart(entity), database).length > 0
      ? [imports(['orDbNull'], '../lib/json')]
      : []),
    ...(checksRelated(entity, database) ? [imports(['mustExist'], '../lib/must-exist')] : []),
    imports(['defineRecords', 'recordRouter'], '../lib/records'),
    ...(!isWritten || entity.links.length === 0 ? [] : [imports(['byId'], '../lib/relations')]),
  ];
}
