import type { DatabaseKind, DeleteRule, FieldDefault } from '../config/config.ts';
import { constraintName } from './constraint-names.ts';
import type { BackReference, DataModel, EntityModel, Link, Reference, ScalarField } from './model.ts';
import { numberLiteral } from './prisma-text.ts';
import { type Definition, type Member, attribute, call, number, string, word, words } from './schema/definition.ts';
import type { Attribute, Value } from './schema/parse.ts';

/** The inputs of an entity's model definition. */
interface Ground {
  readonly database: DatabaseKind;
  /** The entity's table. */
  readonly table: string;
  /** References in delete cycles, which must not cascade. */
  readonly circles: ReadonlySet<Reference>;
}

/** Returns each entity's model, followed by its enums. */
export function entityDefinitions(model: DataModel): readonly (readonly Definition[])[] {
  const { database, entities } = model;
  const circles = database === 'document' ? deleteCircles(entities) : new Set<Reference>();
  return entities.map((entity) => {
    const table = entity.names.pascal;
    return [modelOf(entity, { database, table, circles }), ...enumsOf(entity)];
  });
}

/**
 * Returns references that would cascade a deletion back to its own model. MongoDB's connector refuses them. Only rules
 * that change other records count.
 */
function deleteCircles(entities: readonly EntityModel[]): ReadonlySet<Reference> {
  const edges = entities.flatMap(({ names, references }) =>
    references
      .filter(({ onDelete }) => onDelete !== 'restrict')
      .map((reference) => ({ source: names.pascal, target: reference.target, reference })),
  );
  const next = Map.groupBy(edges, ({ source }) => source);
  const reached = new Map<string, ReadonlySet<string>>();
  const from = (start: string): ReadonlySet<string> => {
    const known = reached.get(start);
    if (known !== undefined) return known;
    const found = new Set([start]);
    for (const name of found) for (const { target } of next.get(name) ?? []) found.add(target);
    reached.set(start, found);
    return found;
  };
  return new Set(edges.filter(({ source, target }) => from(target).has(source)).map(({ reference }) => reference));
}

const member = (name: string, type: string, rest: Partial<Member> = {}): Member => ({
  name,
  type,
  mark: '',
  attributes: [],
  ...rest,
});

/**
 * Returns a list index. Lists are sorted by a column and then by id, so the index can find the page after any record.
 */
function listIndex(column: string, ground: Ground): Attribute {
  const columns = [column, 'id'];
  return attribute('index', [words(columns)], { map: ownName([...columns, 'idx'], ground) });
}

/** Returns the explicit name of an index or constraint if Prisma would truncate its default name. */
function ownName(parts: readonly string[], { table, database }: Ground): Value | undefined {
  const whole = [table, ...parts];
  const name = constraintName(whole, database);
  return name === whole.join('_') ? undefined : string(name);
}

/** Prisma only uses the names of primary and foreign keys on PostgreSQL. */
function idAttribute(ground: Ground): Attribute {
  return attribute('id', [], { map: ground.database === 'relational' ? ownName(['pkey'], ground) : undefined });
}

function uniqueAttribute(column: string, ground: Ground): Attribute {
  return attribute('unique', [], { map: ownName([column, 'key'], ground) });
}

/** Returns the model: `id`, the declared fields, a reference or list for each relation, and the two timestamps. */
function modelOf(entity: EntityModel, ground: Ground): Definition {
  const mapped = ground.database === 'document' ? [attribute('map', [string('_id')])] : [];
  return {
    keyword: 'model',
    name: entity.names.pascal,
    owner: ownerOf(entity),
    members: [
      member('id', 'String', { attributes: [idAttribute(ground), attribute('default', [call('cuid')]), ...mapped] }),
      ...entity.fields.map((field) => scalarMember(field, ground)),
      ...entity.references.flatMap((reference) => referenceMembers(reference, ground)),
      ...entity.links.flatMap((link) => linkMembers(link, ground)),
      ...entity.backReferences.flatMap((back) => backMembers(back, ground)),
      member('createdAt', 'DateTime', { attributes: [attribute('default', [call('now')])] }),
      member('updatedAt', 'DateTime', { attributes: [attribute('updatedAt')] }),
    ],
    attributes: [
      ...entity.uniques.map((columns) =>
        attribute('unique', [words(columns)], { map: ownName([...columns, 'key'], ground) }),
      ),
      ...entity.fields.filter((field) => field.index && !field.unique).map(({ name }) => listIndex(name, ground)),
      ...entity.references.filter(({ unique }) => !unique).map(({ idField }) => listIndex(idField, ground)),
      listIndex('createdAt', ground),
    ],
  };
}

function enumsOf(entity: EntityModel): readonly Definition[] {
  return entity.fields.flatMap(({ enumName, values = [] }) =>
    enumName === undefined
      ? []
      : [
          {
            keyword: 'enum',
            name: enumName,
            owner: ownerOf(entity),
            members: values.map((value) => member(value, '')),
            attributes: [],
          },
        ],
  );
}

