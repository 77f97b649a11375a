import { parse, type ParserPlugin } from '@babel/parser';
import { withinTime } from '../core/time-limit.ts';
import { isRunWhenOpened } from '../plugin/auto-run-files.ts';
import { analysisOf } from './code-files.ts';
import { matchCodePatterns } from './code-patterns.ts';
import { textOf, type FileContents } from './contents.ts';
import type { Finding } from './findings.ts';
import type { References } from './references.ts';
import { inlineScripts, markupFindings, textFindings } from './scan-text.ts';
import { isNode, type CodePattern, type SyntaxNode } from './syntax.ts';

/** Time limit per file in milliseconds. Some sources, possibly crafted ones, take a parser very long. */
const fileTime = 2000;
/** Time limit for all files of a plugin, in milliseconds. */
const wholeTime = 10_000;

const scriptFile = /\.[cm]?[jt]sx?$/u;
const markupFile = /\.(?:[xs]?html?|svgz?|xml|xsl|vue|svelte|md|mdx)$/iu;

/** Contributed files of one plugin. */
interface Scan {
  readonly started: number;
  /** Paths of files that count as code. */
  readonly code: ReadonlySet<string>;
  readonly references: References;
}

/**
 * Scans contributed files for the actions in `findingKinds`. Ignores comments, types and plain strings. Reports equal
 * findings on one line once. Import this module only to show findings, because it loads a parser.
 *
 * @param contents path in the project → content
 * @returns by file and line
 */
export function scanCode(contents: FileContents): readonly Finding[] {
  const scan = { ...analysisOf(contents), started: performance.now() };
  return [...contents].flatMap(([file, content]) => scanOne(file, content, scan));
}

function scanOne(file: string, content: string | Uint8Array, scan: Scan): readonly Finding[] {
  const isCode = scan.code.has(file);
  const text = textOf(content);
  if (text === undefined) return isCode || isRunWhenOpened(file) ? [unread(file, 'no script')] : [];
  const isMarkup = markupFile.test(file);
  const inMarkup = isMarkup ? markupFindings(file, text) : [];
  if (!isCode)
    return isRunWhenOpened(file) && !isMarkup
      ? [unread(file, 'no script')]
      : inMarkup.filter(({ kind }) => kind === 'inline');
  return [...textFindings(file, text), ...inMarkup, ...scriptFindings(file, text, scan)];
}

/** Scans a script, the scripts in markup, or a file of unknown type that may be a script. */
function scriptFindings(file: string, text: string, scan: Scan): readonly Finding[] {
  if (performance.now() - scan.started > wholeTime) return [unread(file, 'no time left')];
  if (scriptFile.test(file)) return scanFile({ file, text }, scan);
  if (!markupFile.test(file)) return onlyIfScript(scanFile({ file, text }, scan));
  return inlineScripts(text).flatMap(({ code, line }) => {
    const found = scanFile({ file, text: code }, scan);
    return found.map((finding) => ({ ...finding, line: finding.line + line - 1 }));
  });
}

/** Reports text of another language as unread. */
function onlyIfScript(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => (finding.what === 'not understood' ? { ...finding, what: 'no script' } : finding));
}

interface Source {
  readonly file: string;
  readonly text: string;
}

function scanFile(source: Source, scan: Scan): readonly Finding[] {
  try {
    return withinTime(fileTime, () => findingsIn(parseScript(source), { file: source.file, scan }));
  } catch (error) {
    return [unread(source.file, error instanceof SyntaxError ? 'not understood' : 'too complex')];
  }
}

/** Parses a script or module. Returns `undefined` if the parser refuses it. */
export function programOf(file: string, text: string): unknown {
  try {
    return parseScript({ file, text });
  } catch {
    return undefined;
  }
}

/** Parses a script. Its path decides between TypeScript and JavaScript. @throws SyntaxError */
function parseScript({ file, text }: Source): unknown {
  const plugins: ParserPlugin[] = ['decorators', 'explicitResourceManagement', 'sourcePhaseImports'];
  if (/\.[cm]?tsx?$/u.test(file)) plugins.push('typescript');
  // In .ts, <T>x casts a type.
  if (!/\.[cm]?ts$/u.test(file)) plugins.push('jsx');
  const lenient = { errorRecovery: true, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true } as const;
  return parse(text, { ...lenient, sourceType: 'unambiguous', createImportExpressions: true, plugins }).program;
}

function findingsIn(
  program: unknown,
  { file, scan: { code, references } }: { readonly file: string; readonly scan: Scan },
): readonly Finding[] {
  const nodes = [...nodesOf(program)];
  const writesFiles = nodes.some(loadsFiles);
  const isNonModule = (address: string): boolean => {
    const targets = references.resolve(address, file);
    return targets.length > 0 && targets.every((target) => code.has(target) && !scriptFile.test(target));
  };
  const found = new Map<string, Finding>();
  for (const node of nodes) {
    const line = node.loc?.start.line ?? 1;
    for (const sign of matchCodePatterns(node, { writesFiles, isNonModule })) {
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
