import type { EntityModel } from '../../data-layer/model.ts';
import { isRequired } from '../../data-layer/model-columns.ts';
import { readPluginSchema } from '../../data-layer/plugin-schema.ts';
import type { Definition, Member } from '../../data-layer/schema/definition.ts';
import { type Code, braces, call, code, quote, rows } from '../code.ts';
import type { RenderInput } from '../emitter.ts';
import { delegateOf } from './nouns.ts';
import { pluginSchemas } from './prisma-schema.ts';

/** Values for required columns of plugins' models, by type. Strings are not listed, because they must be unique. */
const plainValues: Readonly<Record<string, string>> = {
  Boolean: 'false',
  Int: '1',
  BigInt: '1',
  Float: '1',
  Decimal: '1',
  DateTime: 'new Date()',
  Json: '{}',
};

/**
 * Returns the required values of a plugin's record; `undefined` if plain values are not sufficient.
 *
 * @param text an expression with a different string at each evaluation
 */
export function plainData(model: string, input: RenderInput, text: string): readonly string[] | undefined {
  const definitions = pluginDefinitions(input);
  const parts = definitions.filter(({ keyword, name }) => keyword === 'model' && name === model);
  const columns = new Map(parts.flatMap(({ members }) => members.map((member) => [member.name, member])));
  const given = [...columns.values()].filter(isRequired).map((member): string | undefined => {
    const value = member.type === 'String' ? text : valueOf(member, definitions);
    return value === undefined ? undefined : `${member.name}: ${value}`;
  });
  if (parts.length === 0 || given.includes(undefined) || parts.some(hasUniqueGroup)) return undefined;
  return given.filter((one) => one !== undefined);
}

/** Names of the columns that plugins add to an entity's model. */
export function addedColumns({ names, fields, references }: EntityModel, input: RenderInput): readonly string[] {
  const definitions = pluginDefinitions(input);
  const isModel = (type: string) =>
    input.model.entities.some((entity) => entity.names.pascal === type) ||
    definitions.some(({ keyword, name }) => keyword === 'model' && name === type);
  const own = new Set([
    ...['id', 'createdAt', 'updatedAt'],
    ...fields.map(({ name }) => name),
    ...references.map(({ idField }) => idField),
  ]);
  const columns = definitions
    .filter(({ keyword, name }) => keyword === 'model' && name === names.pascal)
    .flatMap(({ members }) => members)
    .filter(({ name, type }) => !own.has(name) && !isModel(type));
  return [...new Set(columns.map(({ name }) => name))];
}

function pluginDefinitions({ model, contributions }: RenderInput): readonly Definition[] {
  const schemas = contributions.flatMap(pluginSchemas);
  return schemas.flatMap((schema) => readPluginSchema(schema, model.database).definitions);
}

/** Returns an expression that creates a plugin's record for a test; `undefined` if plain values are not sufficient. */
export function createdRecord(model: string, input: RenderInput): Code | undefined {
  const data = plainData(model, input, 'crypto.randomUUID()');
  if (data === undefined) return undefined;
  const items: Code[] = [['data: ', braces(data)]];
  return call(`${delegateOf({ pascal: model })}.create`, { flat: braces(items), broken: rows('{', items, '}') });
}

/** Returns a placeholder for a record that cannot be created. Tests fail with a message about the missing values. */
export function missingRecord(model: string): Code {
  return code`
    async function ${missingName(model)}(): Promise<never> {
      throw new Error(${quote(`Make a ${model} here: its plugin's model needs more than plain values.`)});
    }`;
}

export function missingName(model: string): string {
  return `make${model}`;
}

function valueOf({ type, attributes }: Member, definitions: readonly Definition[]): string | undefined {
  if (attributes.some(({ name }) => name === 'unique' || name === 'id')) return undefined;
  const choices = definitions.find(({ keyword, name }) => keyword === 'enum' && name === type);
  const first = choices?.members[0]?.name;
  return first === undefined ? plainValues[type] : quote(first);
}

/** Returns whether a model has a unique group, for which plain values would repeat. */
function hasUniqueGroup({ attributes }: Definition): boolean {
  return attributes.some(({ name }) => name === 'unique' || name === 'id');
}
