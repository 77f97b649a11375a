import type { DatabaseKind } from './config.ts';
import { groupsOf } from './groups.ts';
import type { Key } from './keys.ts';
import { member, type PartialEntity, type RoughMember } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';

/** Returns the declarations that the database kind does not support, each with the reason. */
export function kindFaults(
  kind: DatabaseKind | undefined,
  { entities, keys }: { readonly entities: readonly PartialEntity[]; readonly keys: readonly Key[] },
): readonly SchemaFault[] {
  if (kind === 'file') return entities.flatMap(lostDigits);
  if (kind === 'relational') return entities.flatMap(longIndexes);
  return kind === 'document' ? [...entities.flatMap(missingValues), ...circularRules(keys)] : [];
}

/** The decimal digits that SQLite stores (64-bit float). */
const digitsOfFile = 15;

function lostDigits({ at, fields }: PartialEntity): readonly SchemaFault[] {
  return fields.flatMap(({ type, written, at: index }): readonly SchemaFault[] => {
    const value = member(written, 'default');
    if (type !== 'Decimal' || (typeof value !== 'string' && typeof value !== 'number')) return [];
    if (String(value).replaceAll(/^-?0*|\./gu, '').length <= digitsOfFile) return [];
    const message = `SQLite keeps ${digitsOfFile} digits of a Decimal.`;
    return [{ code: 'CONFIG_DEFAULT_DIGITS', message, path: ['entities', at, 'fields', index, 'default'] }];
  });
}

/** The maximum length of an indexed String. A PostgreSQL index entry holds about 2,700 bytes. */
const longestIndexed = 1000;

const tooLong: FaultBuilder = (name, path) => ({
  code: 'CONFIG_INDEX_LONG',
  message: `"${name}" may be too long for an index of PostgreSQL.`,
  path,
});

function isLong({ type, written }: RoughMember): boolean {
  const max = member(written, 'max');
  return type === 'Text' && !(typeof max === 'number' && max <= longestIndexed);
}

function longIndexes(entity: PartialEntity): readonly SchemaFault[] {
  const long = new Map(entity.fields.filter(isLong).map((field) => [field.name, field]));
  const own = [...long.values()].flatMap(({ name, at, written }) =>
    ['unique', 'index']
      .filter((key) => member(written, key) === true)
      .map((key) => tooLong(name, ['entities', entity.at, 'fields', at, key])),
  );
  return [...own, ...inGroups(entity, { isMeant: (name) => long.has(name), finding: tooLong })];
}

const onlyOnce: FaultBuilder = (name, path) => ({
  code: 'CONFIG_UNIQUE_OPTIONAL',
  message: `MongoDB would accept only one record without the optional "${name}".`,
  path,
});

/**
 * Returns unique optional members. MongoDB counts a missing value as a value, so it would refuse a second record
 * without one.
 */
function missingValues(entity: PartialEntity): readonly SchemaFault[] {
  const fields = entity.fields.filter(({ isRequired }) => !isRequired);
  const relations = entity.relations.filter(({ isRequired }) => !isRequired);
  const optional = new Set([...fields, ...relations].map(({ name }) => name));
  return [
    ...fields
      .filter(({ written }) => member(written, 'unique') === true)
      .map(({ name, at }) => onlyOnce(name, ['entities', entity.at, 'fields', at, 'unique'])),
    ...relations
      .filter(({ type }) => type === 'one-to-one')
      .map(({ name, at }) => onlyOnce(name, ['entities', entity.at, 'relations', at, 'type'])),
    ...groupsOf(entity)
      .filter(({ names }) => names.every((name) => optional.has(name)))
      .flatMap(({ names, path }) => names.map((name, index) => onlyOnce(name, [...path, index]))),
  ];
}

type FaultBuilder = (name: string, path: SchemaFault['path']) => SchemaFault;

interface InGroups {
  readonly isMeant: (name: string) => boolean;
  readonly finding: FaultBuilder;
}

function inGroups(entity: PartialEntity, { isMeant, finding }: InGroups): readonly SchemaFault[] {
  return groupsOf(entity).flatMap(({ names, path }) =>
    names.flatMap((name, index) => (isMeant(name) ? [finding(name, [...path, index])] : [])),
  );
}

/** Returns delete rules in reference cycles. On MongoDB, Prisma ignores these rules. */
function circularRules(keys: readonly Key[]): readonly SchemaFault[] {
  const targets = new Map<string, string[]>();
  for (const { holder, target } of keys) targets.set(holder, [...(targets.get(holder) ?? []), target]);
  const reaches = (from: string, to: string): boolean => {
    const found = new Set([from]);
    for (const name of found) for (const next of targets.get(name) ?? []) found.add(next);
    return found.has(to);
  };
  return keys
    .filter(({ holder, target, relation }) => relation.onDelete !== undefined && reaches(target, holder))
    .slice(0, 100)
    .map(({ relation, path }) => {
      const message = `"${relation.name}" is part of a circle of references, in which a document database keeps no rule of deletion.`;
      return { code: 'CONFIG_DELETE_RULE_CIRCLE', message, path: [...path, 'onDelete'] };
    });
}
