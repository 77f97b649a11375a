import { FoldedNames, freeName } from './free-names.ts';
import { type Draft, type OwnedMember, insertMember, isEntity } from './merge.ts';
import type { DataModel } from './model.ts';
import { backReferenceNames, implicitName, relationNameOf } from './relations.ts';
import { type Member, argumentOf, attribute, string, words } from './schema/definition.ts';
import type { Attribute, Value } from './schema/parse.ts';

type Drafts = ReadonlyMap<string, Draft>;

/** One side of a relation. */
interface End {
  readonly draft: Draft;
  readonly member: OwnedMember;
  readonly target: Draft;
  readonly relationName: string | undefined;
  /** The columns of the key, or the id list in a document database. Undefined on the referenced side. */
  readonly columns: readonly string[] | undefined;
  /** The names on the plugin's model for the other side of the relation. */
  readonly wanted: { readonly name: string; readonly idsField?: string } | undefined;
}

/**
 * Adds the other side, which Prisma requires, to every relation to or from a plugin's model. Adds a relation name if
 * two relations connect the same models. Relations between entities already have both.
 */
export function injectBackRelations(drafts: Drafts, model: DataModel): void {
  const ends = endsOf(drafts, model);
  const byDraft = Map.groupBy(ends, ({ draft }) => draft);
  const held = ends.filter(holds);
  const names = new Set([
    ...held.map(({ draft, target }) => implicitName({ source: draft.name, target: target.name })),
    ...ends.flatMap(({ relationName }) => relationName ?? []),
  ]);
  const pairs = Map.groupBy(
    held.filter(({ relationName }) => relationName === undefined),
    pairOf,
  );
  for (const end of held) {
    if (byDraft.get(end.target)?.some((other) => isOpposite(end, other)) === true) continue;
    const isAmbiguous = end.draft === end.target || (pairs.get(pairOf(end))?.length ?? 0) > 1;
    const relationName =
      end.relationName ??
      (isAmbiguous ? relationNameOf({ source: end.draft.name, name: end.member.name }, names) : undefined);
    if (relationName !== end.relationName && relationName !== undefined) nameRelation(end, relationName);
    inject(end, relationName);
  }
}

function endsOf(drafts: Drafts, model: DataModel): readonly End[] {
  const wanted = wantedNames(model);
  return [...drafts.values()].flatMap((draft) =>
    draft.members.flatMap((member): End[] => {
      const target = drafts.get(member.type);
      if (draft.keyword !== 'model' || target?.keyword !== 'model') return [];
      const relation = relationOf(member);
      const [name, fields] =
        relation === undefined ? [] : [argumentOf(relation, 'name'), argumentOf(relation, 'fields')];
      return [
        {
          ...{ draft, member, target },
          relationName: name?.kind === 'string' ? name.text : undefined,
          columns: fields === undefined ? undefined : wordsIn(fields),
          wanted: wanted.get(`${draft.name}.${member.name}`),
        },
      ];
    }),
  );
}

/** Returns the other side's names of relations to plugin models, by the relation's path (`Post.author`). */
function wantedNames({ entities, externals }: DataModel): ReadonlyMap<string, NonNullable<End['wanted']>> {
  const outside = new Set(externals.map(({ name }) => name));
  return new Map(
    entities.flatMap(({ names, references, links }) => [
      ...references
        .filter(({ target }) => outside.has(target))
        .map(({ name, backReference }) => [`${names.pascal}.${name}`, { name: backReference }] as const),
      ...links
        .filter(({ target }) => outside.has(target))
        .map(
          (link) =>
            [`${names.pascal}.${link.name}`, { name: link.backReference, idsField: link.backIdsField }] as const,
        ),
    ]),
  );
}

function holds({ columns, wanted, member, draft, target }: End): boolean {
  const isBetweenEntities = isEntity(draft) && isEntity(target) && member.owner === draft.home.owner;
  return !isBetweenEntities && (columns !== undefined || wanted !== undefined);
}

function isOpposite(end: End, other: End): boolean {
  const isLink = end.member.mark === '[]';
  return (
    other.member !== end.member &&
    other.wanted === undefined &&
    other.target === end.draft &&
    other.relationName === end.relationName &&
    (isLink ? other.member.mark === '[]' : other.columns === undefined)
  );
}

function inject({ draft, member, target, columns, wanted }: End, relationName: string | undefined): void {
  const isList = member.mark === '[]' || !isUnique(draft, columns ?? []);
  const taken = new FoldedNames(target.members.map(({ name }) => name));
  const plain = backReferenceNames({ source: draft.name, name: member.name, isList });
  const name = freeName(wanted === undefined ? plain : [wanted.name, ...plain], { taken });
  const title = relationName === undefined ? [] : [string(relationName)];
  const idsField = member.mark === '[]' && columns !== undefined ? wanted?.idsField : undefined;
  const keys: Record<string, Value> = {};
  if (idsField !== undefined) {
    const column = freeName([idsField], { taken });
    Object.assign(keys, { fields: words([column]), references: words(['id']) });
  }
  const relation = attribute('relation', title, keys);
  const { owner } = member;
  const attributes = relation.arguments.length === 0 ? [] : [relation];
  insertMember(target, { name, type: draft.name, mark: isList ? '[]' : '?', attributes, owner });
  for (const column of wordsIn(keys['fields'])) {
    insertMember(target, { name: column, type: 'String', mark: '[]', attributes: [], owner });
  }
}

/** Returns whether the columns of a key are unique. */
function isUnique({ members, attributes }: Draft, columns: readonly string[]): boolean {
  const [column, ...others] = columns;
  const isMarked = ({ name, attributes: given }: Member) =>
    name === column && given.some((one) => one.name === 'unique' || one.name === 'id');
  if (others.length === 0 && members.some(isMarked)) return true;
  const wanted = columns.toSorted().join();
  return attributes.some(
    (one) =>
      (one.name === 'unique' || one.name === 'id') && wordsIn(argumentOf(one, 'fields')).toSorted().join() === wanted,
  );
}

function nameRelation({ draft, member }: End, relationName: string): void {
  const attributes = member.attributes.filter(({ name }) => name !== 'relation');
  const given = relationOf(member)?.arguments ?? [];
  const relation: Attribute = { name: 'relation', arguments: [{ value: string(relationName) }, ...given] };
  const named = { ...member, attributes: [...attributes, relation] };
  draft.members = draft.members.map((one) => (one === member ? named : one));
}

function relationOf({ attributes }: Member): Attribute | undefined {
  return attributes.find(({ name }) => name === 'relation');
}

function wordsIn(value: Value | undefined): readonly string[] {
  return value?.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'word' ? [item.text] : [])) : [];
}

function pairOf({ draft, target }: End): string {
  return [draft.name, target.name].sort().join(' ');
}
