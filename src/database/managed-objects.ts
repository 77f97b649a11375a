import {
  inParentheses,
  listItems,
  nameAt,
  sqlStatements,
  type Statement,
  type Token,
  withoutFillers,
} from '../core/sql-statements.ts';

/** A column as the schema engine wrote it, in the engine's spelling. */
export interface ManagedColumn {
  /** For example `TEXT`, `DECIMAL(65,30)` or `"Status"[]`. */
  readonly type: string;
  readonly required: boolean;
  /** The default's expression; absent without a default. */
  readonly default?: string;
  /** The properties that the user's statements changed afterwards. */
  readonly changed: ReadonlySet<'type' | 'required' | 'default'>;
}

/** The parts of an index that the schema engine compares. */
export interface IndexShape {
  readonly isUnique: boolean;
  /** For example `btree` or `gin`. */
  readonly method: string;
  readonly columns: readonly {
    readonly name: string;
    readonly isDescending: boolean;
    /** The operator class; absent for the type's default class. */
    readonly operators?: string;
  }[];
}

/** The objects of a migration history by their last names. */
export interface ManagedObjects {
  /** Tables that the schema engine created → its columns. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, ManagedColumn>>;
  /** Without primary keys. */
  readonly indexes: ReadonlySet<string>;
  /** The shapes of the indexes in `indexes`, without partial indexes. */
  readonly indexShapes: ReadonlyMap<string, IndexShape>;
  readonly enums: ReadonlySet<string>;
  /** Foreign keys as `table.constraint`. */
  readonly foreignKeys: ReadonlySet<string>;
  /** Tables, columns (`table.column`), indexes, enums and foreign keys that the user's statements created. */
  readonly own: ReadonlySet<string>;
}

/**
 * Returns the objects that statements of the schema engine created and did not drop again. The engine writes a comment
 * before each statement, for example `-- CreateTable`. Statements without such a comment belong to the user. Renames
 * by any statement are followed. Generated and identity columns are the user's, because the engine cannot write them.
 *
 * @param scripts the scripts of all migrations, oldest first
 */
export function managedObjects(scripts: readonly string[]): ManagedObjects {
  const history = new History();
  for (const script of scripts) {
    let section: string | undefined;
    let added: readonly Token[] = [];
    for (const statement of sqlStatements(script)) {
      const { comments, tokens } = statement;
      const isLong = longSections.has(section ?? '') || isNextColumn(tokens, { added, script });
      const isEngine = comments.length === 0 ? isLong : comments.some(isMarker);
      added = isEngine ? tokens : [];
      if (comments.length > 0) section = comments.findLast(isMarker);
      history.run(statement, { script, isEngine });
      if (sectionEnds.test(tokens.map(({ value }) => value).join(' '))) section = undefined;
    }
  }
  return history;
}

/** The comments of the engine's statements. */
const marker = /^(?:(?:Add|Alter|Create|Drop|Redefine|Rename)[A-Z][A-Za-z]*|Rename)$/;
/** Comments before several statements of the engine or of a rename. */
const longSections = new Set(['AlterEnum', 'RedefineTables', 'RedefineIndex', 'Rename']);
const sectionEnds = /^(?:commit|pragma defer_foreign_keys = off)$/;

/** Returns whether a statement adds a column to the same table as the line above. SQLite has no list of new columns. */
function isNextColumn(
  tokens: readonly Token[],
  { added, script }: { readonly added: readonly Token[]; readonly script: string },
): boolean {
  const [start, before] = [tokens, added].map((all) => all.slice(0, 5).map(({ value }) => value));
  return (
    /^;\r?\n$/.test(script.slice(added.at(-1)?.end, tokens[0]?.start)) &&
    start?.slice(3).join(' ') === 'add column' &&
    start.every((value, at) => value === before?.[at])
  );
}

function isMarker(comment: string): boolean {
  return marker.test(comment);
}

type Column = { -readonly [key in keyof ManagedColumn]: ManagedColumn[key] };

interface Run {
  readonly script: string;
  readonly isEngine: boolean;
}

/** The history up to a statement. */
class History implements ManagedObjects {
  readonly tables = new Map<string, Map<string, Column>>();
  readonly indexes = new Set<string>();
  readonly indexShapes = new Map<string, IndexShape>();
  readonly enums = new Set<string>();
  readonly foreignKeys = new Set<string>();
  readonly own = new Set<string>();
  readonly #indexTables = new Map<string, string>();

  run({ tokens }: Statement, run: Run): void {
    const words = tokens.slice(0, 8).map(({ kind, value }) => (kind === 'word' ? value : ''));
    const [verb, kind] = words.filter((word) => !modifiers.has(word));
    const after = tokens.slice(tokens.findIndex((token) => token.kind === 'word' && token.value === kind) + 1);
    const rest = withoutFillers(after);
    if (verb === 'create' && kind === 'table') this.#createTable(rest, run);
    if (verb === 'create' && kind === 'index') this.#createIndex(rest, { run, isUnique: words.includes('unique') });
    if (verb === 'create' && kind === 'type') this.#note(this.enums, { name: nameAt(rest).name, run });
    if (verb === 'drop' && run.isEngine) this.#drop(kind, listItems(rest));
    if (verb === 'alter') this.#alter(kind, { rest, run });
  }

