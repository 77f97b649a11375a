import { sqlStatements, type Token } from '../core/sql-statements.ts';
import { createdIndex } from './table-locks.ts';

/** A statement that cannot run in a transaction. */
export interface ConcurrentStatement {
  readonly sql: string;
  /** The index that the statement creates, and its table in SQL. */
  readonly index?: { readonly name: string; readonly table: string };
}

/**
 * Returns the statements of a script that consists solely of `CREATE INDEX CONCURRENTLY` with a name, `DROP INDEX
 * CONCURRENTLY` and `REINDEX INDEX CONCURRENTLY`; `undefined` for other scripts.
 */
export function concurrentStatements(script: string): readonly ConcurrentStatement[] | undefined {
  const found = sqlStatements(script).map(({ tokens }): ConcurrentStatement | undefined => {
    const sql = textOf(tokens, script);
    const index = createdIndex(tokens);
    if (index === undefined) return isConcurrentIndex(tokens) ? { sql } : undefined;
    if (!index.isConcurrent || index.name === '') return undefined;
    return { sql, index: { name: index.name, table: textOf(index.tableTokens, script) } };
  });
  const statements = found.filter((statement) => statement !== undefined);
  return found.length > 0 && statements.length === found.length ? statements : undefined;
}

/**
 * Returns whether a migration with this script can run again after a failure. Such a script creates or drops indexes
 * with `CONCURRENTLY`, or consists solely of `ALTER TABLE … VALIDATE CONSTRAINT`.
 */
export function isRepeatable(script: string): boolean {
  const statements = sqlStatements(script);
  const isValidation = statements.every(({ tokens }) => {
    const words = wordsOf(tokens);
    return words.startsWith('alter table ') && / validate constraint(?: |$)/.test(words) && !words.includes(',');
  });
  return (statements.length > 0 && isValidation) || concurrentStatements(script) !== undefined;
}

function isConcurrentIndex(tokens: readonly Token[]): boolean {
  return /^(?:drop|reindex) index concurrently(?: |$)/.test(wordsOf(tokens));
}

/** Returns the keywords and symbols of a statement. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens.flatMap(({ kind, value }) => (kind === 'word' || kind === 'symbol' ? [value] : [])).join(' ');
}

function textOf(tokens: readonly Token[], script: string): string {
  return script.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
}
