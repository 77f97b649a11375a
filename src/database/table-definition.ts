import { inParentheses, listItems, sqlStatements, type Token } from '../core/sql-statements.ts';

/** The parts of a `CREATE TABLE` statement. */
interface Definition {
  /** The text before the list of columns. */
  readonly head: string;
  readonly columns: readonly Column[];
  readonly constraints: readonly Part[];
  /** `STRICT` or `WITHOUT ROWID`; empty without options. */
  readonly options: string;
}

interface Part {
  /** The source without comments. */
  readonly text: string;
  /** Words in lower case, names in double quotes. A group in parentheses is `()`. */
  readonly words: readonly string[];
  readonly texts: readonly string[];
}

interface Column extends Part {
  readonly name: string;
}

/** A column of an existing table. */
export interface TableColumn {
  readonly name: string;
  /** Whether each new row must have a value. */
  readonly isNeeded: boolean;
  readonly isGenerated: boolean;
}

/**
 * Adds the clauses of an existing table to the schema engine's definition of the rebuilt table: CHECK, COLLATE, UNIQUE,
 * unseen columns, STRICT and WITHOUT ROWID. The engine does not read these clauses. Clauses of removed columns are
 * left out.
 */
export function withOwnClauses(engineSql: string, { sql, unseen }: Existing): string {
  const old = parsed(sql);
  const { head, columns, constraints } = parsed(engineSql);
  const added = columns.map(({ name }) => old.columns.filter((one) => isSame(one.name, name)).flatMap(clausesOf));
  const unseenColumns = old.columns.filter((one) => unseen.some(({ name }) => name === one.name));
  const own = old.constraints.filter(isOwnConstraint);
  if (added.flat().length + unseenColumns.length + own.length === 0 && old.options === '') return engineSql;
  const lines = [
    ...columns.map(({ text }, index) => [text, ...(added[index] ?? [])].join(' ')),
    ...[...unseenColumns, ...constraints, ...own].map(({ text }) => text),
  ];
  const body = lines.map((line) => `    ${line}`).join(',\n');
  return `${head} (\n${body}\n)${old.options === '' ? '' : ` ${old.options}`}`;
}

/** An existing table. */
export interface Existing {
  readonly sql: string;
  /** The columns that the schema engine does not see. */
  readonly unseen: readonly TableColumn[];
}

/** Returns the columns of a table. */
export function columnsOf(sql: string): readonly TableColumn[] {
  return parsed(sql).columns.map((column) => ({
    name: column.name,
    isNeeded: column.words.some(
      (word, index) => word === 'not' && column.words[index + 1] === 'null' && !column.words.includes('default'),
    ),
    isGenerated: isGenerated(column),
  }));
}

/** Returns whether two names are the same in SQLite, which ignores the case of ASCII letters. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Returns each own clause of a table. */
export function ownClauses(sql: string): readonly string[] {
  const { columns, constraints, options } = parsed(sql);
  return [
    ...columns.flatMap((column) => (isGenerated(column) ? [column.text] : clausesOf(column))),
    ...constraints.filter(isOwnConstraint).map(({ text }) => text),
    ...(options === '' ? [] : [options]),
  ];
}

function parsed(sql: string): Definition {
  const tokens = sqlStatements(sql)[0]?.tokens ?? [];
  const inside = inParentheses(tokens);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return { head: sql, columns: [], constraints: [], options: '' };
  const parts = listItems(inside).map((item) => partOf(item, sql));
  return {
    head: textOf(tokens.slice(0, tokens.indexOf(first) - 1), sql),
    columns: parts
      .filter((part) => !isConstraint(part))
      .map((part) => ({ ...part, name: (part.words[0] ?? '').replace(/^"(.*)"$/, '$1') })),
    constraints: parts.filter(isConstraint),
    options: textOf(tokens.slice(tokens.indexOf(last) + 2), sql),
  };
}

const tableConstraints = new Set(['constraint', 'check', 'primary', 'unique', 'foreign']);

function isConstraint({ words: [word = ''] }: Part): boolean {
  return tableConstraints.has(word);
}

function partOf(tokens: readonly Token[], sql: string): Part {
  const groups: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth > 0) groups.at(-1)?.push(token);
    else groups.push([token]);
    if (token.value === '(' && token.kind === 'symbol') depth += 1;
    if (token.value === ')' && token.kind === 'symbol') depth -= 1;
  }
  return {
    text: textOf(tokens, sql),
    words: groups.map(([first, ...rest]) => (rest.length > 0 ? '()' : wordOf(first))),
    texts: groups.map((group) => textOf(group, sql)),
  };
}

function wordOf(token: Token | undefined): string {
  return token?.kind === 'name' ? `"${token.value}"` : (token?.value ?? '');
}

/** Returns the source of the tokens. A comment becomes a space, because a line comment would hide the next token. */
function textOf(tokens: readonly Token[], sql: string): string {
  return tokens
    .map(({ start, end }, index) => {
      const gap = sql.slice(tokens[index - 1]?.end ?? start, start);
      return `${gap.trim() === '' ? gap : ' '}${sql.slice(start, end)}`;
    })
    .join('');
}

function isOwnConstraint({ words: [first = '', , third = ''] }: Part): boolean {
  return ['check', 'unique'].includes(first === 'constraint' ? third : first);
}

function isGenerated({ words }: Part): boolean {
  return words.some((word, index) => word === 'as' && words[index + 1] === '()');
}

/** Returns the own clauses of a column, in order. */
function clausesOf({ words, texts }: Part): readonly string[] {
  return words.flatMap((word, index) => {
    if (index === 0 || !['check', 'collate', 'unique'].includes(word)) return [];
    const start = words[index - 2] === 'constraint' ? index - 2 : index;
    const conflict = words[index + 1] === 'on' && words[index + 2] === 'conflict';
    const end = index + (word === 'unique' ? (conflict ? 4 : 1) : 2);
    return [texts.slice(start, end).join(' ')];
  });
}
