import { createContext, Script } from 'node:vm';
import { parse, type ParserPlugin } from '@babel/parser';
import { isRunWhenOpened } from '../plugin/auto-run-files.ts';
import { findingKinds, type Finding } from './findings.ts';
import { isNode, matchCodePatterns, type CodePattern, type SyntaxNode } from './code-patterns.ts';

/** Longest a file may take, in milliseconds: some texts take a parser ages, and they may be meant to. */
const fileTime = 2000;
/** Longest all files of a plugin may take. */
const wholeTime = 10_000;

const scriptFile = /\.[cm]?[jt]sx?$/u;
/** Runs, or is run by something, but is no script that can be parsed. */
const otherCode = /\.(?:html?|vue|svelte|svg|sh|bash|ps1|bat|cmd|py|rb|php|sql|wasm|node)$/iu;
const declarations = /\.d\.[cm]?ts$/u;

/**
 * Looks through contributed files for what they seem to do. Comments, types and plain strings don't count, and what
 * stands on one line counts once. Loads a parser: to be imported where the findings are shown.
 *
 * @param contents path in the project → content
 * @returns by kind, then by file and line
 */
export function scanCode(contents: ReadonlyMap<string, string | Uint8Array>): readonly Finding[] {
  const started = performance.now();
  const findings = [...contents].flatMap(([file, content]) => {
    if (declarations.test(file)) return [];
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    if (!scriptFile.test(file)) {
      const isRun = otherCode.test(file) || isRunWhenOpened(file) || text.startsWith('#!');
      return isRun ? [unread(file, 'no script')] : [];
    }
    if (performance.now() - started > wholeTime) return [unread(file, 'no time left')];
    return scanFile(file, text);
  });
  return findings.toSorted((one, other) => findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind));
}

function scanFile(file: string, text: string): readonly Finding[] {
  try {
    return withinTime(() => findingsIn(parsed(file, text), file));
  } catch (error) {
    return [unread(file, error instanceof SyntaxError ? 'not understood' : 'too complex')];
  }
}

/** Where work is called from that can be ended. */
const caller = createContext({ run: (): void => undefined });
const call = new Script('run()');

/** Ends work that takes too long, whatever it does: nothing else stops a loop that never waits. */
function withinTime(work: () => readonly Finding[]): readonly Finding[] {
  let findings: readonly Finding[] = [];
  caller['run'] = () => {
    findings = work();
  };
  call.runInContext(caller, { timeout: fileTime });
  return findings;
}

function parsed(file: string, text: string): unknown {
  const plugins: ParserPlugin[] = ['decorators', 'explicitResourceManagement', 'sourcePhaseImports'];
  if (/\.[cm]?tsx?$/u.test(file)) plugins.push('typescript');
  // In .ts, <T>x casts a type.
  if (!/\.[cm]?ts$/u.test(file)) plugins.push('jsx');
  const lenient = { errorRecovery: true, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true } as const;
  return parse(text, { ...lenient, sourceType: 'unambiguous', createImportExpressions: true, plugins }).program;
}

function findingsIn(program: unknown, file: string): readonly Finding[] {
  const nodes = [...nodesOf(program)];
  const writesFiles = nodes.some(loadsFiles);
  const found = new Map<string, Finding>();
  for (const node of nodes) {
    const line = node.loc?.start.line ?? 1;
    for (const sign of matchCodePatterns(node, { writesFiles })) {
      const key = JSON.stringify([sign, line]);
      if (!found.has(key)) found.set(key, { ...sign, file, line } satisfies Finding & CodePattern);
    }
  }
  return [...found.values()].toSorted((one, other) => one.line - other.line);
}

const loadsFiles = ({ type, value }: SyntaxNode): boolean =>
  type === 'StringLiteral' &&
  typeof value === 'string' &&
  /^(?:(?:node:)?fs(?:\/promises)?|fs-extra|graceful-fs)$/u.test(value);

/** What stands only in types is gone when the code runs. */
const passedOver: ReadonlySet<string> = new Set([
  ...['loc', 'extra', 'errors', 'comments', 'leadingComments', 'innerComments', 'trailingComments', 'directives'],
  ...['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'superTypeParameters', 'implements'],
]);
const typesOnly = /^TS(?:TypeAlias|Interface|DeclareFunction)|^Declare/u;

/** Every node below one, itself first; a stack of our own, since code may be nested deeper than calls can. */
function* nodesOf(program: unknown): Generator<SyntaxNode> {
  const stack: unknown[] = [program];
  while (stack.length > 0) {
    const node = stack.pop();
    if (Array.isArray(node)) stack.push(...node.toReversed());
    else if (isNode(node) && !isTypeOnly(node)) {
      yield node;
      const children = Object.entries(node).filter(([key, value]) => typeof value === 'object' && !passedOver.has(key));
      stack.push(...children.map(([, value]) => value).toReversed());
    }
  }
}

function isTypeOnly(node: SyntaxNode): boolean {
  return typesOnly.test(node.type) || node['importKind'] === 'type' || node['exportKind'] === 'type';
}

const unread = (file: string, what: string): Finding => ({ kind: 'unread', what, file, line: 1 });
