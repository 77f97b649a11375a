import type { ManagedObjects } from './managed-objects.ts';
import {
  inParentheses,
  listItems,
  nameAt,
  sqlStatements,
  type Statement,
  type Token,
  withoutFillers,
} from '../core/sql-statements.ts';

/** A statement of a migration that locks an existing table while the database reads or rewrites all of its rows. */
export interface TableLock {
  readonly table: string;
  readonly kind:
    | 'index'
    | 'not null'
    | 'foreign key'
    | 'check'
    | 'unique'
    | 'primary key'
    | 'exclude'
    | 'column type'
    | 'new column';
  /** The name of the index, constraint or column; empty for a constraint without a name. */
  readonly name: string;
  /** Whether `--online` writes a form that does not lock the table while the rows are read. */
  readonly online: boolean;
}

/** A lock, and the part of the script that causes the lock. */
export interface LockingPart {
  readonly lock: TableLock;
  /** The index of the statement in the script. */
  readonly at: number;
  /** An item of `ALTER TABLE`, otherwise the whole statement, without the semicolon. */
  readonly tokens: readonly Token[];
}

interface Script {
  readonly script: string;
  /** The objects before the script runs. */
  readonly former: ManagedObjects;
}

/** Returns the statements that lock a table of PostgreSQL, in order. Tables that the script creates are left out. */
export function tableLocks(script: string, former: ManagedObjects): readonly TableLock[] {
  return lockingParts(sqlStatements(script), { script, former }).map(({ lock }) => lock);
}

/** Returns the parts of a script that lock a table, in order. */
export function lockingParts(statements: readonly Statement[], given: Script): readonly LockingPart[] {
  const created = new Set(statements.flatMap(({ tokens }) => createdTable(tokens) ?? []));
  const parts = statements.flatMap(({ tokens }, at) => partsOf(tokens, given).map((part) => ({ ...part, at })));
  const keys = statements.flatMap(({ tokens }) => referencesOf(tokens));
  const dropped = new Set(statements.flatMap(({ tokens }) => droppedIndexes(tokens)));
  const helpers = new Set(statements.flatMap(({ tokens }) => droppedConstraints(tokens)));
  return parts
    .filter(({ lock }) => !created.has(lock.table) && !isHelped(lock, helpers))
    .map((part) => (isBound(part, { keys, dropped }) ? { ...part, lock: { ...part.lock, online: false } } : part));
}

/** Returns whether a checked helper constraint, which the script drops, makes `SET NOT NULL` read no rows. */
function isHelped({ kind, table, name }: TableLock, dropped: ReadonlySet<string>): boolean {
  return kind === 'not null' && dropped.has(`${table}.${helperName(name)}`);
}

interface Bindings {
  /** The tables and columns to which the foreign keys of the script refer. */
  readonly keys: readonly string[];
  /** The indexes that the script drops. */
  readonly dropped: ReadonlySet<string>;
}

/** Returns whether other statements of the script require an index at its place. */
function isBound({ lock, tokens }: Pick<LockingPart, 'lock' | 'tokens'>, { keys, dropped }: Bindings): boolean {
  if (lock.kind !== 'index') return false;
  return dropped.has(lock.name) || keys.includes(keyOf(lock.table, tokens));
}

function keyOf(table: string, tokens: readonly Token[]): string {
  const columns = listItems(inParentheses(tokens)).map(([column]) => column?.value ?? '');
  return JSON.stringify([table, ...columns.toSorted()]);
}

function referencesOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, index) => {
    if (!isWord(token, 'references')) return [];
    const { name, after } = nameAt(tokens.slice(index + 1));
    return [keyOf(name, after)];
  });
}

/** Returns the indexes that a statement drops. */
export function droppedIndexes(tokens: readonly Token[]): readonly string[] {
  if (!isWord(tokens[0], 'drop') || !isWord(tokens[1], 'index')) return [];
  return listItems(withoutFillers(tokens.slice(2))).map((item) => nameAt(item).name);
}

/** Returns the constraints that a statement drops, as `table.constraint`. */
function droppedConstraints(tokens: readonly Token[]): readonly string[] {
  if (!isWord(tokens[0], 'alter') || !isWord(tokens[1], 'table')) return [];
  const { name: table, after } = nameAt(withoutFillers(tokens.slice(2)));
  return listItems(after)
    .filter((item) => isWord(item[0], 'drop') && isWord(item[1], 'constraint'))
    .map((item) => `${table}.${nameAt(withoutFillers(item.slice(2))).name}`);
}

function createdTable(tokens: readonly Token[]): string | undefined {
  const kind = tokens.slice(0, 4).findIndex((token) => isWord(token, 'table'));
  return isWord(tokens[0], 'create') && kind > 0 ? nameAt(withoutFillers(tokens.slice(kind + 1))).name : undefined;
}

type Found = Pick<LockingPart, 'lock' | 'tokens'>;

function partsOf(tokens: readonly Token[], given: Script): readonly Found[] {
  const index = createdIndex(tokens);
  if (index !== undefined) {
    const { isConcurrent, name, table } = index;
    return isConcurrent ? [] : [{ lock: { table, kind: 'index', name, online: name !== '' }, tokens }];
  }
  if (!isWord(tokens[0], 'alter') || !isWord(tokens[1], 'table')) return [];
  const { name: table, after } = nameAt(withoutFillers(tokens.slice(2)));
  return listItems(after).flatMap((item) => {
    const lock = itemLock(item, { table, given });
    return lock === undefined ? [] : [{ lock: { table, ...lock }, tokens: item }];
  });
}

