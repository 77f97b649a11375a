import { camelCase } from 'change-case';
import type { DeleteRule, Entity, Relation } from '../config/config.ts';
import { idFieldOf } from '../config/spelling.ts';
import { FoldedNames, capitalised, freeName } from './free-names.ts';
import { namesOf } from './names.ts';

/** A relation in the schema, with its names on both sides. */
export interface ResolvedRelation {
  /** The entity that holds the key or declares the link. */
  readonly source: string;
  readonly name: string;
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many';
  readonly target: string;
  readonly label?: string;
  readonly description?: string;
  readonly group?: string;
  readonly required: boolean;
  readonly onDelete: DeleteRule;
  /** Whether a record cannot become its own ancestor. */
  readonly tree?: boolean;
  /** The key's column; for a many-to-many, the id list in a document database and in the API. */
  readonly idField: string;
  readonly backReference: string;
  /** The ids of the other side of a many-to-many in a document database. */
  readonly backIdsField: string;
  readonly relationName?: string;
  /** Whether the target also declares this many-to-many. Each relation is then the back-reference of the other. */
  readonly isTwoSided: boolean;
}

/** A relation on the side that holds the key. A one-to-many is converted to its reference. */
interface Declared extends Pick<
  Relation,
  'name' | 'target' | 'required' | 'onDelete' | 'tree' | 'label' | 'description' | 'group'
> {
  readonly source: string;
  readonly kind: ResolvedRelation['kind'];
  /** The back-reference name that a one-to-many declares. */
  readonly backReference?: string;
}

type Taken = ReadonlyMap<string, FoldedNames>;

/**
 * Returns the relations of all entities in file order. Relations that a one-to-many adds to another entity come last.
 * Expects a valid configuration: the target of a one-to-many is an entity.
 */
export function resolveRelations(entities: readonly Entity[]): readonly ResolvedRelation[] {
  const targets = entities.flatMap(({ relations }) => relations.map(({ target }) => target));
  const taken: Taken = new Map([
    ...targets.map((target) => [target, new FoldedNames(ownColumns)] as const),
    ...entities.map((entity) => [entity.name, new FoldedNames(ownNames(entity))] as const),
  ]);
  const declared = declaredRelations(entities, taken);
  const inverses = inversesOf(declared);
  const nameless = withoutNames(declared);
  const tables = new Set(declared.map(implicitName));
  const backReferences = declared.map((relation) => inverses.get(relation)?.name ?? backReferenceOf(relation, taken));
  const names = new Map<Declared, string>();
  return declared.map((relation, index): ResolvedRelation => {
    const { target, kind } = relation;
    const backReference = backReferences[index] ?? '';
    const inverse = inverses.get(relation);
    const isNameless = nameless.has(relation) || (inverse !== undefined && nameless.has(inverse));
    const relationName = (inverse && names.get(inverse)) ?? (isNameless ? undefined : relationNameOf(relation, tables));
    if (relationName !== undefined) names.set(relation, relationName);
    return {
      ...relation,
      backReference,
      onDelete: relation.onDelete ?? (relation.required ? 'restrict' : 'setNull'),
      idField: keyOf(relation),
      backIdsField: inverse === undefined ? backIdsFieldOf({ kind, target, backReference }, taken) : keyOf(inverse),
      isTwoSided: inverse !== undefined,
      ...(relationName === undefined ? {} : { relationName }),
    };
  });
}

/**
 * Finds the other side of each many-to-many that both entities declare. Two declarations form a pair if no other
 * many-to-many connects these entities. Several pairs are ambiguous and stay separate relations. Relations of an entity to
 * itself stay separate, too.
 */
function inversesOf(declared: readonly Declared[]): ReadonlyMap<Declared, Declared> {
  const links = declared.filter(({ kind, source, target }) => kind === 'many-to-many' && source !== target);
  const pairs = Map.groupBy(links, ({ source, target }) => [source, target].sort().join(' '));
  return new Map(
    [...pairs.values()].flatMap(([one, other, ...more]) =>
      one === undefined || other === undefined || more.length > 0 || one.source === other.source
        ? []
        : [
            [one, other],
            [other, one],
          ],
    ),
  );
}

/**
 * Returns the relations that need no name, at most one for each pair of entities: the first many-to-many, whose table
 * then keeps its name when others are added; otherwise a sole relation.
 */
function withoutNames(relations: readonly Declared[]): ReadonlySet<Declared> {
  const pairs = Map.groupBy(
    relations.filter(({ source, target }) => source !== target),
    ({ source, target }) => [source, target].sort().join(' '),
  );
  const plain = [...pairs.values()].map((pair) => {
    const [only, second] = pair;
    return pair.find(({ kind }) => kind === 'many-to-many') ?? (second === undefined ? only : undefined);
  });
  return new Set(plain.filter((relation) => relation !== undefined));
}

/** Returns Prisma's default name of a relation. The table of a many-to-many has this name. */
export function implicitName({ source, target }: Pick<ResolvedRelation, 'source' | 'target'>): string {
  return [source, target].sort().join('To');
}

