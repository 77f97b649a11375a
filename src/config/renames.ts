import { isKeyType } from './keys.ts';
import { member, type PartialEntity, type RoughMember, textOf } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';

interface Named {
  readonly name: string;
  readonly was?: string;
  /** The path of the named element. */
  readonly path: SchemaFault['path'];
}

/**
 * Returns former names that are in use or claimed twice, among entities, among the fields and relations of each entity,
 * and among the values of each field.
 */
export function renameFaults(entities: readonly PartialEntity[]): readonly SchemaFault[] {
  const all = entities.map(({ at, ...entity }): Named => ({ ...entity, path: ['entities', at] }));
  const values = entities.flatMap((entity) => entity.fields.map((field) => valuesOf(field, entity.at)));
  return [all, ...entities.map(membersOf), ...values].flatMap(faultsAmong);
}

function valuesOf({ written, at: field }: RoughMember, entity: number): readonly Named[] {
  const values = member(written, 'values');
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown, at): readonly Named[] => {
    const name = typeof value === 'string' ? value : textOf(value, 'name');
    const was = textOf(value, 'was');
    const path = ['entities', entity, 'fields', field, 'values', at];
    return name === undefined ? [] : [{ name, path, ...(was === undefined ? {} : { was }) }];
  });
}

function membersOf({ at, fields, relations }: PartialEntity): readonly Named[] {
  const placed = (list: 'fields' | 'relations') => (one: RoughMember) => ({
    ...one,
    path: ['entities', at, list, one.at],
  });
  const keys = relations
    .filter(({ type }) => isKeyType(type))
    .map(({ name, at: index }): Named => ({ name: `${name}Id`, path: ['entities', at, 'relations', index] }));
  return [...fields.map(placed('fields')), ...relations.map(placed('relations')), ...keys];
}

function faultsAmong(all: readonly Named[]): readonly SchemaFault[] {
  const present = new Set(all.map(({ name }) => name));
  const claimed = new Set<string>();
  return all.flatMap(({ was, path }): readonly SchemaFault[] => {
    if (was === undefined) return [];
    const place = [...path, 'was'];
    if (present.has(was)) {
      return [{ code: 'CONFIG_WAS_PRESENT', message: `"${was}" is in use.`, path: place }];
    }
    const isTwice = claimed.has(was);
    claimed.add(was);
    if (!isTwice) return [];
    return [{ code: 'CONFIG_WAS_TWICE', message: `Something else was called "${was}" too.`, path: place }];
  });
}
