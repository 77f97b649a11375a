import type { FileContents } from './contents.ts';
import { textOf } from './contents.ts';
import { programOf } from './scan.ts';
import { isNode, nameOf, type SyntaxNode } from './syntax.ts';

/** Effect of a module while it loads. A test that imports the module has the effect, too. */
export interface ModuleEffect {
  /** Path in the project. */
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** Modules of the application. Its tests import them. */
const applicationFile = /^(?:server|client)\/.*\.[cm]?[jt]sx?$/u;

const calls: ReadonlyMap<string | undefined, string> = new Map([
  ['fetch', 'sends a request'],
  ['exit', 'ends the process'],
  ['listen', 'opens a port'],
  ['setInterval', 'starts a timer'],
  ['setTimeout', 'starts a timer'],
]);
const connections: ReadonlySet<string | undefined> = new Set(['WebSocket', 'EventSource']);

/** Functions, whose code does not run while the module loads. */
const later = /Function|^(?:Object|Class|ClassPrivate)Method$/u;

/**
 * Finds code that runs while a module of the application loads and can break the project's tests: requests, timers,
 * ports, the end of the process, exceptions. The search is static and can miss code.
 *
 * @param contents path in the project → content
 * @returns by file and line; files that cannot be parsed are omitted
 */
export function moduleEffects(contents: FileContents): readonly ModuleEffect[] {
  return [...contents].flatMap(([file, content]) => {
    const text = applicationFile.test(file) ? textOf(content) : undefined;
    return text === undefined ? [] : effectsIn(file, text);
  });
}

function effectsIn(file: string, text: string): readonly ModuleEffect[] {
  const found: ModuleEffect[] = [];
  for (const node of nodesAtLoad(programOf(file, text))) {
    const what = effectOf(node);
    if (what !== undefined) found.push({ file, line: node.loc?.start.line ?? 1, what });
  }
  return found.toSorted((one, other) => one.line - other.line);
}

/** Yields the nodes whose code runs while the module loads. A function that is called where it is written runs. */
function* nodesAtLoad(program: unknown): Generator<SyntaxNode> {
  const stack: unknown[] = [program];
  while (stack.length > 0) {
    const node = stack.pop();
    if (Array.isArray(node)) stack.push(...node);
    else if (isNode(node) && !runsLater(node)) {
      yield node;
      const called = node.type === 'CallExpression' && isNode(node['callee']) ? node['callee'] : undefined;
      if (called !== undefined && later.test(called.type)) stack.push(called['body']);
      stack.push(...Object.values(node).filter((value) => typeof value === 'object'));
    }
  }
}

function runsLater(node: SyntaxNode): boolean {
  return later.test(node.type) || (node.type === 'ClassProperty' && node['static'] !== true);
}

function effectOf(node: SyntaxNode): string | undefined {
  if (node.type === 'ThrowStatement') return 'throws';
  const callee = node['callee'];
  if (node.type === 'NewExpression') return connections.has(nameOf(callee)) ? 'opens a connection' : undefined;
  if (node.type !== 'CallExpression' || !isNode(callee)) return undefined;
  if (callee.type !== 'MemberExpression') return calls.get(nameOf(callee));
  const { object, property } = callee;
  const isProcess = nameOf(object) === 'process';
  const name = nameOf(property);
  return name === 'listen' || (name === 'exit' && isProcess) || isGlobal(object) ? calls.get(name) : undefined;
}

function isGlobal(object: unknown): boolean {
  return ['globalThis', 'window', 'self'].includes(nameOf(object) ?? '');
}
