import { accessOf, fieldAccessOf, isOpen, openAccess, permitsOwner } from './access.ts';
import type { Access, FieldAccess } from './config.ts';
import { isKeyType } from './keys.ts';
import { member, textOf, type PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';

/** The only plugin model that entities refer to. */
export const userModel = 'User';

/**
 * Returns access rules that cannot be enforced: without an authentication plugin, or without a relation to the owner.
 */
export function accessFaults(
  value: unknown,
  { entities, hasUser }: { readonly entities: readonly PartialEntity[]; readonly hasUser: boolean },
): readonly SchemaFault[] {
  const project = accessOf(member(value, 'access'), openAccess);
  const needs = (written: unknown, path: SchemaFault['path']): readonly SchemaFault[] => {
    const access = accessOf(written, openAccess);
    if (hasUser || isOpen(access)) return [];
    const message = 'Sign-in is not possible: no authentication plugin is enabled.';
    return [{ code: 'CONFIG_ACCESS_NEEDS_AUTH', message, path }];
  };
  const hasRoles = member(value, 'roles') !== undefined;
  return [
    ...(hasRoles ? needs('authenticated', ['roles']) : []),
    ...needs(member(value, 'access'), ['access']),
    ...entities.flatMap(({ written, at }) => needs(member(written, 'access'), ['entities', at, 'access'])),
    ...entities.flatMap(({ fields, at }) =>
      fields.flatMap((field) => {
        const path = ['entities', at, 'fields', field.at, 'access'];
        const access = fieldAccessOf(member(field.written, 'access'));
        return access === undefined
          ? []
          : [...needs('authenticated', path), ...requiredFaults(field, { access, path })];
      }),
    ),
    ...entities.flatMap((entity) =>
      ownerFaults(entity, { entities, access: accessOf(member(entity.written, 'access'), project) }),
    ),
  ];
}

/** Refuses a required field without a default that some users may not set: they could not create a record. */
function requiredFaults(
  { name, isRequired, written }: PartialEntity['fields'][number],
  { access, path }: { readonly access: FieldAccess; readonly path: SchemaFault['path'] },
): readonly SchemaFault[] {
  if (!isRequired || member(written, 'default') !== undefined || access.write === 'public') return [];
  const message = `"${name}" is required, but some users who create records may not set it.`;
  return [{ code: 'CONFIG_ACCESS_REQUIRED', message, path }];
}

interface ToUser {
  readonly name: string;
  readonly type: string;
  readonly target?: string;
}

/** The relations of an entity that could set the owner of a record. */
export function ownersOf(relations: readonly ToUser[]): readonly string[] {
  return relations.filter(({ type, target }) => isKeyType(type) && target === userModel).map(({ name }) => name);
}

interface Guarded {
  readonly entities: readonly PartialEntity[];
  readonly access: Access;
}

function ownerFaults(entity: PartialEntity, { entities, access }: Guarded): readonly SchemaFault[] {
  const { name, at, written } = entity;
  const owner = textOf(written, 'owner');
  const owners = ownersOf(entity.relations);
  if (owner !== undefined) {
    const path = ['entities', at, 'owner'];
    const fault = pathFault(owner, { entity, entities });
    if (fault !== undefined) return [{ ...fault, path }];
    if (permitsOwner(access)) return [];
    return [{ code: 'CONFIG_OWNER_UNUSED', message: `The access rules of ${name} do not use "owner".`, path }];
  }
  if (!permitsOwner(access) || owners.length === 1) return [];
  const path = ['entities', at, member(written, 'access') === undefined ? 'name' : 'access'];
  if (owners.length === 0) {
    const message = `${name} uses the "owner" rule, but has no relation to one ${userModel}.`;
    return [{ code: 'CONFIG_OWNER_MISSING', message, path }];
  }
  const message = `Both ${owners.map((one) => `"${one}"`).join(' and ')} could set the owner of ${name} records.`;
  return [{ code: 'CONFIG_OWNER_AMBIGUOUS', message, path }];
}

/** The maximum number of relations in a path to the owner. */
const longestPath = 4;

/** Checks a path of relations to one record each, from an entity to `User`. */
function pathFault(
  owner: string,
  { entity, entities }: { readonly entity: PartialEntity; readonly entities: readonly PartialEntity[] },
): Omit<SchemaFault, 'path'> | undefined {
  const hops = owner.split('.');
  if (hops.length > longestPath) {
    return { code: 'CONFIG_OWNER_INVALID', message: `"${owner}" has more than ${longestPath} relations.` };
  }
  let from = entity;
  for (const [index, hop] of hops.entries()) {
    const isLast = index === hops.length - 1;
    const relations = from.relations.filter(({ type }) => isKeyType(type));
    const relation = relations.find(({ name, target }) => name === hop && (!isLast || target === userModel));
    if (relation === undefined) {
      const end = isLast ? `one ${userModel}` : 'one record';
      const message = `"${hop}" is not a relation from ${from.name} to ${end}.`;
      const names = isLast ? ownersOf(relations) : relations.map(({ name }) => name);
      const hint = names.length === 0 ? {} : { hint: suggestionFor(hop, names) };
      return { code: 'CONFIG_OWNER_INVALID', message, ...hint };
    }
    const next = entities.find(({ name }) => name === relation.target);
    if (!isLast && next === undefined) return undefined;
    from = next ?? from;
  }
  return undefined;
}
