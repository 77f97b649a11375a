import type { EntityModel } from '../../data-layer/model.ts';
import {
  type Code,
  rows,
  braces,
  call,
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
  property,
  quote,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { type Column, columnsOf, isSortable } from './columns.ts';
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
          ${queried('records', `${delegate}.findMany`, either(listArguments(relations)))}
          sendPage(req, res, { records, page });
        })
        .post(async (req, res) => {
          ${readBody(entity, 'Input')}
          ${queried('record', `${delegate}.create`, writeArguments(entity, 'connect'))}
          res.status(201).location(\`\${req.baseUrl}/\${record.id}\`).json(record);
        })
        .all(allowOnly('GET', 'HEAD', 'POST'));`,
    code`
      ${router}
        .route('/:id')
        .get(async (req, res) => {
          ${queried('record', `${delegate}.findUnique`, readArguments(relations))}
          if (record === null) throw notFound();
          res.json(record);
        })
        .patch(async (req, res) => {
          ${readBody(entity, 'Patch')}
          ${queried('record', `${delegate}.update`, writeArguments(entity, 'set'))}
          res.json(record);
        })
        .delete(async (req, res) => {
          await ${delegate}.delete(${braces([['where: ', braces(['id: req.params.id'])]])});
          res.status(204).end();
        })
        .all(allowOnly('GET', 'HEAD', 'PATCH', 'DELETE'));`,
    ...(isRelated(entity)
      ? [rows(`${router}.use(`, [['pointToMissing(', rows('{', relationTables(entity), '}'), ')']], ');')]
      : []),
  ]);
}

function isRelated({ references, links }: EntityModel): boolean {
  return references.length + links.length > 0;
}

/** Where related records are, by the field they are written to. */
function relationTables({ references, links }: EntityModel): readonly Code[] {
  return [
    ...references.map(({ idField, target }) => property(idField, delegateOf({ pascal: target }))),
    ...links.map(({ idsField, target }) => property(idsField, delegateOf({ pascal: target }))),
  ];
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
    ...(isRelated(entity)
      ? [imports([...(entity.links.length === 0 ? [] : ['byId']), 'pointToMissing'], '../lib/relations')]
      : []),
  ];
}

function pageReader(entity: EntityModel, relations: readonly string[]): Code {
  const columns = rows(
    'columns: {',
    columnsOf(entity).map((column) => `${column.name}: ${columnSchema(column)}`),
    '}',
  );
  const unsortable = columnsOf(entity).filter((column) => !isSortable(column));
  const rest = [
    ...(unsortable.length === 0
      ? []
      : [
          [
            'unsortable: ',
            list(
              '[',
              unsortable.map(({ name }) => quote(name)),
              ']',
            ),
          ],
        ]),
    ...(relations.length === 0 ? [] : ['relations']),
  ];
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
  BigInt: 'column.int',
  Json: 'column.text',
  Enum: 'column.text',
};

function columnSchema({ type, required }: Column): string {
  return required ? columnTypes[type] : `optional(${columnTypes[type]})`;
}

function readBody(entity: EntityModel, schema: 'Input' | 'Patch'): Code {
  const body = list('readBody(', [`${entity.names.camel}${schema}`, 'req'], ');');
  if (entity.links.length === 0) return ['const data = ', body];
  const names = [...entity.links.map(({ idsField }) => idsField), '...data'];
  return define(['const ', group(['{', indent([line, join([',', line], names)]), line, '}']), ' ='], body);
}

/** `const record = await db.order.findMany({ … });` */
function queried(variable: string, method: string, options: Options): Code {
  return define(`const ${variable} =`, ['await ', call(method, options), ';']);
}

/** An object as it stands on one line, and an item a line. */
interface Options {
  readonly flat: Code;
  readonly broken: Code;
}

function either(items: readonly Code[]): Options {
  return { flat: braces(items), broken: rows('{', items, '}') };
}

/** An item a line whether or not they fit on one. */
function always(items: readonly Code[]): Options {
  const broken = rows('{', items, '}');
  return { flat: broken, broken };
}

function listArguments(relations: readonly string[]): readonly Code[] {
  return ['where', 'orderBy', 'take', ...(relations.length === 0 ? [] : ['include'])];
}

/** What `create` (`connect`) and `update` (`set`) are called with; `set` replaces the records that were linked before. */
function writeArguments(entity: EntityModel, verb: 'connect' | 'set'): Options {
  const where = verb === 'set' ? ['where: { id: req.params.id }'] : [];
  if (entity.links.length === 0) return verb === 'set' ? always([...where, 'data']) : either(['data']);
  const links = entity.links.map(({ name, idsField }) => [`${name}: `, braces([`${verb}: byId(${idsField})`])]);
  return always([...where, rows('data: {', ['...data', ...links], '}')]);
}

function readArguments(relations: readonly string[]): Options {
  if (relations.length === 0) return either([['where: ', braces(['id: req.params.id'])]]);
  return always(['where: { id: req.params.id }', 'include: readInclude(req)']);
}
