import { escapeIdentifier } from 'pg';
import type { ManagedObjects } from './managed-objects.ts';
import { sqlStatements, type Statement, type Token } from '../core/sql-statements.ts';
import { droppedIndexes, helperName, type LockingPart, lockingParts } from './table-locks.ts';

/** A migration of the online form. */
export interface OnlinePart {
  /** Added to the title of the migration; empty for the first part. */
  readonly suffix: string;
  readonly script: string;
}

/**
 * Splits a script of the schema engine for PostgreSQL into migrations that do not lock a table while its rows are read:
 *
 * 1. All other changes. Constraints are added as `NOT VALID`, so that the database checks new rows only. For `SET NOT
 *    NULL`, a helper constraint is added.
 * 2. The checks of the rows. Other sessions can write to the table.
 * 3. `SET NOT NULL`, for which the database uses the checked helper constraint, and the drop of this constraint.
 * 4. One migration for each index, because `CONCURRENTLY` cannot run in a transaction.
 * 5. The drop of indexes that the new indexes replace.
 *
 * @param renaming the rename statements, which run before the script; empty without renames
 * @param former the objects after the renames
 */
export function onlineParts(
  { script, renaming }: { readonly script: string; readonly renaming: string },
  former: ManagedObjects,
): readonly OnlinePart[] {
  const statements = sqlStatements(script);
  const parts = lockingParts(statements, { script, former });
  const online = parts.filter(({ lock }) => lock.online);
  const indexes = online.filter(({ lock }) => lock.kind === 'index');
  const replaced = indexes.length === 0 ? [] : replacedIndexes(statements, parts);
  const moved = new Set([...indexes.map(({ at }) => at), ...replaced]);
  const edits = [
    ...[...moved].map((at) => removal(statements, at)),
    ...online.flatMap((part) => itemEdit(part, script) ?? []),
  ];
  const items = online.filter(({ lock }) => lock.kind !== 'index');
  const validations = items.map((part) => validation(part, { script, statements }));
  const required = items.filter(({ lock }) => lock.kind === 'not null');
  const [heading = ''] = /^\/\*[^]*?\*\/\n*/.exec(script) ?? [];
  const rest = edited(script.slice(heading.length), edits, heading.length).replace(/^\n+/, '');
  const list: readonly OnlinePart[] = [
    { suffix: '', script: [renaming, rest].filter((part) => part.trim() !== '').join('\n') },
    { suffix: 'validate', script: validations.join('\n') },
    { suffix: 'not_null', script: required.map((part) => notNull(part, { script, statements })).join('\n') },
    ...indexes.map((part) => ({ suffix: part.lock.name, script: concurrently(part, script) })),
    { suffix: 'drop_index', script: replaced.map((at) => lateDrop(statements[at]?.tokens ?? [])).join('\n') },
  ];
  const [first = { suffix: '', script: '' }, ...others] = list.filter((part) => part.script.trim() !== '');
  return [{ suffix: '', script: `${heading}${first.script}` }, ...others];
}

/**
 * Returns the `DROP INDEX` statements that can run after the new indexes exist, so that queries always have an index.
 * Before a change of a column's type, an index must be dropped first.
 */
function replacedIndexes(statements: readonly Statement[], parts: readonly LockingPart[]): readonly number[] {
  if (parts.some(({ lock }) => lock.kind === 'column type')) return [];
  const created = new Set(parts.map(({ lock }) => (lock.kind === 'index' ? lock.name : undefined)));
  return statements.flatMap(({ tokens }, at) => {
    const names = droppedIndexes(tokens);
    return names.length > 0 && names.every((name) => !created.has(name)) ? [at] : [];
  });
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Removes a statement with the comments before it. */
function removal(statements: readonly Statement[], at: number): Edit {
  return { start: statements[at - 1]?.end ?? 0, end: statements[at]?.end ?? 0, text: '' };
}

function itemEdit({ lock, tokens }: LockingPart, script: string): Edit | undefined {
  const start = tokens[0]?.start ?? 0;
  const end = tokens.at(-1)?.end ?? 0;
  if (lock.kind === 'index') return undefined;
  if (lock.kind !== 'not null') return { start, end, text: `${script.slice(start, end)} NOT VALID` };
  const helper = escapeIdentifier(helperName(lock.name));
  const check = `CHECK (${escapeIdentifier(lock.name)} IS NOT NULL) NOT VALID`;
  return { start, end, text: `DROP CONSTRAINT IF EXISTS ${helper},\nADD CONSTRAINT ${helper} ${check}` };
}

/** Applies edits to the source text from an offset. */
function edited(text: string, edits: readonly Edit[], offset: number): string {
  let result = text;
  for (const edit of edits.toSorted((one, other) => other.start - one.start)) {
    result = result.slice(0, Math.max(0, edit.start - offset)) + edit.text + result.slice(edit.end - offset);
  }
  return result;
}

interface Source {
  readonly script: string;
  readonly statements: readonly Statement[];
}

/** Returns an `ALTER TABLE` statement without its items: `ALTER TABLE "Ticket"`. */
function alterTable({ at, lock }: LockingPart, { script, statements }: Source): string {
  const tokens = statements[at]?.tokens ?? [];
  const name = tokens.findIndex(({ kind, value }, index) => index > 1 && kind !== 'symbol' && value === lock.table);
  return `-- AlterTable\n${script.slice(tokens[0]?.start ?? 0, tokens[name]?.end ?? 0)}`;
}

function validation(part: LockingPart, source: Source): string {
  const { kind, name } = part.lock;
  const constraint = kind === 'not null' ? helperName(name) : name;
  return `${alterTable(part, source)} VALIDATE CONSTRAINT ${escapeIdentifier(constraint)};\n`;
}

/** Writes two statements, because a single `ALTER TABLE` drops the constraint first and then reads the rows. */
function notNull(part: LockingPart, source: Source): string {
  const table = alterTable(part, source);
  const column = escapeIdentifier(part.lock.name);
  const helper = escapeIdentifier(helperName(part.lock.name));
  return `${table} ALTER COLUMN ${column} SET NOT NULL;\n\n${table} DROP CONSTRAINT ${helper};\n`;
}

/** An index that an interrupted migration completed is kept. */
function concurrently({ tokens }: LockingPart, script: string): string {
  const index = tokens.find(({ kind, value }) => kind === 'word' && value === 'index');
  const text = (start: number, end: number) => script.slice(start, end);
  const [start = 0, at = 0, end = 0] = [tokens[0]?.start, index?.end, tokens.at(-1)?.end];
  return `-- CreateIndex\n${text(start, at)} CONCURRENTLY IF NOT EXISTS${text(at, end)};\n`;
}

/** The first part can have dropped the index with its column. */
function lateDrop(tokens: readonly Token[]): string {
  const names = droppedIndexes(tokens).map((name) => escapeIdentifier(name));
  return `-- DropIndex\nDROP INDEX IF EXISTS ${names.join(', ')};\n`;
}
