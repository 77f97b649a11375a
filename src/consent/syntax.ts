import type { FindingKind } from './findings.ts';

/** Finding in one node, without its position. */
export interface CodePattern {
  readonly kind: FindingKind;
  readonly what: string;
}

/** Node of a syntax tree, with the properties that patterns use. */
export interface SyntaxNode {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number } };
  readonly [key: string]: unknown;
}

/** Returns the name of an identifier, or the text of a string literal. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const { name, value } = node;
  if (typeof name === 'string') return name;
  return node.type === 'StringLiteral' && typeof value === 'string' ? value : undefined;
}

/** Returns the text of a string or template literal without expressions. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral' && typeof node['value'] === 'string') return node['value'];
  const [only, ...more] = node.type === 'TemplateLiteral' ? nodesIn(node['quasis']) : [];
  return more.length === 0 ? cooked(only?.['value']) : undefined;
}

/** Returns the text of a template part with resolved escapes. */
export function cooked(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return undefined;
  return typeof value.cooked === 'string' ? value.cooked : undefined;
}

/** Returns the nodes in a list of a syntax tree. */
export const nodesIn = (nodes: unknown): readonly SyntaxNode[] => (Array.isArray(nodes) ? nodes.filter(isNode) : []);

/** Whether a value is part of a syntax tree. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
