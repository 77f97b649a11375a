import type { Config, Entity } from '../config/config.ts';
import type { EntityModel, Link } from './model.ts';
import { implicitName } from './relations.ts';
import { resolveModel } from './resolve.ts';

/**
 * A rename in a migration, in terms of the schema: models, fields and enums. A `table` belongs to a many-to-many.
 * Columns use the model's new name.
 */
export type Rename =
  | { readonly kind: 'model'; readonly from: string; readonly to: string }
  | { readonly kind: 'column'; readonly model: string; readonly from: string; readonly to: string }
  | { readonly kind: 'enum'; readonly from: string; readonly to: string }
  | { readonly kind: 'table'; readonly from: string; readonly to: string };

/**
 * Returns the renames declared by `was`, by comparing the model with the model under the former names. A key follows
 * its relation, an enum its entity, and a many-to-many's table both entities. Completed renames are harmless, because
 * migrations skip them. Former names that are in use again are skipped here.
 */
export function renamesOf(config: Pick<Config, 'database' | 'entities'>): readonly Rename[] {
  const now = resolveModel(config);
  const before = resolveModel({ ...config, entities: withFormerNames(config.entities) });
  const pairs = now.entities.flatMap((entity, index) => {
    const former = before.entities[index];
    return former === undefined ? [] : [{ former, entity }];
  });
  return [
    ...pairs.flatMap(({ former, entity }): Rename[] =>
      changed(former.names.pascal, entity.names.pascal).map((names) => ({ kind: 'model', ...names })),
    ),
    ...pairs.flatMap(({ former, entity }) => columnRenames(former, entity)),
    ...pairs.flatMap(({ former, entity }) => enumRenames(former, entity)),
    ...(config.database === 'document'
      ? []
      : uniqueRenames(pairs.flatMap(({ former, entity }) => tableRenames(former, entity)))),
  ];
}

function changed(from: string | undefined, to: string | undefined): readonly { from: string; to: string }[] {
  return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
}

function columnRenames(former: EntityModel, entity: EntityModel): readonly Rename[] {
  const to = columnsOf(entity);
  return columnsOf(former).flatMap((from, index) =>
    changed(from, to[index]).map((names): Rename => ({ kind: 'column', model: entity.names.pascal, ...names })),
  );
}

function columnsOf({ fields, references }: EntityModel): readonly string[] {
  return [...fields.map(({ name }) => name), ...references.map(({ idField }) => idField)];
}

function enumRenames(former: EntityModel, entity: EntityModel): readonly Rename[] {
  return former.fields.flatMap(({ enumName }, index) =>
    changed(enumName, entity.fields[index]?.enumName).map((names): Rename => ({ kind: 'enum', ...names })),
  );
}

/** Removes duplicates: a table whose relation both entities declare is renamed once. */
function uniqueRenames(renames: readonly Rename[]): readonly Rename[] {
  return [...new Map(renames.map((rename) => [`${rename.from} ${rename.to}`, rename])).values()];
}

function tableRenames(former: EntityModel, entity: EntityModel): readonly Rename[] {
  return former.links.flatMap((link, index) => {
    const other = entity.links[index];
    const to = other === undefined ? undefined : tableOf(other, entity);
    return changed(tableOf(link, former), to).map((names): Rename => ({ kind: 'table', ...names }));
  });
}

/** Returns Prisma's name for the join table of two models. */
function tableOf({ relationName, target }: Link, { names }: EntityModel): string {
  return `_${relationName ?? implicitName({ source: names.pascal, target })}`;
}

interface Named {
  readonly name: string;
  readonly was?: string;
}

/** Returns the entities, fields and relations under their former names, in the same order. */
function withFormerNames(entities: readonly Entity[]): readonly Entity[] {
  const names = formerNames(entities);
  return entities.map((entity) => {
    const members = formerNames([...entity.fields, ...entity.relations]);
    const formerMember = (name: string) => members.get(name) ?? name;
    return {
      ...entity,
      name: names.get(entity.name) ?? entity.name,
      fields: entity.fields.map((field) => ({ ...field, name: formerMember(field.name) })),
      relations: entity.relations.map((relation) => ({
        ...relation,
        name: formerMember(relation.name),
        target: names.get(relation.target) ?? relation.target,
      })),
      ...(entity.unique === undefined ? {} : { unique: entity.unique.map((group) => group.map(formerMember)) }),
      ...(entity.owner === undefined ? {} : { owner: formerMember(entity.owner) }),
    };
  });
}

/** Maps names to former names. Skips former names that are in use or claimed twice. */
function formerNames(all: readonly Named[]): ReadonlyMap<string, string> {
  const present = new Set(all.map(({ name }) => name));
  const former = new Map<string, string>();
  for (const { name, was } of all) {
    if (was === undefined || present.has(was)) continue;
    present.add(was);
    former.set(name, was);
  }
  return former;
}