  #note(set: Set<string>, { name, run }: { readonly name: string; readonly run: Run }): void {
    const [into, from] = run.isEngine ? [set, this.own] : [this.own, set];
    into.add(name);
    from.delete(name);
  }

  #createTable(rest: readonly Token[], run: Run): void {
    const { name, after } = nameAt(rest);
    if (!run.isEngine) {
      this.own.add(name);
      return;
    }
    this.own.delete(name);
    const columns = new Map<string, Column>();
    this.tables.set(name, columns);
    for (const item of listItems(inParentheses(after))) {
      if (item[0]?.kind === 'name') this.#addColumn(name, { item, run });
      else this.#addConstraint(name, { item, run });
    }
  }

  #addColumn(table: string, { item, run }: { readonly item: readonly Token[]; readonly run: Run }): void {
    const { name, after } = nameAt(item);
    const isOwn = !run.isEngine || after.some(({ kind, value }) => kind === 'word' && value === 'generated');
    if (isOwn) this.own.add(`${table}.${name}`);
    else this.tables.get(table)?.set(name, columnOf(after, run.script));
  }

  #addConstraint(table: string, { item, run }: { readonly item: readonly Token[]; readonly run: Run }): void {
    const [constraint, ...rest] = item;
    if (constraint?.value !== 'constraint') return;
    const { name, after } = nameAt(rest);
    if (after[0]?.value === 'foreign') this.#note(this.foreignKeys, { name: `${table}.${name}`, run });
    if (after[0]?.value === 'unique') this.#note(this.indexes, { name, run });
  }

  #createIndex(rest: readonly Token[], { run, isUnique }: { readonly run: Run; readonly isUnique: boolean }): void {
    const { name, after } = nameAt(rest);
    const table = nameAt(after.filter(({ value }) => value !== 'only').slice(1));
    const columns = listItems(inParentheses(table.after)).map((item) => item.map(({ value }) => value));
    const tail = table.after.slice(table.after.findLastIndex(({ value }) => value === ')') + 1);
    const isPartial = table.after.some(({ kind, value }) => kind === 'word' && value === 'where');
    // The engine writes neither expressions nor INCLUDE. The user edited such a statement.
    const isEngine = run.isEngine && (isPartial || (tail.length === 0 && isSimple(table.after)));
    this.#note(this.indexes, { name, run: { ...run, isEngine } });
    this.#indexTables.set(name, table.name);
    if (!isEngine || isPartial) return;
    const [using, method = ''] = table.after.map(({ value }) => value);
    this.indexShapes.set(name, {
      isUnique,
      method: using === 'using' ? method : 'btree',
      columns: columns.map(([column = '', ...words]) => {
        const operators = words.find((word) => word !== 'asc' && word !== 'desc');
        const shape = { name: column, isDescending: words.includes('desc') };
        return operators === undefined ? shape : { ...shape, operators };
      }),
    });
  }

  #drop(kind: string | undefined, items: readonly (readonly Token[])[]): void {
    for (const { name } of items.map(nameAt)) {
      if (kind === 'index') this.indexes.delete(name);
      if (kind === 'type') this.enums.delete(name);
      if (kind !== 'table') continue;
      this.tables.delete(name);
      for (const [index, table] of this.#indexTables) if (table === name) this.indexes.delete(index);
      deleteWithin(this.foreignKeys, name);
      // A rebuild keeps the user's columns.
      if (this.tables.has(`new_${name}`)) continue;
      this.own.delete(name);
      deleteWithin(this.own, name);
    }
  }

  #alter(kind: string | undefined, { rest, run }: { readonly rest: readonly Token[]; readonly run: Run }): void {
    const { name, after } = nameAt(rest);
    const isRename = after[0]?.value === 'rename' && after[1]?.value === 'to';
    const to = nameAt(after.slice(2)).name;
    if (kind === 'index' && isRename) {
      this.#rename(this.indexes, [name, to]);
      this.#indexTables.set(to, this.#indexTables.get(name) ?? '');
    }
    if (kind === 'type' && isRename) this.#rename(this.enums, [name, to]);
    if (kind !== 'table') return;
    if (isRename) this.#renameTable(name, to);
    else for (const item of listItems(after)) this.#alterTable(name, { item, run });
  }

  #rename(set: Set<string>, [from, to]: readonly [string, string]): void {
    for (const names of [set, this.own]) if (names.delete(from)) names.add(to);
  }

  #renameTable(from: string, to: string): void {
    const columns = this.tables.get(from);
    if (columns !== undefined) this.tables.set(to, columns);
    this.tables.delete(from);
    for (const column of [...(from === `new_${to}` ? (columns?.keys() ?? []) : [])]) {
      if ([...this.own].some((own) => own.toLowerCase() === `${to}.${column}`.toLowerCase())) columns?.delete(column);
    }
    for (const [index, table] of this.#indexTables) if (table === from) this.#indexTables.set(index, to);
    for (const set of [this.own, this.foreignKeys]) {
      for (const name of [...set].filter((one) => one === from || one.startsWith(`${from}.`))) {
        this.#rename(set, [name, `${to}${name.slice(from.length)}`]);
      }
    }
  }

  #alterTable(table: string, { item, run }: { readonly item: readonly Token[]; readonly run: Run }): void {
    const [verb, kind] = item.map(({ value }) => value);
    const rest = withoutFillers(item.slice(1));
    const { name, after } = nameAt(rest);
    if (verb === 'add' && kind === 'constraint') this.#addConstraint(table, { item: item.slice(1), run });
    else if (verb === 'add') this.#addColumn(table, { item: rest, run });
    if (verb === 'drop' && kind === 'column' && run.isEngine) this.tables.get(table)?.delete(name);
    if (verb === 'drop' && kind === 'constraint' && run.isEngine) this.foreignKeys.delete(`${table}.${name}`);
    if (verb === 'alter') this.#alterColumn(this.tables.get(table)?.get(name), { action: after, run });
    if (verb !== 'rename') return;
    const to = nameAt(after.slice(1)).name;
    if (kind === 'constraint') {
      this.#rename(this.foreignKeys, [`${table}.${name}`, `${table}.${to}`]);
      this.#rename(this.indexes, [name, to]);
    } else this.#renameColumn(table, [name, to]);
  }

  #renameColumn(table: string, [from, to]: readonly [string, string]): void {
    const columns = this.tables.get(table);
    const column = columns?.get(from);
    if (column !== undefined) columns?.set(to, column);
    columns?.delete(from);
    this.#rename(this.own, [`${table}.${from}`, `${table}.${to}`]);
  }

  #alterColumn(
    column: Column | undefined,
    { action, run }: { readonly action: readonly Token[]; readonly run: Run },
  ): void {
    if (column === undefined) return;
    const words = action.slice(0, 3).map(({ value }) => value);
    const property = words.includes('type') ? 'type' : words.includes('null') ? 'required' : 'default';
    if (!run.isEngine) {
      column.changed = new Set([...column.changed, property]);
      return;
    }
    column.changed = new Set([...column.changed].filter((one) => one !== property));
    const value = action.slice(words.findIndex((word) => word === property) + 1);
    if (property === 'required') column.required = words[0] === 'set';
    if (property === 'type') column.type = partAt(value, run.script);
    if (property !== 'default') return;
    if (words[0] === 'set') column.default = partAt(value, run.script);
    else {
      delete column.default;
      column.type = column.type.replace(
        /^(BIG|SMALL)?SERIAL$/,
        (_, size = 'INTEGER') => integers[String(size)] ?? size,
      );
    }
  }
}

