import type { DataModel, EntityModel, ScalarField } from '../../data-layer/model.ts';
import {
  type Code,
  assign,
  group,
  imports,
  indent,
  lines,
  list,
  paragraphs,
  print,
  quote,
  rows,
  softline,
  typeImports,
  byName,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { writtenPart } from '../offered.ts';
import { enumValues } from './enums.ts';
import { fieldSchema, sharedNames } from './field-schema.ts';
import { aNounOf } from './nouns.ts';
import { includable } from './relations.ts';

/**
 * `shared/<entity>.ts`: the record schemas and types for server and client. The values of its enums are in
 * `shared/enums/<entity>.ts`, because lists and forms need them without the schemas.
 */
export const entitySchemas: Emitter = function* ({ model }) {
  for (const entity of model.entities) {
    const { kebab } = entity.names;
    const enums = enumFields(entity);
    if (enums.length > 0) yield { path: `shared/enums/${kebab}.ts`, content: print(paragraphs(enums.map(enumLines))) };
    yield { path: `shared/${kebab}.ts`, content: print(entitySchema(entity, model)) };
  }
};

function entitySchema(entity: EntityModel, model: DataModel): Code {
  const { pascal, camel } = entity.names;
  const noun = aNounOf(entity.names);
  return paragraphs([
    lines(importLines(entity, model)),
    ...(enumFields(entity).length === 0 ? [] : [`export * from './enums/${entity.names.kebab}';`]),
    lines([`/** The input of ${noun}. */`, input(writtenPart(entity))]),
    lines([
      `/** The changes to ${noun}. Missing fields are unchanged, unknown keys are refused. */`,
      list(`export const ${camel}Patch = z.strictObject(`, [`${camel}Input.partial().shape`], ');'),
    ]),
    lines([inputType(`${pascal}Input`, `${camel}Input`), inputType(`${pascal}Patch`, `${camel}Patch`)]),
    lines([`/** ${capital(noun)} as returned by the API. */`, ...recordLines(entity, model)]),
  ]);
}

function importLines(entity: EntityModel, model: DataModel): Code[] {
  const written = writtenPart(entity);
  const values = new Set(written.fields.flatMap(sharedNames));
  if (written.references.length > 0) values.add('id');
  if (entity.links.length > 0) values.add('ids');
  const included = includable(entity, model);
  const targets = new Set([...included.references, ...included.links].map(({ target }) => target));
  const types = model.entities
    .filter(({ names }) => targets.has(names.pascal) && names !== entity.names)
    .map(({ names }) => ({ from: `./${names.kebab}`, line: typeImports([names.pascal], `./${names.kebab}`) }));
  const named = [...values].toSorted(byName);
  const withTypes = entity.fields.some(({ type }) => type === 'Json') ? ['type Json', ...named] : named;
  const lib = { from: './lib/values', line: imports(withTypes, './lib/values') };
  const enums = enumFields(entity).flatMap((field) => [`type ${field.enumName ?? ''}`, enumValues(field)]);
  const from = `./enums/${entity.names.kebab}`;
  const enumImports = enums.length === 0 ? [] : [{ from, line: imports(enums, from) }];
  const relative = [...types, ...enumImports, ...(values.size > 0 ? [lib] : [])];
  return [
    imports(['z'], 'zod'),
    ...relative.toSorted((one, other) => (one.from < other.from ? -1 : 1)).map(({ line }) => line),
  ];
}

function enumFields({ fields }: EntityModel): ScalarField[] {
  return fields.filter(({ type }) => type === 'Enum');
}

function enumLines(field: ScalarField): Code {
  const values = enumValues(field);
  return lines([
    list(`export const ${values} = [`, (field.values ?? []).map(quote), '] as const;'),
    assign(`export type ${field.enumName}`, `(typeof ${values})[number];`),
  ]);
}

function input({ names, fields, references, links, owner }: EntityModel): Code {
  const members = [
    ...fields.map((field): Code => {
      const schema = fieldSchema(field);
      const isShort = sharedNames(field).includes(field.name) && print(schema).trim() === field.name;
      return isShort ? field.name : [`${field.name}: `, schema];
    }),
    ...references.map(({ idField, required }) => {
      if (idField === owner?.idField) return `${idField}: id.optional()`;
      return `${idField}: id${required ? '' : '.nullish()'}`;
    }),
    ...links.map(({ idsField }) => `${idsField}: ids.optional()`),
  ];
  return rows(`export const ${names.camel}Input = z.object({`, members, '});');
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
  Date: 'string',
  DateTime: 'string',
  BigInt: 'string',
  Json: 'Json',
  Enum: 'string',
};

function recordLines(entity: EntityModel, model: DataModel): string[] {
  const { references, names } = includable(entity, model);
  const included = new Set(names);
  const shown = new Map(references.map((reference) => [reference.name, reference]));
  return [
    `export interface ${entity.names.pascal} {`,
    '  id: string;',
    ...entity.fields.map((field) => {
      // Users without the right do not receive the value.
      const name = isAlwaysRead(field) ? field.name : `${field.name}?`;
      return member(name, field.enumName ?? jsonTypes[field.type], field);
    }),
    ...entity.references.flatMap(({ name, idField, target, required }) => {
      const related = shown.get(name);
      return [
        member(idField, 'string', { required }),
        ...(related === undefined ? [] : [member(`${name}?`, target, related)]),
      ];
    }),
    ...entity.links.filter(({ name }) => included.has(name)).map(({ name, target }) => `  ${name}?: ${target}[];`),
    '  createdAt: string;',
    '  updatedAt: string;',
    '}',
  ];
}

function isAlwaysRead({ access }: ScalarField): boolean {
  return access === undefined || access.read === 'public';
}

function member(name: string, type: string, { required }: { readonly required: boolean }): string {
  return `  ${name}: ${type}${required ? '' : ' | null'};`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
