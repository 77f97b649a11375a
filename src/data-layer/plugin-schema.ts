import type { DatabaseKind } from '../config/config.ts';
import { type Block, blocksOf } from './schema/blocks.ts';
import { type Definition, type Member, attribute, string } from './schema/definition.ts';
import { type Line, parseEnumLine, parseFieldLine } from './schema/parse.ts';
import { tokensOf, withPlainLineEnds } from './schema/tokens.ts';

/** Schema text that a plugin registered. */
export interface PluginSchema {
  readonly plugin: string;
  /** Model definitions in the schema language. */
  readonly schema: string;
}

/** A line of a block as written by its author. */
export type BodyRow =
  | { readonly kind: 'line'; readonly line: Line; readonly comment?: string }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'blank' };

/** A plugin's definition and its position in the plugin's text. */
export interface PluginDefinition extends Definition {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly BodyRow[];
  /** Whether a member differs from the plugin's text. */
  readonly isAdapted: boolean;
}

/** A plugin's text with its definitions in order of appearance. */
export interface PluginText {
  readonly plugin: string;
  /** With LF line ends and without surrounding white space. */
  readonly text: string;
  readonly definitions: readonly PluginDefinition[];
}

/**
 * Reads a plugin's schema for a database kind. The schema is validated elsewhere. An unreadable schema has no
 * definitions, and its text is kept unchanged.
 */
export function readPluginSchema({ plugin, schema }: PluginSchema, database: DatabaseKind): PluginText {
  const text = `${withPlainLineEnds(schema).trim()}\n`;
  const tokens = tokensOf(text);
  const blocks = 'line' in tokens ? tokens : blocksOf(tokens);
  if ('line' in blocks) return { plugin, text, definitions: [] };
  const definitions = blocks
    .filter(({ keyword }) => keyword === 'model' || keyword === 'enum' || keyword === 'type')
    .map((block) => definitionOf(block, { owner: `plugin ${plugin}`, text, database }));
  const isWhole = definitions.every((definition) => definition !== undefined);
  return { plugin, text, definitions: isWhole ? definitions : [] };
}

interface Source {
  readonly owner: string;
  readonly text: string;
  readonly database: DatabaseKind;
}

function definitionOf(block: Block, { owner, text, database }: Source): PluginDefinition | undefined {
  const rows = rowsOf(block, text);
  if (rows === undefined) return undefined;
  const lines = rows.flatMap((row) => (row.kind === 'line' ? [row.line] : []));
  const written = lines.flatMap((line): Member[] => (line.kind === 'attribute' ? [] : [memberOf(line)]));
  const members = database === 'document' ? written.map(withDocumentId) : written;
  const { keyword, name, start, end } = block;
  return {
    ...{ keyword, name, owner, start, end, rows, members },
    attributes: lines.flatMap((line) => (line.kind === 'attribute' ? [line.attribute] : [])),
    isAdapted: members.some((member, index) => member !== written[index]),
  };
}

function memberOf(line: Exclude<Line, { readonly kind: 'attribute' }>): Member {
  const { name, attributes } = line;
  return line.kind === 'field'
    ? { name, type: line.type, mark: line.mark, attributes }
    : { name, type: '', mark: '', attributes };
}

/** Maps the id to `_id`, the name in every MongoDB collection. Plugins for all kinds leave this mapping to Genlock. */
function withDocumentId(member: Member): Member {
  const has = (name: string) => member.attributes.some((one) => one.name === name);
  if (!has('id') || has('map')) return member;
  return { ...member, attributes: [...member.attributes, attribute('map', [string('_id')])] };
}

function rowsOf(block: Block, text: string): readonly BodyRow[] | undefined {
  const rows: BodyRow[] = [];
  let at = block.bodyStart;
  for (const tokens of block.lines) {
    const [first, last] = [tokens[0], tokens.at(-1)];
    const line = block.keyword === 'enum' ? parseEnumLine(tokens) : parseFieldLine(tokens);
    if (line === undefined || first === undefined || last === undefined) return undefined;
    addBetween(rows, text.slice(at, first.start));
    rows.push({ kind: 'line', line });
    at = last.end;
  }
  addBetween(rows, text.slice(at, block.end - 1));
  return rows;
}

/** Adds the text between two lines: the trailing comment of the first line, then comments and empty lines. */
function addBetween(rows: BodyRow[], between: string): void {
  const [behind = '', ...lines] = between.split('\n').map((line) => line.trim());
  const before = rows.at(-1);
  if (behind !== '' && before?.kind === 'line') rows[rows.length - 1] = { ...before, comment: behind };
  else if (behind !== '') rows.push({ kind: 'comment', text: behind });
  for (const text of lines.slice(0, -1)) rows.push(text === '' ? { kind: 'blank' } : { kind: 'comment', text });
}