/** Returns whether an index has one list, of quoted columns with an order or an operator class. */
function isSimple(tokens: readonly Token[]): boolean {
  const isList = tokens.filter(({ value }) => value === '(').length === 1;
  return isList && listItems(inParentheses(tokens)).every(([first]) => first?.kind === 'name');
}

function deleteWithin(names: Set<string>, table: string): void {
  for (const name of names) if (name.startsWith(`${table}.`)) names.delete(name);
}

const integers: Readonly<Record<string, string>> = { BIG: 'BIGINT', SMALL: 'SMALLINT' };

/** Words between `CREATE` and the kind of the object. */
const modifiers = new Set(['unique', 'unlogged', 'temporary', 'temp', 'global', 'local', 'or', 'replace', '']);
/** Words that end a column's type or default. */
const parts = new Set(
  'not null default primary check generated references unique collate constraint using autoincrement'.split(' '),
);

function columnOf(tokens: readonly Token[], script: string): Column {
  const words = tokens.map(({ kind, value }) => (kind === 'word' ? value : ''));
  const start = words.indexOf('default');
  const column: Column = {
    type: partAt(tokens, script),
    required: words.some((word, index) => word === 'not' && words[index + 1] === 'null'),
    changed: new Set(),
  };
  return start === -1 ? column : { ...column, default: partAt(tokens.slice(start + 1), script) };
}

/** Returns the source text from the first token to the next part of the column. */
function partAt(tokens: readonly Token[], script: string): string {
  const length = tokens.findIndex(({ kind, value }, index) => index > 0 && kind === 'word' && parts.has(value));
  const taken = length === -1 ? tokens : tokens.slice(0, length);
  return script.slice(taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0).replaceAll(/\s+/g, ' ');
}
