import { everyEntity, type ExtendEntity } from '../../sandbox/index.ts';
import type { Entity, Field, Relation } from '../config/config.ts';
import { readMembers, surroundingFaults } from '../config/extension.ts';
import { idFieldOf } from '../config/spelling.ts';
import type { JsonPath } from '../core/json-document.ts';
import { changedMembers } from '../data-layer/changed-members.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import { throwProblems, type Problem, type Where } from '../errors/error.ts';
import type { RenderInput } from './emitter.ts';
import { hasAuth } from './server/auth-port.ts';

/** A call of a plugin, with its members in the form of the configuration. */
interface Extension {
  readonly plugin: string;
  readonly operation: ExtendEntity;
  readonly fields: readonly Field[];
  readonly relations: readonly Relation[];
}

/**
 * Adds the fields and relations of plugins to the entities. They come after the members of `genlock.json`, by the names
 * of the plugins and in the order of their calls, so all emitters treat them like other members.
 *
 * @throws GenlockError `DATA_EXTENSION_…` if an entity does not exist, if a name is taken, or if the project does not
 *   support a member, all problems at once
 */
export function withExtensions(input: RenderInput): RenderInput {
  const extensions = input.contributions.flatMap(({ manifest, operations }) =>
    operations.flatMap((operation) =>
      operation.kind === 'extendEntity'
        ? [{ plugin: manifest.name, operation, ...readMembers(operation) } satisfies Extension]
        : [],
    ),
  );
  if (extensions.length === 0) return input;
  const found = extensions.flatMap((extension) => projectProblems(extension, input));
  // A plugin can name a missing entity in several calls.
  throwProblems([...new Map(found.map((problem) => [problem.message, problem])).values()]);
  const clashes: Problem[] = [];
  const entities = input.config.entities.map((entity, at) => {
    const own = extensions.filter(({ operation }) => [everyEntity, entity.name].includes(operation.entity));
    clashes.push(...clashesIn(entity, { own, at, input }));
    return own.length === 0 ? entity : extended(entity, own);
  });
  throwProblems(clashes);
  const config = { ...input.config, entities };
  const plain = resolveModel(input.config);
  const resolved = resolveModel(config);
  throwProblems(
    changedMembers(plain, resolved).map((member): Problem => ({
      code: 'DATA_EXTENSION_EFFECT',
      message: `the members that plugins add would change ${member} of genlock.json`,
    })),
  );
  const model = {
    ...resolved,
    entities: resolved.entities.map((entity, at) => ({
      ...entity,
      ...titleOf(plain.entities[at]),
      ...serverFieldsOf(entity.names.pascal, extensions),
    })),
  };
  return { ...input, config, model };
}

/** Plugins do not change how people identify a record. */
function titleOf(plain: RenderInput['model']['entities'][number] | undefined) {
  return plain === undefined ? {} : { displayField: plain.displayField };
}

function serverFieldsOf(entity: string, extensions: readonly Extension[]): { serverFields?: ReadonlySet<string> } {
  const names = extensions
    .filter(({ operation }) => [everyEntity, entity].includes(operation.entity))
    .flatMap(({ operation }) => operation.fields.filter(({ readOnly }) => readOnly === true).map(({ name }) => name));
  return names.length === 0 ? {} : { serverFields: new Set(names) };
}

function extended(entity: Entity, own: readonly Extension[]): Entity {
  return {
    ...entity,
    fields: [...entity.fields, ...own.flatMap(({ fields }) => fields)],
    relations: [...entity.relations, ...own.flatMap(({ relations }) => relations)],
  };
}

/** Returns the problems of one call in this project, once for every entity. */
function projectProblems({ plugin, operation }: Extension, input: RenderInput): readonly Problem[] {
  const { config } = input;
  const { entity } = operation;
  if (entity !== everyEntity && !config.entities.some(({ name }) => name === entity)) {
    return [missing({ plugin, entity }, config.entities)];
  }
  return surroundingFaults(operation, { ...config, hasUser: hasAuth(input) }).map(({ message, path }): Problem => {
    const [list = '', index] = path;
    const members = list === 'fields' ? operation.fields : operation.relations;
    const name = typeof index === 'number' ? members[index]?.name : undefined;
    const place = [entity === everyEntity ? 'every entity' : entity, ...(name === undefined ? [] : [name])].join('.');
    return { code: 'DATA_EXTENSION_UNSUPPORTED', message: `${plugin} adds ${place}: ${message.replace(/\.$/u, '')}` };
  });
}

function missing({ plugin, entity }: { plugin: string; entity: string }, entities: readonly Entity[]): Problem {
  const renamed = entities.find(({ was }) => was === entity);
  const message = `${plugin} adds fields to the entity ${entity}, which does not exist`;
  const hint = `${entity} has the new name ${renamed?.name}. If a setting of ${plugin} names the entity, edit both in genlock.json and run \`genlock sync\`. Otherwise, remove ${plugin} or keep the name.`;
  return { code: 'DATA_EXTENSION_ENTITY', message, ...(renamed === undefined ? {} : { hint }) };
}

interface ExtendedEntity {
  readonly own: readonly Extension[];
  /** Index of the entity. */
  readonly at: number;
  readonly input: RenderInput;
}

/** Returns the members whose names are taken: by a member of `genlock.json`, or by another plugin. */
function clashesIn(entity: Entity, { own, at, input }: ExtendedEntity): readonly Problem[] {
  const taken = new Map<string, { readonly owner?: string; readonly path: JsonPath }>();
  const claim = (name: string, owner: { readonly owner?: string; readonly path: JsonPath }) => {
    const other = taken.get(name.toLowerCase());
    if (other === undefined) taken.set(name.toLowerCase(), owner);
    return other;
  };
  entity.fields.forEach(({ name }, index) => claim(name, { path: ['entities', at, 'fields', index, 'name'] }));
  entity.relations.forEach((relation, index) => {
    for (const name of namesOf(relation)) claim(name, { path: ['entities', at, 'relations', index, 'name'] });
  });
  return own.flatMap(({ plugin, fields, relations }) =>
    [...fields.map(({ name }) => [name]), ...relations.map(namesOf)].flatMap((names): readonly Problem[] => {
      const owner = { owner: plugin, path: ['entities', at, 'name'] };
      const other = names.map((name) => claim(name, owner)).find((found) => found !== undefined);
      if (other === undefined) return [];
      const name = `${entity.name}.${names[0]}`;
      const where = locate(other.path, input);
      return [clash({ plugin, name, where, ...(other.owner === undefined ? {} : { other: other.owner }) })];
    }),
  );
}

function clash(found: { plugin: string; name: string; other?: string; where: Where }): Problem {
  const { plugin, name, other, where } = found;
  if (other === undefined) {
    const message = `${plugin} adds ${name}, which genlock.json declares`;
    const hint = `Rename the member in genlock.json, with "was" if records exist. Or remove ${plugin}, or change its setting if one names the field.`;
    return { code: 'DATA_EXTENSION_CLASH', message, where, hint };
  }
  const message = `${other} and ${plugin} both add ${name}`;
  const hint = `Remove or disable ${other} or ${plugin}, or change the plugin’s setting that names the field.`;
  return { code: 'DATA_EXTENSION_CLASH', message, where, hint };
}

function locate(path: JsonPath, { places }: RenderInput): Where {
  return places?.locate(path) ?? { file: 'genlock.json' };
}

/** Returns the names that a relation needs: its own, and the name of its key. */
function namesOf({ name, type }: Relation): readonly string[] {
  return type === 'one-to-many' ? [name] : [name, idFieldOf({ name, type })];
}
