import type { DatabaseKind } from '../config/config.ts';
import type { Problem } from '../errors/error.ts';
import type { Draft, OwnedMember } from './merge.ts';
import { argumentOf } from './schema/definition.ts';
import type { Attribute } from './schema/parse.ts';

/** The maximum name length in PostgreSQL, in bytes. Longer names are truncated; longer enum values are errors. */
const longest = 63;
/** The part of a join table's name that its primary key name contains. Prisma truncates this name. */
const longestOfLink = longest - '_AB_pkey'.length;

/**
 * Returns names of tables, columns, types and values that PostgreSQL would truncate. Prisma would then use another name
 * than the database, and the next migration would drop and recreate the object. Two names could also become equal.
 * Prisma itself truncates the names of join tables and their keys: these may be long, but must stay unique. SQLite
 * accepts long names, but the project may switch to PostgreSQL later.
 *
 * @param drafts with the lists of both sides
 */
export function longNames(drafts: ReadonlyMap<string, Draft>, database: DatabaseKind): readonly Problem[] {
  if (database === 'document') return [];
  const models = [...drafts.values()];
  return [
    ...models.flatMap((draft) => [
      ...tooLong({ name: mapped(draft.attributes) ?? draft.name, what: `${draft.keyword} ${draft.name}` }, draft.home),
      ...draft.members
        .filter(({ type }) => drafts.get(type)?.keyword !== 'model')
        .flatMap((one) =>
          tooLong({ name: mapped(one.attributes) ?? one.name, what: `${draft.name}.${one.name}` }, one),
        ),
    ]),
    ...sameTables(models, drafts),
  ];
}

function tooLong(
  { name, what }: { readonly name: string; readonly what: string },
  { owner }: { readonly owner: string },
): readonly Problem[] {
  if (sizeOf(name) <= longest) return [];
  const message = `the name of ${what} of ${owner} is longer in the database than the ${longest} bytes PostgreSQL keeps`;
  return [{ code: 'DATA_NAME_LONG', message }];
}

function sameTables(models: readonly Draft[], drafts: ReadonlyMap<string, Draft>): readonly Problem[] {
  const tables = new Map<string, string>();
  return models.flatMap((draft) =>
    draft.members.flatMap((member): readonly Problem[] => {
      const table = linkTable(member, { draft, drafts });
      if (table === undefined) return [];
      const cut = table.slice(0, longestOfLink);
      const other = tables.get(cut) ?? table;
      tables.set(cut, other);
      if (other === table) return [];
      const message = `${draft.name}.${member.name} of ${member.owner} shares the first ${longestOfLink} characters of its table's name with another list`;
      return [{ code: 'DATA_NAME_LONG', message }];
    }),
  );
}

interface MemberContext {
  readonly draft: Draft;
  readonly drafts: ReadonlyMap<string, Draft>;
}

/** Returns the join table of a list, if the other side is a list too. */
function linkTable({ type, mark, attributes }: OwnedMember, { draft, drafts }: MemberContext): string | undefined {
  if (mark !== '[]') return undefined;
  const relation = relationOf(attributes);
  const back = drafts
    .get(type)
    ?.members.find((other) => other.type === draft.name && relationOf(other.attributes) === relation);
  if (back?.mark !== '[]') return undefined;
  return `_${relation ?? [draft.name, type].sort().join('To')}`;
}

function relationOf(attributes: readonly Attribute[]): string | undefined {
  return textOf(attributes, 'relation');
}

function mapped(attributes: readonly Attribute[]): string | undefined {
  return textOf(attributes, 'map');
}

/** Returns the `name` argument of the attribute with this name. */
function textOf(attributes: readonly Attribute[], name: string): string | undefined {
  const found = attributes.find((one) => one.name === name);
  const value = found && argumentOf(found, 'name');
  return value?.kind === 'string' ? value.text : undefined;
}

function sizeOf(name: string): number {
  return new TextEncoder().encode(name).length;
}
