import { isNode, nameOf, nodesIn, textOf, type CodePattern, type SyntaxNode } from './syntax.ts';

/** Objects whose properties are the powers of the runtime. */
const globals: ReadonlySet<string> = new Set([
  'globalThis',
  'window',
  'self',
  'global',
  'process',
  'navigator',
  'document',
]);
const wholes: ReadonlySet<string> = new Set(['globalThis', 'window', 'self', 'global']);

/** Reports access by a computed name to global objects, and names that are joined from parts to hide them. */
export function accessSigns(node: SyntaxNode): readonly CodePattern[] {
  const found = accessName(node);
  return found === undefined ? [] : [{ kind: 'computed', what: found }];
}

function accessName(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return memberName(node);
    case 'VariableDeclarator':
      return wholeName(node['init']);
    case 'AssignmentExpression':
      return wholeName(node['right']);
    case 'CallExpression':
    case 'OptionalCallExpression':
      return argumentName(node);
    default:
      return undefined;
  }
}

function argumentName({ arguments: given, callee }: SyntaxNode): string | undefined {
  const [first] = nodesIn(given);
  return wholeName(first) ?? (isReflection(callee) ? globalName(first) : undefined);
}

function memberName({ object, property, computed }: SyntaxNode): string | undefined {
  if (computed !== true || textOf(property) !== undefined) return undefined;
  const name = globalName(object);
  if (name !== undefined) return `${name}[…]`;
  return isJoined(property) ? 'joined name' : undefined;
}

/** Returns whether a name consists of literal parts only, so that it has no reason to be computed. */
function isJoined(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'BinaryExpression') {
    return (
      node['operator'] === '+' &&
      [node['left'], node['right']].every((side) => textOf(side) !== undefined || isJoined(side))
    );
  }
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee)) return false;
  const method = nameOf(callee['property']);
  if (method === 'fromCharCode' || method === 'fromCodePoint' || nameOf(callee) === 'atob') return true;
  const { object } = callee;
  return method === 'join' && isNode(object) && object.type === 'ArrayExpression';
}

const isReflection = (callee: unknown): boolean => isNode(callee) && nameOf(callee['object']) === 'Reflect';

const globalName = (node: unknown): string | undefined => named(node, globals);
const wholeName = (node: unknown): string | undefined => named(node, wholes);

function named(node: unknown, names: ReadonlySet<string>): string | undefined {
  const name = isNode(node) && node.type === 'Identifier' ? nameOf(node) : undefined;
  return name !== undefined && names.has(name) ? name : undefined;
}
