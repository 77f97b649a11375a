import type { GuardModel } from '../../sandbox/index.ts';
import type { EntityModel, Guard } from '../data-layer/model.ts';
import { modelColumns } from '../data-layer/model-columns.ts';
import { throwProblems, type Problem } from '../errors/error.ts';
import { settleClaims } from './client/claims.ts';
import type { RenderInput } from './emitter.ts';
import { pluginSchemas } from './server/prisma-schema.ts';

/**
 * Adds the rules of plugins to the entities with the names of their models.
 *
 * @throws GenlockError `DATA_…` if an entity contradicts the rules of its model, all contradictions at once;
 *   `RENDER_NAME_CLASH` if two plugins guard one model
 */
export function withGuards(input: RenderInput): RenderInput {
  const claims = input.contributions.flatMap(({ manifest, operations }) =>
    operations.flatMap((operation) =>
      operation.kind === 'guardModel'
        ? [{ name: operation.model, owner: manifest.name, value: { plugin: manifest.name, operation } }]
        : [],
    ),
  );
  const guards = settleClaims('rules of the model', claims);
  if (!input.model.entities.some(({ names }) => guards.has(names.pascal))) return input;
  const problems: Problem[] = [];
  const entities = input.model.entities.map((entity): EntityModel => {
    const claim = guards.get(entity.names.pascal);
    if (claim === undefined) return entity;
    problems.push(...contradictions(entity, { ...claim, known: columnNames(claim.plugin, { input, entity }) }));
    return guarded(entity, claim);
  });
  throwProblems(problems);
  return { ...input, model: { ...input.model, entities } };
}

interface Claimed {
  readonly plugin: string;
  readonly operation: GuardModel;
}

function guarded(entity: EntityModel, { plugin, operation }: Claimed): EntityModel {
  const { refuse, readOnly, module, page } = operation;
  const guard: Guard = {
    plugin,
    refuse: new Set(refuse.filter((one) => one !== 'read')),
    readOnly: new Set(readOnly),
    ...(module === undefined ? {} : { module: module.replace(/(?:\/index)?\.[jt]sx?$/u, '') }),
    ...(page === undefined ? {} : { page }),
  };
  return { ...entity, guard };
}

/** Returns the names of the model's columns in the schema of its plugin. */
function columnNames(
  plugin: string,
  { input, entity }: { readonly input: RenderInput; readonly entity: EntityModel },
): ReadonlySet<string> {
  const schemas = input.contributions.filter(({ manifest }) => manifest.name === plugin).flatMap(pluginSchemas);
  const columns = schemas.flatMap(({ schema }) => [
    ...(modelColumns(schema, input.model.database).get(entity.names.pascal) ?? []),
  ]);
  return new Set(columns.map(({ name }) => name));
}

function contradictions(
  { names: { pascal }, fields, references }: EntityModel,
  { plugin, operation, known }: Claimed & { readonly known: ReadonlySet<string> },
): readonly Problem[] {
  if (operation.refuse.includes('read')) {
    return [{ code: 'DATA_ENTITY_REFUSED', message: `${pascal} is a model of ${plugin} that accepts no entity` }];
  }
  const columns = [...fields.map(({ name }) => name), ...references.map(({ idField }) => idField)];
  const required = [
    ...fields.filter((field) => field.required && field.default === undefined).map(({ name }) => name),
    ...references.filter((reference) => reference.required).map(({ idField }) => idField),
  ];
  const cascading = references.filter(({ onDelete }) => onDelete === 'cascade' && operation.refuse.includes('delete'));
  return [
    ...columns
      .filter((name) => operation.reserved.includes(name))
      .map((name): Problem => ({ code: 'DATA_FIELD_RESERVED', message: `${pascal}.${name} is reserved by ${plugin}` })),
    ...required
      .filter((name) => !known.has(name))
      .map((name): Problem => ({
        code: 'DATA_FIELD_UNFILLED',
        message: `${pascal}.${name} is required, but ${plugin} creates records of ${pascal} without it`,
      })),
    ...cascading.map(({ name, target }): Problem => ({
      code: 'DATA_DELETE_REFUSED',
      message: `${pascal}.${name} deletes records of ${pascal} with their ${target}, which ${plugin} does not permit`,
    })),
  ];
}
