import { parseTree, type Node, type ParseError } from 'jsonc-parser';

/** JSON value and its position in the text. Keys keep their order and are unique. */
export type Json =
  | { readonly kind: 'object'; readonly node: Node; readonly members: ReadonlyMap<string, Json> }
  | { readonly kind: 'array'; readonly node: Node; readonly items: readonly Json[] }
  | { readonly kind: 'scalar'; readonly node: Node };

const maxCharacters = 1_000_000;
const maxDepth = 64;

/** Parses JSON text with comments and trailing commas; `undefined` for invalid JSON or duplicate keys. */
export function readJson(text: string): Json | undefined {
  if (text.length > maxCharacters || isTooDeep(text)) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return root === undefined || errors.length > 0 ? undefined : jsonOf(root);
}

/** Counts without recursion, because `[[[[…` would exhaust a parser's stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/gu)) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

function jsonOf(node: Node): Json | undefined {
  if (node.type === 'array') {
    const items = (node.children ?? []).map(jsonOf).filter((item) => item !== undefined);
    return items.length === (node.children ?? []).length ? { kind: 'array', node, items } : undefined;
  }
  if (node.type !== 'object') return { kind: 'scalar', node };
  const members = new Map<string, Json>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    const member = value === undefined ? undefined : jsonOf(value);
    if (member === undefined || members.has(String(key?.value))) return undefined;
    members.set(String(key?.value), member);
  }
  return { kind: 'object', node, members };
}

/** Returns equal text for equal values, regardless of layout and key order. */
export function canonicalJson(json: Json): string {
  if (json.kind === 'array') return `[${json.items.map(canonicalJson).join(',')}]`;
  if (json.kind === 'scalar') return JSON.stringify(json.node.value);
  const members = [...json.members].map(([key, value]) => `${JSON.stringify(key)}:${canonicalJson(value)}`);
  return `{${members.sort().join(',')}}`;
}

export function sameJson(one: Json, other: Json): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