function ownerOf({ names }: EntityModel): string {
  return `entity ${names.pascal}`;
}

function scalarMember(field: ScalarField, ground: Ground): Member {
  const { database } = ground;
  const value = field.default === undefined ? undefined : defaultValue(field, { value: field.default, database });
  return member(field.name, columnType(field, database), {
    mark: field.required ? '' : '?',
    attributes: [
      ...(field.unique ? [uniqueAttribute(field.name, ground)] : []),
      ...(value === undefined ? [] : [attribute('default', [value])]),
    ],
  });
}

/**
 * Days are strings such as `2026-01-31` on every database: they sort by day and no time zone can change them. MongoDB's
 * connector has no Decimal type. Decimals are stored as strings.
 */
function columnType({ type, enumName }: ScalarField, database: DatabaseKind): string {
  if (type === 'Text' || type === 'Date' || (type === 'Decimal' && database === 'document')) return 'String';
  return type === 'Enum' ? (enumName ?? type) : type;
}

const actions: Readonly<Record<DeleteRule, string>> = { cascade: 'Cascade', restrict: 'Restrict', setNull: 'SetNull' };

/**
 * Returns a reference. Ids in a document database cannot change, and Prisma requires an explicit rule for reference
 * cycles.
 */
function referenceMembers(reference: Reference, ground: Ground): readonly Member[] {
  const { database, circles } = ground;
  const { name, target, idField, required, unique, relationName, onDelete } = reference;
  const mark = required ? '' : '?';
  const relation = attribute('relation', [relationName === undefined ? undefined : string(relationName)], {
    fields: words([idField]),
    references: words(['id']),
    onDelete: word(circles.has(reference) ? 'NoAction' : actions[onDelete]),
    onUpdate: database === 'document' ? word('NoAction') : undefined,
    map: database === 'relational' ? ownName([idField, 'fkey'], ground) : undefined,
  });
  return [
    member(name, target, { mark, attributes: [relation] }),
    member(idField, 'String', { mark, attributes: unique ? [uniqueAttribute(idField, ground)] : [] }),
  ];
}

function linkMembers({ name, target, idsField, relationName }: Link, ground: Ground): readonly Member[] {
  return listMembers({ name, target, idsField, ...(relationName === undefined ? {} : { relationName }) }, ground);
}

function backMembers({ name, source, kind, idsField, relationName }: BackReference, ground: Ground): readonly Member[] {
  const named = relationName === undefined ? {} : { relationName };
  if (kind === 'many-to-many' && idsField !== undefined) {
    return listMembers({ name, target: source, idsField, ...named }, ground);
  }
  const attributes = relationName === undefined ? [] : [attribute('relation', [string(relationName)])];
  return [member(name, source, { mark: kind === 'one-to-one' ? '?' : '[]', attributes })];
}

/** Returns one side of a many-to-many: through a join table, or as a list of ids in a document database. */
function listMembers(
  list: Pick<Link, 'name' | 'target' | 'idsField' | 'relationName'>,
  { database }: Pick<Ground, 'database'>,
): readonly Member[] {
  const { name, target, idsField, relationName } = list;
  const title = relationName === undefined ? [] : [string(relationName)];
  if (database !== 'document') {
    const attributes = title.length === 0 ? [] : [attribute('relation', title)];
    return [member(name, target, { mark: '[]', attributes })];
  }
  const keys = { fields: words([idsField]), references: words(['id']) };
  return [
    member(name, target, { mark: '[]', attributes: [attribute('relation', title, keys)] }),
    member(idsField, 'String', { mark: '[]' }),
  ];
}

interface Given {
  readonly value: FieldDefault;
  readonly database: DatabaseKind;
}

/**
 * Returns the default as a Prisma value. `undefined` for Json, because SQLite migrations would not quote the value; the
 * API sets these defaults on creation.
 */
function defaultValue({ type }: ScalarField, { value, database }: Given): Value | undefined {
  const text = typeof value === 'object' ? '' : String(value);
  switch (type) {
    case 'String':
    case 'Text':
    case 'Date':
      return string(text);
    case 'Decimal':
      return database === 'document' ? string(plainDigits(text)) : number(numberLiteral(text));
    case 'Int':
    case 'BigInt':
    case 'Float':
      return number(numberLiteral(text));
    case 'Boolean':
    case 'Enum':
      return word(text);
    case 'DateTime':
      return value === 'now' ? call('now') : string(instant(text));
    case 'Json':
      return undefined;
    default:
      throw new Error(`field type ${String(type satisfies never)}`);
  }
}

/** Returns the digits in a canonical form: equal numbers give equal strings. */
function plainDigits(text: string): string {
  const digits = numberLiteral(text);
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return short === '-0' ? '0' : short;
}

/** Returns RFC 3339 in UTC. A time without a zone is read as UTC, so the schema does not depend on the local zone. */
function instant(text: string): string {
  const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !/[T ]/i.test(text) ? text : `${text}Z`;
  return new Date(zoned).toISOString();
}
