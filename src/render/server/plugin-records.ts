import type { EntityModel } from '../../data-layer/model.ts';
import { readPluginSchema } from '../../data-layer/plugin-schema.ts';
import type { Definition, Member } from '../../data-layer/schema/definition.ts';
import { type Code, braces, call, code, quote, rows } from '../code.ts';
import type { RenderInput } from '../emitter.ts';
import { delegateOf } from './nouns.ts';
import { pluginSchemas } from './prisma-schema.ts';

/** Values of columns that plugins' models can't do without, by type; texts must never be the same twice. */
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
 * What a record of a plugin's model has to be given; undefined where plain values don't suffice.
 *
 * @param text an expression that makes another text whenever it is evaluated
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

/** An expression that makes a record of a plugin's model for a test; undefined where plain values don't suffice. */
export function createdRecord(model: string, input: RenderInput): Code | undefined {
  const data = plainData(model, input, 'crypto.randomUUID()');
  if (data === undefined) return undefined;
  const items: Code[] = [['data: ', braces(data)]];
  return call(`${delegateOf({ pascal: model })}.create`, { flat: braces(items), broken: rows('{', items, '}') });
}

/** What stands in for a record that can't be made: tests say what they lack. */
export function missingRecord(model: string): Code {
  return code`
    async function ${missingName(model)}(): Promise<never> {
      throw new Error(${quote(`Make a ${model} here: its plugin's model needs more than plain values.`)});
    }`;
}

export function missingName(model: string): string {
  return `make${model}`;
}

function isRequired({ mark, attributes }: Member): boolean {
  return mark === '' && !attributes.some(({ name }) => ['default', 'updatedAt'].includes(name));
}

function valueOf({ type, attributes }: Member, definitions: readonly Definition[]): string | undefined {
  if (attributes.some(({ name }) => name === 'unique' || name === 'id')) return undefined;
  const choices = definitions.find(({ keyword, name }) => keyword === 'enum' && name === type);
  const first = choices?.members[0]?.name;
  return first === undefined ? plainValues[type] : quote(first);
}

/** Values of such a group aren't told apart. */
function hasUniqueGroup({ attributes }: Definition): boolean {
  return attributes.some(({ name }) => name === 'unique' || name === 'id');
}
