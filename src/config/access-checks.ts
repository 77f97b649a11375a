import { accessOf, openAccess, speaksOf } from './access.ts';
import type { Access } from './config.ts';
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
    if (hasUser || (access.read === 'public' && access.write === 'public')) return [];
    const message = 'Sign-in is not possible: no authentication plugin is enabled.';
    return [{ code: 'CONFIG_ACCESS_NEEDS_AUTH', message, path }];
  };
  return [
    ...needs(member(value, 'access'), ['access']),
    ...entities.flatMap(({ written, at }) => needs(member(written, 'access'), ['entities', at, 'access'])),
    ...entities.flatMap((entity) => ownerFaults(entity, accessOf(member(entity.written, 'access'), project))),
  ];
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

function ownerFaults(entity: PartialEntity, access: Access): readonly SchemaFault[] {
  const { name, at, written } = entity;
  const owner = textOf(written, 'owner');
  const owners = ownersOf(entity.relations);
  if (owner !== undefined) {
    const path = ['entities', at, 'owner'];
    if (!owners.includes(owner)) {
      const message = `"${owner}" is not a relation from ${name} to one ${userModel}.`;
      const hint = owners.length === 0 ? {} : { hint: suggestionFor(owner, owners) };
      return [{ code: 'CONFIG_OWNER_INVALID', message, path, ...hint }];
    }
    if (speaksOf(access, 'owner')) return [];
    return [{ code: 'CONFIG_OWNER_UNUSED', message: `The access rules of ${name} do not use "owner".`, path }];
  }
  if (!speaksOf(access, 'owner') || owners.length === 1) return [];
  const path = ['entities', at, member(written, 'access') === undefined ? 'name' : 'access'];
  if (owners.length === 0) {
    const message = `${name} uses the "owner" rule, but has no relation to one ${userModel}.`;
    return [{ code: 'CONFIG_OWNER_MISSING', message, path }];
  }
  const message = `Both ${owners.map((one) => `"${one}"`).join(' and ')} could set the owner of ${name} records.`;
  return [{ code: 'CONFIG_OWNER_AMBIGUOUS', message, path }];
}
