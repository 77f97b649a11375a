import { applyEdits, findNodeAtLocation, parseTree, type Edit, type Node } from 'jsonc-parser';

/** Keys from the root to a value. The last element can be an index. */
export type JsonPath = readonly (string | number)[];

/** Value as source text from another document. */
export interface RawJson {
  readonly text: string;
  /** Indentation of the line where the value begins, and one level of indentation. */
  readonly indent: string;
  readonly unit: string;
}

export type JsonEdit =
  | { readonly kind: 'set'; readonly path: JsonPath; readonly raw: RawJson }
  | { readonly kind: 'remove'; readonly path: JsonPath }
  /** Inserts a member or item into the value at `path`, after the one named `after`, or first. */
  | {
      readonly kind: 'insert';
      readonly path: JsonPath;
      readonly after: string | number | undefined;
      /** Key of an inserted member; absent for array items. */
      readonly key?: string;
      readonly raw: RawJson;
    };

/**
 * Applies one edit to JSON text (LF, no byte order mark). All other characters, including comments, are unchanged. A
 * new value is indented like its neighbours.
 */
export function editJson(text: string, edit: JsonEdit): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...edit.path]);
  if (node === undefined) return text;
  if (edit.kind === 'set') {
    const printed = reindented(edit.raw, text, indentAt(text, node.offset));
    return applyEdits(text, [replacing(node.offset, node.offset + node.length, printed)]);
  }
  if (edit.kind === 'insert') return applyEdits(text, insertion(text, node, edit));
  const isMember = node.parent?.type === 'property';
  const child = isMember ? node.parent : node;
  return child?.parent === undefined ? text : applyEdits(text, removal(text, child, child.parent));
}

/** Returns the source text of a node for insertion into another document. */
export function rawAt(text: string, node: Node): RawJson {
  const { offset, length } = node;
  return { text: text.slice(offset, offset + length), indent: indentAt(text, offset), unit: unitOf(text) };
}