/** Returns a relation name such as `PostAuthor`, numbered if taken, because two tables cannot share a name. */
export function relationNameOf(
  { source, name }: Pick<ResolvedRelation, 'source' | 'name'>,
  taken: Set<string>,
): string {
  return freeName([plainRelationName({ source, name })], { taken });
}

/** Returns a relation name such as `PostAuthor`, even if it is taken. */
export function plainRelationName({ source, name }: Pick<ResolvedRelation, 'source' | 'name'>): string {
  return `${source}${capitalised(name)}`;
}

/**
 * Returns candidate names for the other side: the plural of the source (singular for one record), then the same name
 * joined with the relation's name.
 */
export function backReferenceNames({
  source,
  name,
  isList,
}: Pick<ResolvedRelation, 'source' | 'name'> & { readonly isList: boolean }): readonly string[] {
  const { camel, camelPlural } = namesOf({ name: source });
  const plain = isList ? camelPlural : camel;
  return [plain, `${plain}As${capitalised(name)}`];
}

const ownColumns = ['id', 'createdAt', 'updatedAt'];

function ownNames(entity: Entity): readonly string[] {
  const relations = entity.relations.flatMap((relation) =>
    relation.type === 'one-to-many' ? [relation.name] : [relation.name, keyOf({ ...relation, kind: relation.type })],
  );
  return [...ownColumns, ...entity.fields.map(({ name }) => name), ...relations];
}

function declaredRelations(entities: readonly Entity[], taken: Taken): readonly Declared[] {
  const declared = entities.flatMap((source) =>
    source.relations.flatMap((relation): readonly Declared[] =>
      relation.type === 'one-to-many' ? [] : [{ ...relation, source: source.name, kind: relation.type }],
    ),
  );
  for (const { name: source, relations } of entities) {
    for (const relation of relations) {
      if (relation.type === 'one-to-many') placeList(declared, { source, relation, taken });
    }
  }
  return declared;
}

interface List {
  readonly source: string;
  readonly relation: Relation;
  readonly taken: Taken;
}

/**
 * Names the other side of the single matching reference. Without a match or with several matches, adds a separate
 * reference.
 */
function placeList(declared: Declared[], { source, relation, taken }: List): void {
  const isMeant = (one: Declared) =>
    one.kind === 'many-to-one' &&
    one.source === relation.target &&
    one.target === source &&
    one.backReference === undefined;
  const at = declared.findIndex(isMeant);
  const [meant, ...others] = declared.filter(isMeant);
  const { onDelete, required, name: backReference } = relation;
  if (meant !== undefined && others.length === 0) {
    declared[at] = { ...meant, backReference, ...sharedRules(meant, relation) };
    return;
  }
  const key = { source: relation.target, kind: 'many-to-one', target: source, required, backReference } as const;
  declared.push({
    ...key,
    name: keyName(source, { relation, taken }),
    ...(onDelete === undefined ? {} : { onDelete }),
  });
}

/**
 * Combines the rules of a reference and its one-to-many. Required if either side is required; a required reference is
 * never set to null.
 */
function sharedRules(
  reference: Declared,
  list: Pick<Relation, 'required' | 'onDelete'>,
): Pick<ResolvedRelation, 'required' | 'onDelete'> {
  const required = reference.required || list.required;
  const rule = reference.onDelete ?? list.onDelete ?? (required ? 'restrict' : 'setNull');
  return { required, onDelete: required && rule === 'setNull' ? 'restrict' : rule };
}

/**
 * Returns the name of an added reference, such as `order` for the lines of an Order. Both the name and its key must be
 * free.
 */
function keyName(source: string, { relation, taken }: Omit<List, 'source'>): string {
  const names = taken.get(relation.target);
  const plain = camelCase(source);
  const pair = {
    has: (name: string) => names?.has(name) === true || names?.has(`${name}Id`) === true,
    add: (name: string) => {
      names?.add(name);
      names?.add(`${name}Id`);
    },
  };
  return freeName([plain, `${plain}As${capitalised(relation.name)}`], { taken: pair });
}

function backReferenceOf({ source, name, kind, target, backReference }: Declared, taken: Taken): string {
  if (backReference !== undefined) return backReference;
  const names = backReferenceNames({ source, name, isList: kind !== 'one-to-one' });
  return freeName(names, { taken: taken.get(target) ?? new FoldedNames([]) });
}

function backIdsFieldOf(
  { kind, target, backReference }: Required<Pick<Declared, 'kind' | 'target' | 'backReference'>>,
  taken: Taken,
) {
  const name = idFieldOf({ name: backReference, type: 'many-to-many' });
  return kind === 'many-to-many' ? freeName([name], { taken: taken.get(target) ?? new FoldedNames([]) }) : name;
}

function keyOf({ name, kind }: Pick<Declared, 'name' | 'kind'>): string {
  return idFieldOf({ name, type: kind === 'many-to-many' ? kind : 'many-to-one' });
}
