/**
 * Block, field, attribute or enum value of a schema text, with the comments and blank lines above it. All units in
 * order contain all lines of the text.
 */
export interface Unit {
  /**
   * `model User`, `email`, `@@map`, `@@index([a, b])`. `header` for the lines above all blocks, `}` for the end of a
   * block, empty for the end of the text.
   */
  readonly key: string;
  readonly lead: readonly string[];
  readonly lines: readonly string[];
  /** Members of a block. Then `lines` has only the first line of the block. */
  readonly members?: readonly Unit[];
}

const blockHead = /^\s*((?:model|enum|type|view|datasource|generator)\s+\w+)\s*\{\s*(?:\/\/.*)?$/u;
const blockEnd = /^\s*\}\s*(?:\/\/.*)?$/u;
const unimportant = /^\s*(?:\/\/.*)?$/u;

/** Splits schema text (LF) into units; `undefined` if a line is not part of a unit or a name is not unique. */
export function readUnits(text: string): readonly Unit[] | undefined {
  if (withoutStrings(text).includes('/*')) return undefined;
  const lines = text.split('\n');
  const units: Unit[] = [];
  let lead: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const name = blockHead.exec(line)?.[1];
    if (name === undefined) {
      if (!unimportant.test(line)) return undefined;
      lead.push(line);
      continue;
    }
    const block = readMembers(lines, at + 1);
    if (block === undefined) return undefined;
    if (units.length === 0) {
      const own = lead.splice(0, lead.findLastIndex((text) => text.trim() === '') + 1);
      units.push({ key: 'header', lead: [], lines: own });
    }
    units.push({ key: name.replace(/\s+/u, ' '), lead, lines: [line], members: block.members });
    lead = [];
    at = block.end;
  }
  units.push({ key: '', lead, lines: [] });
  return hasTwins(units) ? undefined : units;
}

function readMembers(lines: readonly string[], from: number): { members: readonly Unit[]; end: number } | undefined {
  const members: Unit[] = [];
  let lead: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (blockEnd.test(line)) {
      members.push({ key: '}', lead, lines: [line] });
      return hasTwins(members) ? undefined : { members, end: at };
    }
    if (unimportant.test(line)) {
      lead.push(line);
      continue;
    }
    const end = lastLineOf(lines, at);
    const own = lines.slice(at, end + 1);
    const key = memberKey(own.join('\n'));
    if (key === undefined) return undefined;
    members.push({ key, lead, lines: own });
    lead = [];
    at = end;
  }
  return undefined;
}

/** Returns the last line of a member, which continues while a parenthesis or bracket is open. */
function lastLineOf(lines: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < lines.length; at += 1) {
    const code = withoutStrings(lines[at] ?? '').replace(/\/\/.*/u, '');
    depth += (code.match(/[([]/gu) ?? []).length - (code.match(/[)\]]/gu) ?? []).length;
    if (depth <= 0) return at;
  }
  return lines.length - 1;
}

function memberKey(text: string): string | undefined {
  const [, attribute] = /^\s*@@([\w.]+)/u.exec(text) ?? [];
  if (attribute === undefined) return /^\s*(\w+)/u.exec(text)?.[1];
  if (!/^(?:index|unique|fulltext)$/u.test(attribute)) return `@@${attribute}`;
  const fields = /\[[^\]]*\]/u.exec(text)?.[0] ?? '';
  return `@@${attribute}(${fields.replaceAll(/\s/gu, '')})`;
}

function withoutStrings(text: string): string {
  return text.replaceAll(/"(?:\\.|[^"\\\n])*(?:"|\\?$)/gmu, '""');
}

function hasTwins(units: readonly Unit[]): boolean {
  return new Set(units.map(({ key }) => key)).size < units.length;
}

/** Field on one line, split into parts that are merged separately. */
export interface Field {
  readonly indent: string;
  readonly name: string;
  readonly gap: string;
  readonly type: string;
  /** Between the type and the first attribute. */
  readonly space: string;
  /** Name → as written: `@default` → `@default(now())`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly comment: string;
}

const fieldLine = /^(\s*)(\w+)(\s+)([\w[\]?.]+)(\s*)(.*)$/u;
const attributeText = /@([\w.]+)(\((?:"(?:\\.|[^"\\])*"|[^()"]|\((?:"(?:\\.|[^"\\])*"|[^()"])*\))*\))?\s*/uy;

/** Parses the line of a field; `undefined` if it is not a field. */
export function readField(line: string): Field | undefined {
  const [, indent = '', name = '', gap = '', type = '', space = '', rest] = fieldLine.exec(line) ?? [];
  if (rest === undefined) return undefined;
  const attributes = new Map<string, string>();
  attributeText.lastIndex = 0;
  let end = 0;
  for (let found = attributeText.exec(rest); found !== null; found = attributeText.exec(rest)) {
    end = attributeText.lastIndex;
    if (attributes.has(`@${found[1] ?? ''}`)) return undefined;
    attributes.set(`@${found[1] ?? ''}`, found[0].trimEnd());
  }
  const comment = rest.slice(end).trimEnd();
  if (comment !== '' && !comment.startsWith('//')) return undefined;
  return { indent, name, gap, type, space, attributes, comment };
}

/** Prints a field as one line. Text after the type keeps its column if possible. */
export function printField({ indent, name, gap, type, space, attributes, comment }: Field): string {
  const rest = [...attributes.values(), ...(comment === '' ? [] : [comment])].join(' ');
  return `${indent}${name}${gap}${type}${rest === '' ? '' : (space || ' ') + rest}`;
}
