import { camelCase } from 'change-case';
import type { DeleteRule, Entity, Relation } from '../config/config.ts';
import { idFieldOf } from '../config/spelling.ts';
import { FoldedNames, capitalised, freeName } from './free-names.ts';
import { namesOf } from './names.ts';

/** A relation as the schema knows it, with its names on both sides. */
export interface ResolvedRelation {
  /** The entity that holds the key, or that declares the link. */
  readonly source: string;
  readonly name: string;
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many';
  readonly target: string;
  readonly required: boolean;
  readonly onDelete: DeleteRule;
  /** The key's column; where a document database keeps ids, and what the API writes, for a many-to-many. */
  readonly idField: string;
  readonly backReference: string;
  /** Where a document database keeps the ids of the other side of a many-to-many. */
  readonly backIdsField: string;
  readonly relationName?: string;
  /** Whether the target declares this many-to-many, too. Each relation is then the back-reference of the other. */
  readonly isTwoSided: boolean;
}

/** A relation on the side that holds it; a one-to-many has become the reference it speaks of. */
interface Declared extends Pick<Relation, 'name' | 'target' | 'required' | 'onDelete'> {
  readonly source: string;
  readonly kind: ResolvedRelation['kind'];
  /** The name a one-to-many gives the other side. */
  readonly backReference?: string;
}

type Taken = ReadonlyMap<string, FoldedNames>;

/**
 * Relations of all entities in the order of the file, those that a one-to-many puts on another entity at its end.
 * Expects a checked configuration: a one-to-many leads to an entity.
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
 * Of the relations between two entities one needs no name: the first many-to-many, whose table keeps its name so when
 * others come beside it, else the only one.
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

/** The name Prisma gives a relation that has none; a many-to-many's table is called after it. */
export function implicitName({ source, target }: Pick<ResolvedRelation, 'source' | 'target'>): string {
  return [source, target].sort().join('To');
}

/** `PostAuthor`, numbered where another relation has that name, since two tables can't share one. */
export function relationNameOf(
  { source, name }: Pick<ResolvedRelation, 'source' | 'name'>,
  taken: Set<string>,
): string {
  return freeName([`${source}${capitalised(name)}`], { taken });
}

/** What the other side is called: the plural of the source (its name, if there is one record), then joined with the relation's. */
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

/** Names the other side of the one reference that a one-to-many can mean; where none or several can, adds its own. */
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

/** The rules of a reference and of the one-to-many that means it: required if one says so, and then never set to null. */
function sharedRules(
  reference: Declared,
  list: Pick<Relation, 'required' | 'onDelete'>,
): Pick<ResolvedRelation, 'required' | 'onDelete'> {
  const required = reference.required || list.required;
  const rule = reference.onDelete ?? list.onDelete ?? (required ? 'restrict' : 'setNull');
  return { required, onDelete: required && rule === 'setNull' ? 'restrict' : rule };
}

/** `order` for the lines of an Order; both it and its key must be free. */
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
