import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import { type Code, assign, group, imports, indent, lines, paragraphs, print, softline } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { aNounOf } from './nouns.ts';
import { includable } from './relations.ts';

/** `shared/<entity>.ts`: what server and client both know of a record. */
export const entitySchemas: Emitter = function* ({ model }) {
  for (const entity of model.entities) {
    yield { path: `shared/${entity.names.kebab}.ts`, content: print(entitySchema(entity, model)) };
  }
};

function entitySchema(entity: EntityModel, model: DataModel): Code {
  const { pascal, camel } = entity.names;
  const noun = aNounOf(entity.names);
  return paragraphs([
    lines(importLines(entity, model)),
    lines([`/** What ${noun} is made from. */`, ...inputLines(entity)]),
    lines([
      `/** What of ${noun} can be changed; whatever is left out stays as it is. */`,
      assign(`export const ${camel}Patch`, `${camel}Input.partial();`),
    ]),
    lines([inputType(`${pascal}Input`, `${camel}Input`), inputType(`${pascal}Patch`, `${camel}Patch`)]),
    lines([`/** ${capital(noun)} as the API answers it. */`, ...recordLines(entity, model)]),
  ]);
}

function importLines(entity: EntityModel, model: DataModel): Code[] {
  const values = new Set(entity.fields.flatMap(({ type }) => sharedValues[type] ?? []));
  if (entity.references.length > 0) values.add('id');
  if (entity.links.length > 0) values.add('ids');
  const targets = new Set([...entity.references, ...entity.links].map(({ target }) => target));
  const types = model.entities
    .filter(({ names }) => targets.has(names.pascal) && names !== entity.names)
    .map(({ names }) => ({ from: `./${names.kebab}`, line: typeImport(names.pascal, `./${names.kebab}`) }));
  const lib = { from: './lib/values', line: imports([...values].toSorted(), './lib/values') };
  const relative = [...types, ...(values.size > 0 ? [lib] : [])];
  return [
    imports(['z'], 'zod'),
    ...relative.toSorted((one, other) => (one.from < other.from ? -1 : 1)).map(({ line }) => line),
  ];
}

function typeImport(name: string, from: string): string {
  return `import type { ${name} } from '${from}';`;
}

/** Schemas of `shared/lib/values.ts`, by the field type they check. */
const sharedValues: Partial<Record<ScalarField['type'], string>> = {
  String: 'line',
  Text: 'text',
  Int: 'int',
  Decimal: 'decimal',
  DateTime: 'dateTime',
};

function inputLines(entity: EntityModel): Code[] {
  const members = [
    ...entity.fields.map((field) => `${field.name}: ${fieldSchema(field)},`),
    ...entity.references.map(({ idField, required }) => `${idField}: id${required ? '' : '.nullish()'},`),
    ...entity.links.map(({ idsField }) => `${idsField}: ids.optional(),`),
  ];
  const start = `export const ${entity.names.camel}Input = z.object({`;
  return members.length === 0 ? [`${start}});`] : [start, ...members.map((member) => `  ${member}`), '});'];
}

function fieldSchema(field: ScalarField): string {
  if (!field.required) return `${valueSchema(field)}.nullish()`;
  return field.default === undefined ? valueSchema(field) : `${valueSchema(field)}.optional()`;
}

const valueSchemas: Readonly<Record<ScalarField['type'], string>> = {
  String: 'line',
  Text: 'text',
  Int: 'int',
  Float: 'z.number()',
  Decimal: 'decimal',
  Boolean: 'z.boolean()',
  DateTime: 'dateTime',
  BigInt: 'z.string()',
  Json: 'z.json()',
  Enum: 'z.string()',
};

/** A text that is required can't be empty either. */
function valueSchema({ type, required }: ScalarField): string {
  const isText = type === 'String' || type === 'Text';
  return isText && required ? `${valueSchemas[type]}.min(1)` : valueSchemas[type];
}

function inputType(name: string, schema: string): Code {
  return group([`export type ${name} = z.input<`, group([indent([softline, `typeof ${schema}`]), softline]), '>;']);
}

const jsonTypes: Readonly<Record<ScalarField['type'], string>> = {
  String: 'string',
  Text: 'string',
  Int: 'number',
  Float: 'number',
  Decimal: 'string',
  Boolean: 'boolean',
  DateTime: 'string',
  BigInt: 'string',
  Json: 'unknown',
  Enum: 'string',
};

function recordLines(entity: EntityModel, model: DataModel): string[] {
  const included = new Set(includable(entity, model).names);
  return [
    `export interface ${entity.names.pascal} {`,
    '  id: string;',
    ...entity.fields.map(({ name, type, required }) => `  ${name}: ${jsonTypes[type]}${orNull(required)};`),
    ...entity.references.flatMap(({ name, idField, target, required }) => [
      `  ${idField}: string${orNull(required)};`,
      ...(included.has(name) ? [`  ${name}?: ${target}${orNull(required)};`] : []),
    ]),
    ...entity.links.filter(({ name }) => included.has(name)).map(({ name, target }) => `  ${name}?: ${target}[];`),
    '  createdAt: string;',
    '  updatedAt: string;',
    '}',
  ];
}

function orNull(required: boolean): string {
  return required ? '' : ' | null';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
