import { type FieldAccess, apiOperations } from '../../config/config.ts';
import { textFormatOf } from '../../config/formats.ts';
import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import {
  braces,
  type Code,
  hardline,
  imports,
  indent,
  join,
  lines,
  list,
  paragraphs,
  print,
  property,
  quote,
  rows,
  byName,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { refusedBy } from '../offered.ts';
import { ruleCode } from './access.ts';
import { enumValues } from './enums.ts';
import { type PluginRoute, pluginRoutes } from './handlers.ts';
import { includable } from './relations.ts';

/** `server/generated/openapi.ts`: the input of `/openapi.json`. */
export const openApi: Emitter = function* ({ config, model, contributions }) {
  const routes = pluginRoutes(contributions);
  yield {
    path: 'server/generated/openapi.ts',
    content: print(
      paragraphs([
        lines([header, ...importLines(model)]),
        [`export const title = `, quote(config.name), ';'],
        [
          'export const entities: readonly EntityDescription[] = ',
          each(model.entities.map((entity) => describeEntity(entity, model))),
          ';',
        ],
        ['export const routes: readonly RouteDescription[] = ', each(routes.map(describeRoute)), ';'],
      ]),
    ),
  };
};

function each(items: readonly Code[]): Code {
  return items.length === 0
    ? '[]'
    : [
        '[',
        indent([
          hardline,
          join(
            hardline,
            items.map((item) => [item, ',']),
          ),
        ]),
        hardline,
        ']',
      ];
}

function importLines(model: DataModel): Code[] {
  const bodies = model.entities
    .toSorted((one, other) => (one.names.kebab < other.names.kebab ? -1 : 1))
    .map(({ names, fields }) => {
      const enums = fields.filter(({ type }) => type === 'Enum').map(enumValues);
      const values = [...enums, `${names.camel}Input`, `${names.camel}Patch`].toSorted(byName);
      return imports(values, `@shared/${names.kebab}`);
    });
  const types = ['EntityDescription', 'RouteDescription'].map((name) => `type ${name}`);
  const from = '../lib/openapi/describe';
  const hasValues = model.entities.some(({ fields, references }) => fields.length + references.length > 0);
  const queries = model.entities.length === 0 ? [] : [imports(['queries'], './queries')];
  return [...bodies, imports(hasValues ? [...types, 'value'] : types, from), ...queries];
}

function describeEntity(entity: EntityModel, model: DataModel): Code {
  const { pascal, pascalPlural, route, camel } = entity.names;
  return rows(
    '{',
    [
      property('name', quote(pascal)),
      property('plural', quote(pascalPlural)),
      property('title', quote(entity.labelPlural)),
      ...describedBy(entity),
      property('path', quote(`/${route}`)),
      property('input', `${camel}Input`),
      property('patch', `${camel}Patch`),
      property('lists', `queries.${camel}`),
      ['fields: ', rows('{', fieldMembers(entity), '}')],
      ['relations: ', rows('{', relationMembers(entity, model), '}')],
      ...refusal(entity),
      ['access: ', braces(apiOperations.map((operation) => [`${operation}: `, ruleCode(entity.access[operation])]))],
    ],
    '}',
  );
}

function refusal(entity: EntityModel): Code[] {
  const refused = refusedBy(entity);
  return refused.length === 0 ? [] : [['refuse: ', list('[', refused.map(quote), ']')]];
}

const valueNames: Readonly<Record<Exclude<ScalarField['type'], 'Enum'>, string>> = {
  String: 'value.text',
  Text: 'value.text',
  Int: 'value.int',
  BigInt: 'value.bigInt',
  Float: 'value.float',
  Decimal: 'value.decimal',
  Boolean: 'value.boolean',
  Date: 'value.date',
  DateTime: 'value.dateTime',
  Json: 'value.json',
};

function fieldMembers(entity: EntityModel): Code[] {
  return [
    ...entity.fields.map((field) => fieldMember(field.name, { ...field, schema: valueSchema(field) })),
    ...entity.references.map((reference) => fieldMember(reference.idField, { ...reference, schema: 'value.text' })),
  ];
}

function fieldMember(name: string, { schema, required, description, access }: Described): Code {
  const rules =
    access &&
    braces([
      ['read: ', ruleCode(access.read)],
      ['write: ', ruleCode(access.write)],
    ]);
  const members: Code[] = [
    ['schema: ', schema],
    ...(required ? [] : ['nullable: true']),
    ...(rules === undefined ? [] : [['access: ', rules]]),
    ...describedBy({ description }),
  ];
  return [`${name}: `, braces(members)];
}

interface Described {
  readonly schema: Code;
  readonly required: boolean;
  readonly description?: string;
  readonly access?: FieldAccess;
}

function describedBy({ description }: { readonly description?: string | undefined }): Code[] {
  return description === undefined ? [] : [property('description', quote(description))];
}

function valueSchema(field: ScalarField): Code {
  const format = textFormatOf(field);
  if (format !== undefined) return `value.${format}`;
  return field.type === 'Enum' ? list('value.oneOf(', [`...${enumValues(field)}`], ')') : valueNames[field.type];
}

function relationMembers(entity: EntityModel, model: DataModel): Code[] {
  const { references, links } = includable(entity, model);
  return [
    ...references.map(({ name, target, required }) => [
      `${name}: `,
      braces([`target: ${quote(target)}`, ...(required ? [] : ['nullable: true'])]),
    ]),
    ...links.map(({ name, target }) => [`${name}: `, braces([`target: ${quote(target)}`, 'many: true'])]),
  ];
}

function describeRoute({ plugin, path, methods, access = 'public' }: PluginRoute): Code {
  return braces([
    property('plugin', quote(plugin)),
    property('path', quote(path)),
    ['methods: ', list('[', methods.map(quote), ']')],
    ...(access === 'public' ? [] : [property('access', quote(access))]),
  ]);
}
