import { HttpProblem } from '../problem';
import { writeLock } from '../write-lock';
import type { Database, Row } from './types';
import type { Relation } from './visibility';

/** The table of a tree’s records. */
export interface TreeTable {
  findUnique(query: { where: { id: string } }): PromiseLike<Row | null>;
  updateMany(query: {
    where: { id: { in: string[] } };
    data: { updatedAt: Date };
  }): PromiseLike<unknown>;
}

/** The means of a database to keep concurrent writes from violating a rule together. */
export interface WriteLock {
  beforeWrite?(tx: Database, entity: string): PromiseLike<unknown>;
  afterMove?(table: TreeTable, ancestors: string[]): PromiseLike<unknown>;
}

/** A write that sets the parent of a record. */
interface Move {
  /** The field with the parent’s id. */
  readonly field: string;
  readonly parent: string;
}

/** The maximum number of ancestors of a record that moves. */
const mostAncestors = 100;

/** Returns the moves of a write in the trees of an entity. */
export function movesOf(relations: readonly Relation[], body: object): readonly Move[] {
  const values = new Map<string, unknown>(Object.entries(body));
  return relations.flatMap(({ field, isTree }) => {
    const parent = isTree ? values.get(field) : undefined;
    return typeof parent === 'string' ? [{ field, parent }] : [];
  });
}

/** A record that moves, in a transaction. */
interface Moving {
  readonly id: string;
  readonly moves: readonly Move[];
  readonly tx: Database;
  table(tx: Database): TreeTable;
}

/**
 * Checks the ancestors of a record that has moved.
 *
 * @throws HttpProblem 422 if the record is its own ancestor, so that the transaction is undone
 */
export async function requireNoCycle({ id, moves, tx, table }: Moving): Promise<void> {
  for (const { field, parent } of moves) {
    const ancestors = await ancestorsOf(parent, { field, table: table(tx) });
    if (ancestors.includes(id)) throw refused(field, ownAncestor);
    if (ancestors.length > mostAncestors) throw refused(field, tooDeep);
    await writeLock.afterMove?.(table(tx), ancestors);
  }
}

/** Returns a record and its ancestors, up to a limit. */
async function ancestorsOf(
  start: string,
  { field, table }: { readonly field: string; readonly table: TreeTable },
): Promise<string[]> {
  const ancestors: string[] = [];
  let id: unknown = start;
  while (typeof id === 'string' && ancestors.length <= mostAncestors) {
    ancestors.push(id);
    const row = await table.findUnique({ where: { id } });
    id = Object.entries(row ?? {}).find(([name]) => name === field)?.[1];
  }
  return ancestors;
}

const ownAncestor = {
  code: 'own_ancestor',
  detail: 'A record cannot be below itself.',
};

const tooDeep = {
  code: 'tree_too_deep',
  detail: `A record cannot move below a record with more than ${mostAncestors - 1} ancestors.`,
};

function refused(field: string, { code, detail }: typeof tooDeep): HttpProblem {
  return new HttpProblem(422, { code, detail, errors: [{ pointer: `/${field}`, detail }] });
}
