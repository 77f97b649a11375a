import { schemaBlocks, type Operation } from '../../../sandbox/index.ts';
import type { Config, Entity } from '../../config/config.ts';
import type { Contribution, Manifest } from '../../plugin/plugin.ts';

/** Part of a plugin or an entity that a file or line can come from. */
export interface Part {
  /** An SDK call, the plugin's manifest, or a member of the entity. */
  readonly kind: Operation['kind'] | 'manifest' | 'field' | 'relation';
  /** Index of the call in the plugin, from 0. */
  readonly index?: number;
  /**
   * Item in the part: a file, a route, a model, a name, or `dependencies.zod` of a manifest; absent for the whole part.
   */
  readonly key?: string;
  /** Path of the file's template in the plugin package. */
  readonly template?: string;
}

/** A part, and the contribution without it. */
export interface PluginPart {
  readonly part: Part;
  readonly rest: Contribution;
  /** Smaller parts of this part. */
  readonly parts?: readonly PluginPart[];
}

/** Splits a plugin's contribution into its calls, in order, and the keys of its manifest. */
export function partsOf(plugin: Contribution, file: string): readonly PluginPart[] {
  const calls = plugin.operations.map((operation, index): PluginPart => {
    const part = { ...named(operation, file), index };
    const parts = split(operation).map(([key, rest]): PluginPart => ({
      part: { kind: operation.kind, index, key },
      rest: { ...plugin, operations: plugin.operations.with(index, rest) },
    }));
    return { part, rest: { ...plugin, operations: plugin.operations.toSpliced(index, 1) }, parts };
  });
  return [...calls, ...manifestParts(plugin)];
}

/** Returns the call that adds a file to the project. The last call wins. */
export function callFor(plugin: Contribution, file: string): Part | undefined {
  const index = plugin.operations.findLastIndex(
    (operation) => operation.kind === 'copyTemplates' && operation.files.some(({ path }) => path === file),
  );
  const operation = plugin.operations[index];
  return operation && { ...named(operation, file), index };
}

/** Describes a whole call, with its name if it has one. */
function named(operation: Operation, file: string): Part {
  const { kind } = operation;
  if (kind === 'registerAdminMenu') return { kind, key: operation.id };
  if (kind === 'registerProvider') return { kind, key: operation.name };
  if (kind === 'guardModel') return { kind, key: operation.model };
  if (kind === 'registerMiddleware') return { kind, key: `${operation.position} ${operation.module}` };
  if (kind === 'registerSlot') return { kind, key: `${operation.slot} ${operation.module}` };
  if (kind === 'registerHooks') return { kind, key: `${operation.entity} ${operation.module}` };
  if (kind === 'registerJobs') return { kind, key: operation.jobs.map(({ name }) => name).join(', ') };
  if (kind === 'extendEntity') return { kind, key: operation.entity };
  if (kind === 'registerPrismaSchema') {
    const key = schemaBlocks(operation.schema)
      .map(({ name }) => name)
      .join(', ');
    const { source } = operation;
    return { kind, key, ...(source === undefined ? {} : { template: source }) };
  }
  if (kind !== 'copyTemplates') return { kind };
  const copied = operation.files.findLast(({ path }) => path === file);
  if (copied === undefined) return { kind };
  const template = 'source' in copied ? copied.source : copied.template;
  return { kind, key: file, ...(template === undefined ? {} : { template }) };
}

/** Splits a call with several items: returns each item with the call without it. */
function split(operation: Operation): readonly (readonly [key: string, rest: Operation])[] {
  if (operation.kind === 'registerAPIRoutes') {
    const { routes } = operation;
    return routes.map((route) => [
      `${route.methods.join(',')} /api${route.path}`,
      { ...operation, routes: routes.filter((other) => other !== route) },
    ]);
  }
  if (operation.kind === 'registerSettings') {
    const { schema } = operation;
    return Object.keys(schema).map((key) => [key, { ...operation, schema: omit(schema, key) }]);
  }
  if (operation.kind === 'registerCSS') {
    const { variables } = operation;
    return Object.keys(variables).map((key) => [key, { ...operation, variables: omit(variables, key) }]);
  }
  if (operation.kind === 'extendEntity') {
    const { fields, relations } = operation;
    return [
      ...fields.map((field) => [field.name, { ...operation, fields: fields.filter((one) => one !== field) }] as const),
      ...relations.map(
        (relation) =>
          [relation.name, { ...operation, relations: relations.filter((one) => one !== relation) }] as const,
      ),
    ];
  }
  if (operation.kind === 'registerSecurityPolicy') {
    const { sources } = operation;
    return Object.entries(sources).flatMap(([resource, list]) =>
      list.map(
        (source) =>
          [
            `${resource} ${source}`,
            { ...operation, sources: { ...sources, [resource]: list.filter((other) => other !== source) } },
          ] as const,
      ),
    );
  }
  return [];
}

function manifestParts(plugin: Contribution): readonly PluginPart[] {
  const { manifest } = plugin;
  const without = (key: string, rest: Manifest): PluginPart => ({
    part: { kind: 'manifest', key },
    rest: { ...plugin, manifest: rest },
  });
  const { adminMenu, ...noMenu } = manifest;
  return [
    ...Object.keys(manifest.dependencies).map((name) =>
      without(`dependencies.${name}`, { ...manifest, dependencies: omit(manifest.dependencies, name) }),
    ),
    ...Object.keys(manifest.settings).map((name) =>
      without(`settings.${name}`, { ...manifest, settings: omit(manifest.settings, name) }),
    ),
    ...(adminMenu === undefined ? [] : [without('adminMenu', noMenu)]),
  ];
}

function omit<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

/** Removes an entity and its references from a configuration. */
export function withoutEntity(config: Config, name: string): Config {
  const entities = config.entities
    .filter((entity) => entity.name !== name)
    .map((entity) =>
      entity.relations
        .filter(({ target }) => target === name)
        .reduce((rest, relation) => withoutMember(rest, relation.name), entity),
    );
  return { ...config, entities };
}

/** Returns every field and relation of an entity, each with the configuration without it. */
export function membersOf(config: Config, name: string): readonly { readonly part: Part; readonly config: Config }[] {
  const entity = config.entities.find((one) => one.name === name);
  if (entity === undefined) return [];
  const kinds = [
    ...entity.fields.map((field) => ({ kind: 'field', key: field.name }) as const),
    ...entity.relations.map((relation) => ({ kind: 'relation', key: relation.name }) as const),
  ];
  return kinds.map((part) => {
    const rest = withoutMember(entity, part.key);
    return { part, config: { ...config, entities: config.entities.map((one) => (one === entity ? rest : one)) } };
  });
}

/** Removes a field or relation, and the unique groups that contain it. */
function withoutMember(entity: Entity, name: string): Entity {
  const { unique, ...rest } = entity;
  return {
    ...rest,
    fields: entity.fields.filter((field) => field.name !== name),
    relations: entity.relations.filter((relation) => relation.name !== name),
    ...(unique === undefined ? {} : { unique: unique.filter((group) => !group.includes(name)) }),
  };
}
