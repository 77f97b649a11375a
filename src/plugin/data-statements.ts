import type { DatabaseKind } from '../config/config.ts';
import { nameAt, sqlStatements, withoutFillers, type Statement, type Token } from '../core/sql-statements.ts';

/** Database kinds with migrations. */
export type MigratedKind = Exclude<DatabaseKind, 'document'>;

/** The statements of a data migration. */
export interface DataStatements {
  readonly count: number;
  /** Tables whose rows change, sorted. */
  readonly tables: readonly string[];
}

/**
 * Reads the statements of a data migration. They may only change rows: the schema belongs to Prisma's migrations, and
 * the transaction to the program that applies the script.
 *
 * @returns the statements, or the reason why they are refused
 */
export function dataStatements(script: string, kind: MigratedKind): DataStatements | string {
  const unclear = unclearText(script);
  if (unclear !== undefined) return unclear;
  const statements = sqlStatements(script);
  if (statements.length === 0) return 'it has no statements';
  const reason = statements.map((statement) => refusal(statement, kind)).find((text) => text !== undefined);
  return reason ?? summaryOf(statements);
}

/** Counts the statements of a checked script and lists the tables whose rows it changes. */
export function readStatements(script: string): DataStatements {
  return summaryOf(sqlStatements(script));
}

function summaryOf(statements: readonly Statement[]): DataStatements {
  return { count: statements.length, tables: [...new Set(statements.flatMap(changedTables))].toSorted() };
}

/**
 * Syntax that the databases and `sqlStatements` could split differently, so that a string hides a statement. Hidden
 * characters show another script to the reader.
 */
const unclear: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\0/u, 'a NUL character'],
  [/\r(?!\n)/u, 'a carriage return without a line feed'],
  [/\/\*/u, 'a block comment'],
  [/\$\w*\$/u, 'a dollar-quoted string'],
  [/\bE'/iu, 'a string with the prefix E'],
  [/[\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u, 'an invisible character'],
];

function unclearText(script: string): string | undefined {
  const [, what] = unclear.find(([pattern]) => pattern.test(script)) ?? [];
  return what && `it has ${what}`;
}

const changing: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);
const beginnings: ReadonlySet<string> = new Set([...changing, 'with']);

function refusal({ tokens }: Statement, kind: MigratedKind): string | undefined {
  const [first] = tokens;
  const words = first?.kind === 'word' ? first.value : '';
  if (!beginnings.has(words)) {
    return `the statement ${quoted(first)} is not INSERT, UPDATE, DELETE or WITH`;
  }
  const symbol = tokens.find((token) => isUnclosed(token, kind));
  if (symbol !== undefined) return `it has ${quoted(symbol)} outside a string`;
  if (changedTables({ tokens }).length === 0) return `the statement ${quoted(first)} changes no table`;
  const name = tokens.find(isInternal);
  return name && `it uses ${quoted(name)}`;
}

const quoted = (token: Token | undefined): string => JSON.stringify(token?.value ?? '');

/** SQLite quotes names with backticks and brackets, which `sqlStatements` does not join. */
function isUnclosed({ kind, value }: Token, database: MigratedKind): boolean {
  return kind === 'symbol' && (database === 'file' ? `'"\`[` : `'"\``).includes(value);
}

/** The history of migrations, the catalogue of the database, and functions that reach files or other servers. */
const internal =
  /^(?:_prisma_migrations|pg_.*|sqlite_.*|lo_.*|dblink.*|set_config|(?:query|cursor|table|schema|database)_to_xml.*|load_extension|readfile|writefile|edit|zipfile|fts3_tokenizer)$/iu;

function isInternal({ kind, value }: Token): boolean {
  return (kind === 'word' || kind === 'name') && value.split('.').some((part) => internal.test(part));
}

/** Words before `UPDATE` in clauses that are not statements: `FOR UPDATE`, `DO UPDATE`, `ON UPDATE`. */
const clauses: ReadonlySet<string> = new Set(['for', 'key', 'do', 'on']);

/** Returns the tables that a statement changes, also within `WITH`. */
function changedTables({ tokens }: Pick<Statement, 'tokens'>): readonly string[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || !changing.has(token.value)) return [];
    if (token.value === 'update' && clauses.has(tokens[at - 1]?.value ?? '')) return [];
    const rest = withoutFillers(withoutConflict(tokens.slice(at + 1)));
    const keyword = { insert: 'into', delete: 'from', update: undefined }[token.value];
    if (keyword === undefined) return targetOf(rest);
    return rest[0]?.value === keyword ? targetOf(withoutFillers(rest.slice(1))) : [];
  });
}

function targetOf(tokens: readonly Token[]): readonly string[] {
  const { name } = nameAt(tokens);
  return name === '' ? [] : [name];
}

/** Removes SQLite's `OR IGNORE` and similar clauses. */
function withoutConflict(tokens: readonly Token[]): readonly Token[] {
  return tokens[0]?.value === 'or' ? tokens.slice(2) : tokens;
}
