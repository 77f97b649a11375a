import type { AccessRule, DatabaseKind } from '../../config/config.ts';
import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import { type Code, code, imports, lines, list, paragraphs, print, property, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { columnSchema, columnsOf, isSortable } from './columns.ts';
import { enumValues } from './enums.ts';
import { emptiedJson } from './json-fields.ts';
import { delegateOf } from './nouns.ts';
import { includable } from './relations.ts';
import {
  checksRelated,
  createOptions,
  deleted,
  listOptions,
  queried,
  readBody,
  readOptions,
  updateOptions,
} from './router-queries.ts';

/**
 * `server/routes/<route>.ts`: the routes to list, read, create, change and delete an entity's records. Users may edit
 * these files.
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
  const router = routerName(entity);
  const delegate = delegateOf(entity.names);
  const relations = includable(entity, model).names;
  const checks = checksRelated(entity, model.database);
  const [read, write] = [guardOf(entity.access.read), guardOf(entity.access.write)];
  const { database } = model;
  return paragraphs([
    lines(importLines(entity, { relations, database })),
    ...(relations.length === 0
      ? []
      : [
          ['const relations = ', list('[', relations.map(quote), '] as const;')],
          'const readInclude = includeReader(relations);',
        ]),
    ...(checks ? [rows('const related = {', relationTables(entity), '};')] : []),
    pageReader(entity, { relations, database }),
    `export const ${router} = Router();`,
    code`
      ${router}
        .route('/')
        .get(${read.guard}async (req, res) => {
          ${lines([
            ...read.first,
            'const page = readPage(req);',
            `const { where, orderBy, take${relations.length === 0 ? '' : ', include'} } = page;`,
            queried('records', `${delegate}.findMany`, listOptions(entity, relations)),
          ])}
          sendPage(req, res, { records, page });
        })
        .post(${write.guard}async (req, res) => {
          ${lines([
            ...(entity.owner === undefined ? [] : [callerLine]),
            readBody(entity, { schema: 'Input', database }),
            queried('record', `${delegate}.create`, createOptions(entity, database)),
          ])}
          res.status(201).location(\`\${req.baseUrl}/\${record.id}\`).json(record);
        })
        .all(allowOnly('GET', 'HEAD', 'POST'));`,
    code`
      ${router}
        .route('/:id')
        .get(${read.guard}async (req, res) => {
          ${lines([...read.first, queried('record', `${delegate}.findUnique`, readOptions(entity, relations))])}
          if (record === null) throw notFound();
          res.json(record);
        })
        .patch(${write.guard}async (req, res) => {
          ${lines([
            ...(entity.owner === undefined ? [] : [callerLine]),
            readBody(entity, { schema: 'Patch', database }),
            queried('record', `${delegate}.update`, updateOptions(entity, database)),
          ])}
          res.json(record);
        })
        .delete(${write.guard}async (req, res) => {
          ${lines([...write.first, deleted(entity)])}
          res.status(204).end();
        })
        .all(allowOnly('GET', 'HEAD', 'PATCH', 'DELETE'));`,
    ...(isRelated(entity) && !checks
      ? [rows(`${router}.use(`, [['pointToMissing(', rows('{', relationTables(entity), '}'), ')']], ');')]
      : []),
  ]);
}

const callerLine = 'const caller = await requireCaller(req);';

/** Returns the guard before a handler and the first statements in the handler. */
function guardOf(rule: AccessRule): { readonly guard: string; readonly first: readonly string[] } {
  return {
    guard: rule === 'public' || rule === 'owner' ? '' : `allow(${quote(rule)}), `,
    first: rule === 'owner' ? [callerLine] : [],
  };
}

function isRelated({ references, links }: EntityModel): boolean {
  return references.length + links.length > 0;
}

/** Returns the tables of related records, by field name. */
function relationTables({ references, links }: EntityModel): readonly Code[] {
  return [
    ...references.map(({ idField, target }) => property(idField, delegateOf({ pascal: target }))),
    ...links.map(({ idsField, target }) => property(idsField, delegateOf({ pascal: target }))),
  ];
}

interface RouterParts {
  readonly relations: readonly string[];
  readonly database: DatabaseKind;
}

function importLines(entity: EntityModel, { relations, database }: RouterParts): Code[] {
  const { camel, kebab } = entity.names;
  const columns = columnsOf(entity);
  const enums = columns.filter(({ type }) => type === 'Enum').map(enumValues);
  const values = [
    ...(columns.length === 0 ? [] : ['column']),
    ...(columns.some(({ required }) => !required) ? ['optional'] : []),
  ];
  const { read, write } = entity.access;
  const guard = [read, write].some((rule) => rule === 'authenticated' || rule === 'admin') ? ['allow'] : [];
  const access = [...guard, ...(entity.owner === undefined ? [] : ['requireCaller'])];
  const json = emptiedJson(entity, database).length > 0;
  const checks = checksRelated(entity, database);
  const related = [
    ...(entity.links.length === 0 ? [] : ['byId']),
    ...(isRelated(entity) && !checks ? ['pointToMissing'] : []),
  ];
  return [
    imports([`${camel}Input`, `${camel}Patch`, ...enums].toSorted(), `@shared/${kebab}`),
    imports(['Router'], 'express'),
    ...(access.length === 0 ? [] : [imports(access, '../lib/access')]),
    ...(values.length === 0 ? [] : [imports(values, '../lib/column')]),
    imports(['db'], '../lib/db'),
    ...(json ? [imports(['orDbNull'], '../lib/json')] : []),
    ...(checks ? [imports(['mustExist'], '../lib/must-exist')] : []),
    imports(['pageReader', 'sendPage'], '../lib/page'),
    imports(['allowOnly', 'notFound', 'readBody'], '../lib/problem'),
    ...(relations.length === 0 ? [] : [imports(['includeReader'], '../lib/query')]),
    ...(related.length === 0 ? [] : [imports(related, '../lib/relations')]),
  ];
}

function pageReader(entity: EntityModel, { relations, database }: RouterParts): Code {
  const columns = columnsOf(entity);
  const schemas = columns.map((column): Code => [`${column.name}: `, columnSchema(column, database)]);
  const unsortable = columns.filter((column) => !isSortable(column, database)).map(({ name }) => quote(name));
  const rest: Code[] = [
    ...(unsortable.length === 0 ? [] : [['unsortable: ', list('[', unsortable, ']')]]),
    ...(relations.length === 0 ? [] : ['relations']),
  ];
  return rows('const readPage = pageReader({', [rows('columns: {', schemas, '}'), ...rest], '});');
}