function replacing(start: number, end: number, content: string): Edit {
  return { offset: start, length: end - start, content };
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function indentAt(text: string, offset: number): string {
  return /^[\t ]*/u.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

function unitOf(text: string): string {
  const unit = /\n([\t ]+)["[{\d]/u.exec(text)?.[1] ?? '  ';
  return unit.startsWith('\t') ? '\t' : unit;
}

/** Adapts the indentation of a value to its new position. */
function reindented(raw: RawJson, text: string, indent: string): string {
  const unit = unitOf(text);
  const [first = '', ...rest] = raw.text.split('\n');
  const lines = rest.map((line) => {
    const own = /^[\t ]*/u.exec(line)?.[0] ?? '';
    const levels = Math.max(0, Math.round((own.length - raw.indent.length) / raw.unit.length));
    return indent + unit.repeat(levels) + line.slice(own.length);
  });
  return [first, ...lines].join('\n');
}

/** Skips white space and comments. */
function behindTrivia(text: string, from: number): number {
  const trivia = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/uy;
  trivia.lastIndex = from;
  trivia.exec(text);
  return trivia.lastIndex;
}

/** Returns the offset of the comma after a member or item, if any. */
function commaBehind(text: string, child: Node): number | undefined {
  const at = behindTrivia(text, endOf(child));
  return text[at] === ',' ? at : undefined;
}

/** Returns the end of the line if only spaces and comments follow `from`. */
function restOfLine(text: string, from: number): number | undefined {
  const rest = /[\t ]*(?:\/\*[^\n]*?\*\/[\t ]*)*(?:\/\/[^\n]*)?/uy;
  rest.lastIndex = from;
  rest.exec(text);
  return text[rest.lastIndex] === '\n' ? rest.lastIndex : undefined;
}

type Insert = Extract<JsonEdit, { kind: 'insert' }>;

function insertion(text: string, container: Node, { after, key, raw }: Insert): Edit[] {
  const children = container.children ?? [];
  const index = children.findIndex((child, at) => after === (key === undefined ? at : child.children?.[0]?.value));
  const [before, first] = [children[index], children[0]];
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  if (first === undefined) return intoEmpty(text, container, { name, raw });
  const ownLines = text.slice(container.offset, first.offset).includes('\n');
  const indent = indentAt(text, first.offset);
  const printed = name + reindented(raw, text, ownLines ? indent : indentAt(text, container.offset));
  if (before === undefined) {
    const gap = ownLines ? `\n${indent}` : ' ';
    return [replacing(first.offset, first.offset, `${printed},${gap}`)];
  }
  const comma = commaBehind(text, before);
  const end = comma === undefined ? endOf(before) : comma + 1;
  const lineEnd = ownLines ? restOfLine(text, end) : undefined;
  if (lineEnd === undefined) {
    const gap = ownLines ? `\n${indent}` : ' ';
    return [replacing(end, end, comma === undefined ? `,${gap}${printed}` : `${gap}${printed},`)];
  }
  if (comma !== undefined) return [replacing(lineEnd, lineEnd, `\n${indent}${printed},`)];
  const line = `\n${indent}${printed}`;
  if (lineEnd === end) return [replacing(end, end, `,${line}`)];
  return [replacing(end, end, ','), replacing(lineEnd, lineEnd, line)];
}

function intoEmpty(text: string, container: Node, { name, raw }: { name: string; raw: RawJson }): Edit[] {
  const [start, end] = [container.offset + 1, endOf(container) - 1];
  const outer = indentAt(text, container.offset);
  const isLaidOut = text.includes('\n');
  const inner = isLaidOut ? outer + unitOf(text) : outer;
  const printed = name + reindented(raw, text, inner);
  if (text.slice(start, end).trim() !== '') return [replacing(start, start, `\n${inner}${printed}`)];
  const isItem = name === '' && !printed.includes('\n');
  if (isItem || !isLaidOut) return [replacing(start, end, isItem ? printed : ` ${printed} `)];
  return [replacing(start, end, `\n${inner}${printed}\n${outer}`)];
}

/** Removes a member or item, and its line if no other value is on it. Keeps comments next to it and above it. */
function removal(text: string, child: Node, container: Node): Edit[] {
  const children = container.children ?? [];
  const comma = commaBehind(text, child);
  const before = children[children.indexOf(child) - 1];
  if (children.length === 1) {
    const [start, end] = [container.offset + 1, endOf(container) - 1];
    const rest = text.slice(start, child.offset) + text.slice(comma === undefined ? endOf(child) : comma + 1, end);
    if (rest.trim() === '') return [replacing(start, end, '')];
  }
  const cut = comma === undefined ? [] : [replacing(comma, comma + 1, '')];
  const stale = comma === undefined && before !== undefined ? commaBehind(text, before) : undefined;
  const edits = [...(stale === undefined ? [] : [replacing(stale, stale + 1, '')]), ...withLine(text, child, comma)];
  return edits.length > 0 ? edits : cut;
}

function withLine(text: string, child: Node, comma: number | undefined): Edit[] {
  const end = comma === undefined ? endOf(child) : comma + 1;
  const isTight = comma === undefined || text.slice(endOf(child), comma).trim() === '';
  const lineStart = text.lastIndexOf('\n', child.offset - 1) + 1;
  const isFirst = text.slice(lineStart, child.offset).trim() === '';
  const spaces = /[\t ]*/uy;
  spaces.lastIndex = end;
  spaces.exec(text);
  const isLast = text[spaces.lastIndex] === '\n';
  if (!isTight) {
    // Keeps a comment between the value and its comma.
    return [replacing(child.offset, endOf(child), ''), replacing(end - 1, end, '')];
  }
  if (isFirst && isLast && lineStart > 0) return [replacing(lineStart - 1, spaces.lastIndex, '')];
  return [replacing(child.offset, isLast ? end : spaces.lastIndex, '')];
}