/** A `CREATE INDEX` statement. */
export interface CreatedIndex {
  /** Empty without a name. */
  readonly name: string;
  readonly table: string;
  /** The table in the spelling of the statement. */
  readonly tableTokens: readonly Token[];
  readonly isConcurrent: boolean;
}

/** Reads a `CREATE INDEX` statement; `undefined` for other statements. */
export function createdIndex(tokens: readonly Token[]): CreatedIndex | undefined {
  const kind = isWord(tokens[1], 'unique') ? 2 : 1;
  if (!isWord(tokens[0], 'create') || !isWord(tokens[kind], 'index')) return undefined;
  const rest = withoutFillers(tokens.slice(kind + 1));
  const named = isWord(rest[0], 'on') ? { name: '', after: rest } : nameAt(rest);
  const onTable = withoutFillers(named.after.slice(1));
  const { name: table, after } = nameAt(onTable);
  const tableTokens = onTable.slice(0, onTable.length - after.length);
  return { name: named.name, table, tableTokens, isConcurrent: isWord(tokens[kind + 1], 'concurrently') };
}

interface Item {
  readonly table: string;
  readonly given: Script;
}

/** Returns the lock of an `ALTER TABLE` item, without the table. */
function itemLock(item: readonly Token[], context: Item): Omit<TableLock, 'table'> | undefined {
  const [verb, second] = item;
  if (isWord(verb, 'add')) {
    const isNamed = isWord(second, 'constraint');
    const { name, after } = isNamed ? nameAt(item.slice(2)) : { name: '', after: item.slice(1) };
    return constraintLock(after, name) ?? (isNamed ? undefined : columnLock(item));
  }
  if (!isWord(verb, 'alter')) return undefined;
  const { name, after } = nameAt(withoutFillers(item.slice(1)));
  const words = after.slice(0, 3).map((token) => (token.kind === 'word' ? token.value : ''));
  if (words.join(' ') === 'set not null') return { kind: 'not null', name, online: canCheck(name) };
  const type = words.indexOf('type');
  if (type === -1 || !isRewritten(after.slice(type + 1), { ...context, column: name })) return undefined;
  return { kind: 'column type', name, online: false };
}

function constraintLock(tokens: readonly Token[], name: string): Omit<TableLock, 'table'> | undefined {
  const [first, second, third] = tokens;
  if (isWord(first, 'foreign') || isWord(first, 'check')) {
    const isValid = !tokens.some((token, index) => isWord(token, 'not') && isWord(tokens[index + 1], 'valid'));
    const kind = isWord(first, 'check') ? 'check' : 'foreign key';
    return isValid ? { kind, name, online: name !== '' } : undefined;
  }
  if (isWord(first, 'exclude')) return { kind: 'exclude', name, online: false };
  if (isWord(first, 'unique')) return isWord(second, 'using') ? undefined : { kind: 'unique', name, online: false };
  if (!isWord(first, 'primary')) return undefined;
  return isWord(third, 'using') ? undefined : { kind: 'primary key', name, online: false };
}

/** Functions with the same value for all rows. */
const stable = new Set(['now', 'current_timestamp', 'transaction_timestamp', 'statement_timestamp']);

/** Returns the lock of a new column if the database computes its value for each row. */
function columnLock(item: readonly Token[]): Omit<TableLock, 'table'> | undefined {
  const { name, after } = nameAt(withoutFillers(item.slice(1)));
  const start = after.findIndex((token) => isWord(token, 'default'));
  const value = start === -1 ? [] : after.slice(start + 1);
  const isComputed = value.some(
    (token, index) => token.kind === 'word' && value[index + 1]?.value === '(' && !stable.has(token.value),
  );
  const isStored = after.some((token) => isWord(token, 'generated') || token.value.endsWith('serial'));
  return isComputed || isStored ? { kind: 'new column', name, online: false } : undefined;
}

/** Returns whether a change of a column's type rewrites the rows. Without the former type, assumes so. */
function isRewritten(tokens: readonly Token[], { given, table, column }: Item & { readonly column: string }): boolean {
  const former = given.former.tables.get(table)?.get(column)?.type;
  const end = tokens.findIndex((token) => isWord(token, 'using') || isWord(token, 'collate'));
  const taken = end === -1 ? tokens : tokens.slice(0, end);
  const type = given.script.slice(taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0);
  if (former === undefined || end !== -1) return true;
  return !isWider(sizedType(former), sizedType(type));
}

interface SizedType {
  readonly name: string;
  readonly sizes: readonly number[];
}

function sizedType(type: string): SizedType {
  const [, name = '', sizes = ''] = /^([^(]*)(?:\(([\d, ]*)\))?/.exec(type.toLowerCase()) ?? [];
  return { name: name.trim(), sizes: sizes === '' ? [] : sizes.split(',').map(Number) };
}

/** Types whose size can grow without a change of the stored values. */
const growing = new Set(['varchar', 'timestamp', 'timestamptz', 'decimal', 'varbit']);

function isWider(from: SizedType, to: SizedType): boolean {
  if (to.name === 'text' && (from.name === 'varchar' || from.name === 'text')) return true;
  if (from.name !== to.name || !growing.has(from.name) || from.sizes.length !== to.sizes.length) return false;
  const [size = 0, scale] = from.sizes;
  return (to.sizes[0] ?? 0) >= size && to.sizes[1] === scale;
}

/** The longest name that PostgreSQL does not cut, in bytes. */
const longestName = 63;

/** The name of the constraint that makes `SET NOT NULL` read no rows. */
export function helperName(column: string): string {
  return `${column}_is_not_null`;
}

function canCheck(column: string): boolean {
  return Buffer.byteLength(helperName(column)) <= longestName;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.value === word;
}
