import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import {
  braces,
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
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { columnsOf, isSortable } from '../server/columns.ts';
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
  const { pascal, kebab } = entity.names;
  const columns = columnsOf(entity);
  const sortable = columns.filter((column) => isSortable(column, model.database));
  const own = ['createdAt', 'updatedAt'];
  const members: Code[] = [
    `record: ${pascal}`,
    `input: ${pascal}Input`,
    `patch: ${pascal}Patch`,
    union('filter', [...columns.map((column) => column.name), ...own]),
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
      ['import type ', braces([pascal, `${pascal}Input`, `${pascal}Patch`]), ` from ${quote(`@shared/${kebab}`)};`],
      imports(['collection'], '@/lib/collection'),
    ]),
    [`export const ${name} = collection<{`, types, hardline, `}>(${quote(pathOf(entity))});`],
  ]);
}

/** Prints `key: 'a' | 'b'`, with one name per line if too long. */
function union(key: string, names: readonly string[]): Code {
  if (names.length === 0) return `${key}: never`;
  const types = join([line, '| '], names.map(quote));
  return [`${key}: `, group(indent([softline, ifBreak('| '), types]))];
}
