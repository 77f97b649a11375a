import type { EntityModel } from '../../data-layer/model.ts';
import {
  type Code,
  rows,
  braces,
  code,
  define,
  group,
  imports,
  indent,
  join,
  line,
  lines,
  list,
  paragraphs,
  print,
  quote,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { type Column, columnsOf } from './columns.ts';
import { delegateOf } from './nouns.ts';
import { includable } from './relations.ts';

/** `server/routes/<route>.ts`: list, read, create, change and delete the records of one entity. The user's to edit. */
export const entityRouters: Emitter = function* ({ model }) {
  for (const entity of model.entities) {
    yield {
      path: `server/routes/${entity.names.route}.ts`,
      content: print(entityRouter(entity, includable(entity, model).names)),
    };
  }
};

/** The variable an entity's router is exported as. */
export function routerName({ names }: EntityModel): string {
  return `${names.camelPlural}Router`;
}

function entityRouter(entity: EntityModel, relations: readonly string[]): Code {
  const router = routerName(entity);
  const delegate = delegateOf(entity.names);
  return paragraphs([
    lines(importLines(entity, relations)),
    ...(relations.length === 0
      ? []
      : [
          ['const relations = ', list('[', relations.map(quote), '] as const;')],
          'const readInclude = includeReader(relations);',
        ]),
    pageReader(entity, relations),
    `export const ${router} = Router();`,
    code`
      ${router}
        .route('/')
        .get(async (req, res) => {
          const page = readPage(req);
          const { where, orderBy, take${relations.length === 0 ? '' : ', include'} } = page;
          const records = await ${delegate}.findMany(${braces(['where', 'orderBy', 'take', ...(relations.length === 0 ? [] : ['include'])])});
          sendPage(req, res, { records, page });
        })
        .post(async (req, res) => {
          ${readBody(entity, 'Input')}
          const record = await ${delegate}.create(${writeArguments(entity, 'connect')});
          res.status(201).location(\`\${req.baseUrl}/\${record.id}\`).json(record);
        })
        .all(allowOnly('GET', 'HEAD', 'POST'));`,
    code`
      ${router}
        .route('/:id')
        .get(async (req, res) => {
          const record = await ${delegate}.findUnique(${readArguments(relations)});
          if (record === null) throw notFound();
          res.json(record);
        })
        .patch(async (req, res) => {
          ${readBody(entity, 'Patch')}
          const record = await ${delegate}.update(${writeArguments(entity, 'set')});
          res.json(record);
        })
        .delete(async (req, res) => {
          await ${delegate}.delete(${braces([['where: ', braces(['id: req.params.id'])]])});
          res.status(204).end();
        })
        .all(allowOnly('GET', 'HEAD', 'PATCH', 'DELETE'));`,
  ]);
}

function importLines(entity: EntityModel, relations: readonly string[]): Code[] {
  const { camel, kebab } = entity.names;
  const columns = columnsOf(entity);
  const values = [
    ...(columns.length === 0 ? [] : ['column']),
    ...(columns.some(({ required }) => !required) ? ['optional'] : []),
  ];
  return [
    imports([`${camel}Input`, `${camel}Patch`], `@shared/${kebab}`),
    imports(['Router'], 'express'),
    ...(values.length === 0 ? [] : [imports(values, '../lib/column')]),
    imports(['db'], '../lib/db'),
    imports(['pageReader', 'sendPage'], '../lib/page'),
    imports(['allowOnly', 'notFound', 'readBody'], '../lib/problem'),
    ...(relations.length === 0 ? [] : [imports(['includeReader'], '../lib/query')]),
    ...(entity.links.length === 0 ? [] : [imports(['byId'], '../lib/relations')]),
  ];
}

function pageReader(entity: EntityModel, relations: readonly string[]): Code {
  const columns = rows(
    'columns: {',
    columnsOf(entity).map((column) => `${column.name}: ${columnSchema(column)}`),
    '}',
  );
  const rest = relations.length === 0 ? [] : ['relations'];
  return rows('const readPage = pageReader({', [columns, ...rest], '});');
}

const columnTypes: Readonly<Record<Column['type'], string>> = {
  String: 'column.text',
  Text: 'column.text',
  Int: 'column.int',
  Float: 'column.float',
  Decimal: 'column.decimal',
  Boolean: 'column.boolean',
  DateTime: 'column.dateTime',
};

function columnSchema({ type, required }: Column): string {
  return required ? columnTypes[type] : `optional(${columnTypes[type]})`;
}

function readBody(entity: EntityModel, schema: 'Input' | 'Patch'): Code {
  const call = list('readBody(', [`${entity.names.camel}${schema}`, 'req'], ');');
  if (entity.links.length === 0) return ['const data = ', call];
  const names = [...entity.links.map(({ idsField }) => idsField), '...data'];
  return define(['const ', group(['{', indent([line, join([',', line], names)]), line, '}']), ' ='], call);
}

/** What `create` (`connect`) and `update` (`set`) are called with; `set` replaces the records that were linked before. */
function writeArguments(entity: EntityModel, verb: 'connect' | 'set'): Code {
  const where = verb === 'set' ? ['where: { id: req.params.id }'] : [];
  if (entity.links.length === 0) {
    return verb === 'set' ? rows('{', [...where, 'data'], '}') : braces(['data']);
  }
  const links = entity.links.map(({ name, idsField }) => [`${name}: `, braces([`${verb}: byId(${idsField})`])]);
  return rows('{', [...where, rows('data: {', ['...data', ...links], '}')], '}');
}

function readArguments(relations: readonly string[]): Code {
  if (relations.length === 0) return braces([['where: ', braces(['id: req.params.id'])]]);
  return rows('{', ['where: { id: req.params.id }', 'include: readInclude(req)'], '}');
}
