import type { DatabaseKind, DeleteRule, FieldDefault } from '../config/config.ts';
import { constraintName } from './constraint-names.ts';
import { deleteCircles } from './delete-circles.ts';
import type { BackReference, DataModel, EntityModel, Link, Reference, ScalarField } from './model.ts';
import { numberLiteral } from './prisma-text.ts';
import { type Definition, type Member, attribute, call, number, string, word, words } from './schema/definition.ts';
import type { Attribute, Value } from './schema/parse.ts';

/** What an entity's model looks like depends on these. */
interface Ground {
  readonly database: DatabaseKind;
  /** The entity's. */
  readonly table: string;
  /** References that deleting may not follow. */
  readonly circles: ReadonlySet<Reference>;
}

/** Each entity's model and, behind it, its enums. */
export function entityDefinitions(model: DataModel): readonly (readonly Definition[])[] {
  const { database, entities } = model;
  const circles = database === 'document' ? deleteCircles(entities) : new Set<Reference>();
  return entities.map((entity) => {
    const table = entity.names.pascal;
    return [modelOf(entity, { database, table, circles }), ...enumsOf(entity)];
  });
}

const member = (name: string, type: string, rest: Partial<Member> = {}): Member => ({
  name,
  type,
  mark: '',
  attributes: [],
  ...rest,
});

/** Lists are in the order of a column and then of the id, so that the page behind any record can be read off the index. */
function listIndex(column: string, ground: Ground): Attribute {
  const columns = [column, 'id'];
  return attribute('index', [words(columns)], { map: ownName([...columns, 'idx'], ground) });
}

/** The name to be written for an index or constraint, where Prisma's own would be cut. */
function ownName(parts: readonly string[], { table, database }: Ground): Value | undefined {
  const whole = [table, ...parts];
  const name = constraintName(whole, database);
  return name === whole.join('_') ? undefined : string(name);
}

/** Only PostgreSQL has names for primary and foreign keys that matter to Prisma. */
function idAttribute(ground: Ground): Attribute {
  return attribute('id', [], { map: ground.database === 'relational' ? ownName(['pkey'], ground) : undefined });
}

function uniqueAttribute(column: string, ground: Ground): Attribute {
  return attribute('unique', [], { map: ownName([column, 'key'], ground) });
}

/** Own fields between `id` and the two dates, a reference or a list per relation. */
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

/** MongoDB's connector has no Decimal: its digits are kept as text. */
function columnType({ type, enumName }: ScalarField, database: DatabaseKind): string {
  if (type === 'Text' || (type === 'Decimal' && database === 'document')) return 'String';
  return type === 'Enum' ? (enumName ?? type) : type;
}

const actions: Readonly<Record<DeleteRule, string>> = { cascade: 'Cascade', restrict: 'Restrict', setNull: 'SetNull' };

/** In a document database an id can't change, and Prisma wants to hear that where relations go round in circles. */
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

/** One side of a many-to-many: a table between the two, or a list of ids where there are no tables. */
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

/** Nothing for Json: SQLite's migrations would not quote it, so a record gets it when it is made. */
function defaultValue({ type }: ScalarField, { value, database }: Given): Value | undefined {
  const text = typeof value === 'object' ? '' : String(value);
  switch (type) {
    case 'String':
    case 'Text':
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

/** Equal numbers are equal texts. */
function plainDigits(text: string): string {
  const digits = numberLiteral(text);
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return short === '-0' ? '0' : short;
}

/** RFC 3339 in UTC; a time without a zone is read as UTC, so that the schema doesn't depend on where it is made. */
function instant(text: string): string {
  const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !/[T ]/i.test(text) ? text : `${text}Z`;
  return new Date(zoned).toISOString();
}
