import { createContext, Script } from 'node:vm';
import { parse, type ParserPlugin } from '@babel/parser';
import { isRunWhenOpened } from '../plugin/auto-run-files.ts';
import { findingKinds, type Finding } from './findings.ts';
import { isNode, matchCodePatterns, type CodePattern, type SyntaxNode } from './code-patterns.ts';

/** Time limit per file in milliseconds. Some sources, possibly crafted ones, take a parser very long. */
const fileTime = 2000;
/** Time limit for all files of a plugin, in milliseconds. */
const wholeTime = 10_000;

const scriptFile = /\.[cm]?[jt]sx?$/u;
/** Files that run, or that a program interprets, but that this scan cannot parse. */
const otherCode = /\.(?:html?|vue|svelte|svg|sh|bash|ps1|bat|cmd|py|rb|php|sql|wasm|node)$/iu;
const declarations = /\.d\.[cm]?ts$/u;

/**
 * Scans contributed files for the actions in `findingKinds`. Ignores comments, types and plain strings. Reports equal
 * findings on one line once. Import this module only to show findings, because it loads a parser.
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

/** Context in which work can be stopped by a timeout. */
const caller = createContext({ run: (): void => undefined });
const call = new Script('run()');

/** Runs work with a time limit. A `vm` timeout also stops a synchronous endless loop. */
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

/** Node properties that contain no runtime code, such as types and comments. */
const passedOver: ReadonlySet<string> = new Set([
  ...['loc', 'extra', 'errors', 'comments', 'leadingComments', 'innerComments', 'trailingComments', 'directives'],
  ...['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'superTypeParameters', 'implements'],
]);
const typesOnly = /^TS(?:TypeAlias|Interface|DeclareFunction)|^Declare/u;

/** Yields a node and all nodes below it. Uses its own stack, because code can be nested deeper than the call stack. */
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
