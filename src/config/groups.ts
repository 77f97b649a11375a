import { isKeyType } from './keys.ts';
import { member, type PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';

interface Group {
  readonly names: readonly string[];
  /** The path of the group. */
  readonly path: SchemaFault['path'];
}

/** Returns the unique groups of an entity. Skips values that are not lists of strings. */
export function groupsOf({ written, at }: PartialEntity): readonly Group[] {
  const groups = member(written, 'unique');
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((names: unknown, index) => {
    const isGroup = Array.isArray(names) && names.every((name: unknown) => typeof name === 'string');
    return isGroup ? [{ names, path: ['entities', at, 'unique', index] }] : [];
  });
}

/** Returns the errors in groups: too small, unknown or repeated names, incomparable fields, or duplicate groups. */
export function groupFaults(entity: PartialEntity): readonly SchemaFault[] {
  const seen = new Set<string>();
  return groupsOf(entity).flatMap((group) => {
    const inside = memberFaults(group, entity);
    if (inside.length > 0) return inside;
    if (group.names.length < 2) {
      return [
        { code: 'CONFIG_GROUP_TOO_SMALL', message: 'A group has at least two names.', path: group.path } as const,
      ];
    }
    const names = group.names.toSorted().join(' ');
    if (!seen.has(names)) {
      seen.add(names);
      return [];
    }
    const message = `${entity.name} has the group of ${names.replaceAll(' ', ', ')} twice.`;
    return [{ code: 'CONFIG_GROUP_DUPLICATE', message, path: group.path } as const];
  });
}

function memberFaults(
  { names, path }: Group,
  { name: entity, fields, relations }: PartialEntity,
): readonly SchemaFault[] {
  const members = new Map([...fields, ...relations].map((one) => [one.name, one]));
  const lists = new Set(relations.filter(({ type }) => !isKeyType(type)).map(({ name }) => name));
  const seen = new Set<string>();
  return names.flatMap((name, index): readonly SchemaFault[] => {
    const place = [...path, index];
    const known = members.get(name);
    if (known === undefined) {
      const message = `${entity} has no field or relation "${name}".`;
      const hint = suggestionFor(name, members.keys());
      return [{ code: 'CONFIG_GROUP_MEMBER_UNKNOWN', message, hint, path: place }];
    }
    if (seen.has(name)) return [{ code: 'CONFIG_GROUP_DUPLICATE', message: `"${name}" is named twice.`, path: place }];
    seen.add(name);
    if (!lists.has(name) && known.type !== 'Json') return [];
    const what = lists.has(name) ? 'a list of records' : 'Json';
    return [{ code: 'CONFIG_GROUP_MEMBER_INVALID', message: `"${name}" is ${what}.`, path: place }];
  });
}
