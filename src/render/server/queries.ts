import type { DatabaseKind } from '../../config/config.ts';
import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import { type Code, imports, lines, list, paragraphs, print, property, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { columnSchema, columnsOf, isSortable } from './columns.ts';
import { enumValues } from './enums.ts';
import { includable } from './relations.ts';

/** `server/generated/queries.ts`: the parts of a query that the lists of each entity accept. */
export const listQueries: Emitter = function* ({ model }) {
  if (model.entities.length === 0) return;
  yield {
    path: 'server/generated/queries.ts',
    content: print(
      paragraphs([
        lines([header, ...importLines(model)]),
        [
          'const columns = ',
          rows(
            '{',
            model.entities.map((entity) => [
              `${entity.names.camel}: `,
              rows('{', columnMembers(entity, model.database), '}'),
            ]),
            '} satisfies Record<string, Columns>;',
          ),
        ],
        lines([
          '/** The columns and relations that queries of lists can use. */',
          rows(
            'export const queries = {',
            model.entities.map((entity) => [`${entity.names.camel}: `, rulesOf(entity, model)]),
            '} as const satisfies Record<string, ListRules<string>>;',
          ),
        ]),
      ]),
    ),
  };
};

function importLines({ entities }: DataModel): Code[] {
  const all = entities.flatMap(columnsOf);
  const values = [
    ...(all.length === 0 ? [] : ['column']),
    'type Columns',
    ...(all.some(({ required }) => !required) ? ['optional'] : []),
  ];
  const enums = entities
    .toSorted((one, other) => (one.names.kebab < other.names.kebab ? -1 : 1))
    .flatMap((entity) => {
      const names = columnsOf(entity)
        .filter(({ type }) => type === 'Enum')
        .map(enumValues);
      return names.length === 0 ? [] : [imports(names.toSorted(), `@shared/${entity.names.kebab}`)];
    });
  return [...enums, imports(values, '../lib/column'), "import type { ListRules } from '../lib/page';"];
}

function columnMembers(entity: EntityModel, database: DatabaseKind): Code[] {
  return columnsOf(entity).map((column): Code => [`${column.name}: `, columnSchema(column, database)]);
}

/** Prints `key: ['a', 'b']`. An empty list is omitted. */
function texts(key: string, items: readonly string[]): Code[] {
  return items.length === 0 ? [] : [[`${key}: `, list('[', items.map(quote), ']')]];
}

function rulesOf(entity: EntityModel, model: DataModel): Code {
  const { references, links, names } = includable(entity, model);
  const unsortable = columnsOf(entity).filter((column) => !isSortable(column, model.database));
  const camelOf = (target: string) => model.entities.find(({ names: { pascal } }) => pascal === target)?.names.camel;
  const related = references.map(({ name, target }) => property(name, `columns.${camelOf(target)}`));
  return rows(
    '{',
    [
      `columns: columns.${entity.names.camel}`,
      ...texts(
        'unsortable',
        unsortable.map(({ name }) => name),
      ),
      ...texts('search', entity.searchFields),
      ...texts('relations', names),
      ...(related.length === 0 ? [] : [['related: ', rows('{', related, '}')]]),
      ...texts(
        'links',
        links.map(({ name }) => name),
      ),
    ],
    '}',
  );
}
