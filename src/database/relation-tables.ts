import type { RelationTable, Rename } from '../data-layer/renames.ts';
import { GenlockError, type Problem } from '../errors/error.ts';
import type { SchemaModel } from './schema-models.ts';

/** The schema, and the database's tables. */
interface Tables {
  readonly models: readonly SchemaModel[];
  readonly tables: ReadonlyMap<string, unknown>;
}

/** A relation whose rows are in a table of its own name, although the schema requires the table of both entities. */
export interface MisplacedRelation {
  readonly relation: RelationTable;
  /** The table with the relation's rows. */
  readonly from: string;
  /** The existing table that is named after both entities, if any. It has the rows of another relation. */
  readonly blocking?: string;
  /** The remaining relations that the rows of the blocking table can belong to. Empty if this relation was removed. */
  readonly owners: readonly RelationTable[];
}

/** Returns the misplaced relations, at most one for each pair of entities. */
export function misplacedRelations(renames: readonly Rename[], plan: Tables): readonly MisplacedRelation[] {
  const relations = renames.filter((rename) => rename.kind === 'relation');
  const required = requiredTables(plan);
  const existing = (names: readonly string[], to: string) =>
    names.find((name) => plan.tables.has(name) && (name === to || !required.has(name)));
  const pairs = Map.groupBy(
    relations.filter(({ to }) => required.has(to)),
    ({ shared }) => shared[0],
  );
  return [...pairs].flatMap(([shared, pair]): readonly MisplacedRelation[] => {
    const placed = pair.map((relation) => ({ relation, from: existing(relation.own, relation.to) }));
    // Two entities can each declare a side of one relation.
    const sides = placed.filter(({ relation }) => relation.to === shared);
    const [first] = sides;
    // The rows of a side without its own table are in the shared table, or the relation is new.
    if (first?.from === undefined || sides.some(({ from }) => from === undefined)) return [];
    const { relation, from } = first;
    const blocking = existing(relation.shared, shared);
    const owners = placed.filter((other) => other.from === undefined).map((other) => other.relation);
    return [{ relation, from, owners, ...(blocking === undefined ? {} : { blocking }) }];
  });
}

function requiredTables({ models }: Tables): ReadonlySet<string> {
  return new Set(models.flatMap(({ table, links }) => [table, ...links.map(({ relation }) => `_${relation}`)]));
}

/** A step of a plan, in order. */
export type TableStep =
  | {
      readonly kind: 'drop';
      readonly table: string;
      /** The relation that keeps its rows, such as `Post.likes`. */
      readonly keeper: string;
    }
  | {
      readonly kind: 'rename';
      readonly from: string;
      readonly to: string;
      /** Whether another table has the new name before, or the old name afterwards. */
      readonly isReused: boolean;
    };

/**
 * Returns the steps that give each misplaced relation the table that the schema requires.
 *
 * @throws GenlockError `DATA_RELATION_AMBIGUOUS` if the rows of a table can belong to several relations
 */
export function relationSteps(renames: readonly Rename[], plan: Tables): readonly TableStep[] {
  return misplacedRelations(renames, plan).flatMap(({ relation, from, blocking, owners }): readonly TableStep[] => {
    const { name, to, former } = relation;
    if (blocking === undefined) return [{ kind: 'rename', from, to, isReused: false }];
    if (former.length > 0 && !former.includes(from)) throw uncertain(name, from);
    const [owner, ...others] = owners;
    if (owner === undefined) {
      return [
        { kind: 'drop', table: blocking, keeper: name },
        { kind: 'rename', from, to, isReused: false },
      ];
    }
    if (others.length > 0) throw ambiguous(blocking, owners);
    return [
      { kind: 'rename', from: blocking, to: owner.to, isReused: true },
      { kind: 'rename', from, to, isReused: true },
    ];
  });
}

function ambiguous(table: string, owners: readonly RelationTable[]): GenlockError {
  const names = owners.map(({ name }) => name).join(' or ');
  return new GenlockError({
    code: 'DATA_RELATION_AMBIGUOUS',
    message: `The rows of the \`${table}\` table can belong to ${names}. The database does not show which relation is new.`,
  });
}

/** A relation with the table's name can have been removed or renamed in the step that gives its name to this relation. */
function uncertain(name: string, table: string): GenlockError {
  return new GenlockError({
    code: 'DATA_RELATION_AMBIGUOUS',
    message: `The rows of the \`${table}\` table can belong to ${name} or to a former relation of this name, because ${name} has "was".`,
    hint: 'If an earlier migration completed this rename, remove "was". Otherwise make each change in a separate migration.',
  });
}

/** The hint of a command that does not rename. */
export const migrationHint = 'Run `genlock db migrate dev`. It renames the tables, so each relation keeps its rows.';

/**
 * Refuses a change without renames if a relation would get the rows of another relation.
 *
 * @throws GenlockError `DATA_RELATION_AMBIGUOUS`
 */
export function refuseForeignRows(misplaced: readonly MisplacedRelation[]): void {
  const [first, ...rest] = misplaced.flatMap(
    ({ relation: { name, to }, from, blocking, owners }): readonly Problem[] => {
      if (blocking === undefined) return [];
      const message = `\`${name}\` would get the rows of another relation, which are in the \`${blocking}\` table. Its own rows are in the \`${from}\` table.`;
      const instead =
        owners.length > 0
          ? 'put the relations of genlock.json in their former order.'
          : `run \`DROP TABLE "${blocking}"; ALTER TABLE "${from}" RENAME TO "${to}";\` on the database.`;
      return [{ code: 'DATA_RELATION_AMBIGUOUS', message, hint: `${migrationHint} Without migrations, ${instead}` }];
    },
  );
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}
