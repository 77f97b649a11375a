import type { DatabaseKind } from '../../config/config.ts';
import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import {
  type Code,
  group,
  hardline,
  ifBreak,
  imports,
  indent,
  join,
  line,
  lines,
  paragraphs,
  print,
  quote,
  rows,
  softline,
  typeImports,
  byName,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { offers, refusedBy } from '../offered.ts';
import { type Column, columnsOf, isSortable } from '../server/columns.ts';
import { includable } from '../server/relations.ts';
import { pathOf, resourceNames } from './names.ts';

/** `client/generated/api/`: the typed API of every entity, based on the types in `shared/`. */
export const typedApi: Emitter = function* ({ model }) {
  const names = resourceNames(model);
  const entries = model.entities.map((entity) => ({ entity, name: names.get(entity.names.pascal) ?? '' }));
  for (const { entity, name } of entries) {
    yield {
      path: `client/generated/api/${entity.names.kebab}.ts`,
      content: print(entityApi(entity, { name, model })),
    };
  }
  const sorted = entries.toSorted((one, other) => (one.entity.names.kebab < other.entity.names.kebab ? -1 : 1));
  yield {
    path: 'client/generated/api/index.ts',
    content: print(
      paragraphs([
        lines([header, ...sorted.map(({ entity, name }) => imports([name], `./${entity.names.kebab}`))]),
        lines([
          '/** The API of every entity. */',
          rows(
            'export const api = {',
            entries.map(({ name }) => name),
            '};',
          ),
        ]),
      ]),
    ),
  };
};

function entityApi(entity: EntityModel, { name, model }: { readonly name: string; readonly model: DataModel }): Code {
  const { pascal } = entity.names;
  const columns = columnsOf(entity);
  const sortable = columns.filter((column) => isSortable(column, model.database));
  const own = ['createdAt', 'updatedAt'];
  const members: Code[] = [
    `record: ${pascal}`,
    offers(entity, 'create') ? `input: ${pascal}Input` : 'input: never',
    offers(entity, 'update') ? `patch: ${pascal}Patch` : 'patch: never',
    ['filter: ', filterType(entity, model)],
    union('sort', [...sortable.map((column) => column.name), ...own]),
    union('include', includable(entity, model).names),
  ];
  const types = indent([
    hardline,
    join(
      hardline,
      members.map((member) => [member, ';']),
    ),
  ]);
  return paragraphs([
    lines([
      header,
      ...importsOf(entity, model),
      imports(['collection'], '@/lib/collection'),
      "import type * as filter from '@/lib/filters';",
    ]),
    ...collectionLines(entity, { name, types }),
  ]);
}

/** Prints the functions of the API, without the operations that the entity does not offer. */
function collectionLines(
  entity: EntityModel,
  { name, types }: { readonly name: string; readonly types: Code },
): Code[] {
  const made = (variable: string): Code => [
    `${variable} = collection<{`,
    types,
    hardline,
    `}>(${quote(pathOf(entity))});`,
  ];
  const refused = refusedBy(entity).map((operation) => (operation === 'delete' ? 'remove' : operation));
  if (refused.length === 0) return [made(`export const ${name}`)];
  const union = refused.map(quote).join(' | ');
  return [made('const every'), `export const ${name}: Omit<typeof every, ${union}> = every;`];
}

/** Prints the filters of a list: its columns, the columns of to-one relations, and links. */
function filterType(entity: EntityModel, model: DataModel): Code {
  const members = [
    ...filteredBy(entity, model).map(({ key, column }): Code => [key, '?: ', filterOf(column, model.database), ';']),
    'createdAt?: filter.Ordered<string>;',
    'updatedAt?: filter.Ordered<string>;',
    ...includable(entity, model).links.map(({ name }) => `${name}?: filter.Link;`),
  ];
  return ['{', indent([hardline, join(hardline, members)]), hardline, '}'];
}

/** Returns the columns of an entity and of its to-one relations, with their keys in a filter. */
function filteredBy(
  entity: EntityModel,
  model: DataModel,
): readonly { readonly key: string; readonly column: Column }[] {
  return [
    ...columnsOf(entity).map((column) => ({ key: column.name, column })),
    ...includable(entity, model).references.flatMap(({ name, target }) => {
      const related = model.entities.find(({ names }) => names.pascal === target);
      return related === undefined
        ? []
        : columnsOf(related).map((column) => ({ key: quote(`${name}.${column.name}`), column }));
    }),
  ];
}

function filterOf(column: Column, database: DatabaseKind): Code {
  const type = requiredFilter(column, database);
  if (column.required) return type;
  // The formatter keeps a plain type on the line.
  if (!type.includes('<')) return `filter.Optional<${type}>`;
  return group(['filter.Optional<', indent([softline, type]), softline, '>']);
}

const filters: Readonly<Record<Exclude<Column['type'], 'Enum'>, string>> = {
  String: 'filter.Text',
  Text: 'filter.Text',
  Int: 'filter.Ordered<number>',
  BigInt: 'filter.Ordered<string>',
  Float: 'filter.Ordered<number>',
  Decimal: 'filter.Ordered<string>',
  Boolean: 'filter.Flag',
  Date: 'filter.Ordered<string>',
  DateTime: 'filter.Ordered<string>',
};

function requiredFilter({ type, isKey, enumName }: Column, database: DatabaseKind): string {
  if (isKey === true) return 'filter.Choice';
  if (type === 'Enum') return `filter.Choice<${enumName}>`;
  return type === 'Decimal' && database === 'document' ? 'filter.Choice' : filters[type];
}

/** Prints the imports of the entity's types, and of the enums of related entities in filters. */
function importsOf(entity: EntityModel, model: DataModel): readonly Code[] {
  const { pascal, kebab } = entity.names;
  const enums = new Set(
    filteredBy(entity, model).flatMap(({ column: { enumName } }) => (enumName === undefined ? [] : [enumName])),
  );
  return model.entities
    .toSorted((one, other) => (one.names.kebab < other.names.kebab ? -1 : 1))
    .flatMap(({ names, fields }) => {
      const own = fields.flatMap(({ enumName }) => (enumName !== undefined && enums.has(enumName) ? [enumName] : []));
      const bodies = [
        ...(offers(entity, 'create') ? [`${pascal}Input`] : []),
        ...(offers(entity, 'update') ? [`${pascal}Patch`] : []),
      ];
      const types = names.kebab === kebab ? [pascal, ...bodies, ...own] : own;
      if (types.length === 0) return [];
      return [typeImports(types.toSorted(byName), `@shared/${names.kebab}`)];
    });
}

/** Prints `key: 'a' | 'b'`, with one name per line if too long. */
function union(key: string, names: readonly string[]): Code {
  if (names.length === 0) return `${key}: never`;
  const types = join([line, '| '], names.map(quote));
  return [`${key}: `, group(indent([softline, ifBreak('| '), types]))];
}
