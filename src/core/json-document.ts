import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { GenlockError } from '../errors/error.ts';
import type { Problem, Where } from '../errors/error.ts';
import type { ErrorCode } from '../errors/codes.ts';

/** Path from the root of a JSON document to a value: keys and indexes. */
export type JsonPath = readonly (string | number)[];

/** Error codes for JSON errors. Each kind of file has its own codes. */
export interface DocumentCodes {
  readonly syntax: ErrorCode;
  readonly tooLarge: ErrorCode;
  readonly keyDuplicate: ErrorCode;
  readonly keyForbidden: ErrorCode;
}

/** Positions of values and keys in a JSON text. */
export interface SourceLocations {
  /** Returns the start of the value at `path`. For a missing value, returns the start of its closest ancestor. */
  readonly locate: (path: JsonPath) => Where;
  /** Returns the start of the key at `path`. */
  readonly locateKey: (path: JsonPath) => Where;
}

/** Parsed JSON text with the positions of its parts. */
export interface JsonDocument extends SourceLocations {
  readonly file: string;
  readonly value: unknown;
  /** Errors that do not prevent parsing: comments, trailing commas, duplicate keys. */
  readonly problems: readonly Problem[];
}

const maxCharacters = 1_000_000;
const maxDepth = 32;
/** Limit of reported problems. */
const maxProblems = 100;
/** The only key with a special meaning in JavaScript assignments. */
const forbiddenKey = '__proto__';

/**
 * Reads strict JSON. Checks size and depth before parsing.
 *
 * @throws GenlockError if the text cannot be parsed: invalid syntax, too large, too deep
 */
export function readJsonDocument(source: string, options: { file: string; codes: DocumentCodes }): JsonDocument {
  const { file, codes } = options;
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  refuseTooLarge(text, options);
  const place = placesIn(text, file);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const faults = syntaxFaults(text, errors.slice(0, maxProblems)).map((fault): Problem => ({
    code: codes.syntax,
    message: fault.message,
    where: place(fault.offset),
  }));
  const fatal = errors.find((error) => !isTolerable(text, error));
  if (root === undefined || fatal !== undefined || !isStrict(text, faults)) {
    throw new GenlockError(faults[0] ?? { code: codes.syntax, message: 'This is not JSON.', where: place(0) });
  }
  const problems = [...faults];
  const value = valueOf(root, (key, reason) => {
    if (problems.length >= maxProblems) return;
    const isDuplicate = reason === 'duplicate';
    const code = isDuplicate ? codes.keyDuplicate : codes.keyForbidden;
    const message = isDuplicate
      ? `The key "${String(key.value)}" is given twice.`
      : `The key "${forbiddenKey}" is not allowed.`;
    problems.push({ code, message, where: { ...place(key.offset), key: keyOf(pathOf(key)) } });
  });
  return {
    file,
    value,
    problems,
    locate: (path) => ({ ...place(nodeAt(root, path).offset), ...keyIn(path) }),
    locateKey: (path) => ({ ...place(keyNodeAt(root, path).offset), ...keyIn(path) }),
  };
}

/** Formats a path: `entities[0].fields[2].type`. Quotes ambiguous keys: `plugins["@acme/x"].enabled`. */
export function keyOf(path: JsonPath): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === 'number') return `${key}[${part}]`;
    if (!/^[\w$-]+$/.test(part)) return `${key}[${JSON.stringify(part)}]`;
    return key === '' ? part : `${key}.${part}`;
  }, '');
}

/** Returns the key of a path; empty for the whole document. */
function keyIn(path: JsonPath): Pick<Where, 'key'> {
  return path.length === 0 ? {} : { key: keyOf(path) };
}

function refuseTooLarge(text: string, { file, codes }: { file: string; codes: DocumentCodes }): void {
  const refuse = (message: string) => new GenlockError({ code: codes.tooLarge, message, where: { file } });
  if (text.length > maxCharacters) throw refuse(`The file has more than ${maxCharacters} characters.`);
  if (depthOf(text) > maxDepth) throw refuse(`The file is nested deeper than ${maxDepth} levels.`);
}

/** Returns the nesting depth. Counts without recursion, because `[[[[…` would exhaust a parser's stack. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, (depth += 1));
    else if (token === ']' || token === '}') depth -= 1;
  }
  return deepest;
}

interface Fault {
  readonly message: string;
  readonly offset: number;
}

/**
 * Returns all tolerable errors before the first fatal error, and the fatal error. Later parser errors are not reliable.
 */
function syntaxFaults(text: string, errors: readonly ParseError[]): Fault[] {
  const fatal = errors.findIndex((error) => !isTolerable(text, error));
  const faults = (fatal === -1 ? errors : errors.slice(0, fatal + 1)).map((error) => faultOf(text, error));
  return faults.filter((fault, index) => faults.findIndex(({ offset }) => offset === fault.offset) === index);
}

function faultOf(text: string, error: ParseError): Fault {
  const name = printParseErrorCode(error.error);
  if (name === 'InvalidCommentToken') return { message: 'JSON has no comments.', offset: error.offset };
  const comma = trailingComma(text, error);
  if (comma !== undefined) return { message: 'A comma before a closing bracket is not JSON.', offset: comma };
  if (error.offset >= text.length) return { message: 'The file ends too early.', offset: text.length };
  return { message: sentences[name] ?? 'This is not JSON.', offset: error.offset };
}

const sentences: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is not a JSON value. Text needs double quotes.',
  InvalidNumberFormat: 'This is not a JSON number.',
  PropertyNameExpected: 'A key in double quotes is missing here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A colon is missing here.',
  CommaExpected: 'A comma is missing here.',
  CloseBraceExpected: 'A closing } is missing here.',
  CloseBracketExpected: 'A closing ] is missing here.',
  EndOfFileExpected: 'The JSON value ended before this.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'This text has no closing quote on its line.',
  UnexpectedEndOfNumber: 'This number is incomplete.',
  InvalidUnicode: 'This is not a \\u escape.',
  InvalidEscapeCharacter: 'This is not a JSON escape.',
  InvalidCharacter: 'Control characters in text must be escaped.',
};

function isTolerable(text: string, error: ParseError): boolean {
  return printParseErrorCode(error.error) === 'InvalidCommentToken' || trailingComma(text, error) !== undefined;
}

/** Returns the offset of a trailing comma that causes an error at a closing bracket. The comma must follow a value. */
function trailingComma(text: string, { offset }: ParseError): number | undefined {
  if (text[offset] !== '}' && text[offset] !== ']') return undefined;
  const comma = lastVisible(text, offset);
  return text[comma] === ',' && !'[{,'.includes(text[lastVisible(text, comma)] ?? ',') ? comma : undefined;
}

/** Returns the offset of the last character before `end` that is not white space. */
function lastVisible(text: string, end: number): number {
  let offset = end - 1;
  while (/\s/.test(text[offset] ?? '')) offset -= 1;
  return offset;
}

/** Returns whether `JSON.parse` accepts the text too, because the parser is lenient. */
function isStrict(text: string, faults: readonly Problem[]): boolean {
  if (faults.length > 0) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function valueOf(node: Node, refuse: (key: Node, reason: 'duplicate' | 'forbidden') => void): unknown {
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOf(child, refuse));
  if (node.type !== 'object') return node.value;
  const object: Record<string, unknown> = {};
  for (const { children: [key, child] = [] } of node.children ?? []) {
    if (key === undefined || child === undefined) continue;
    const name = String(key.value);
    const value = valueOf(child, refuse);
    if (name === forbiddenKey) refuse(key, 'forbidden');
    else if (Object.hasOwn(object, name)) refuse(key, 'duplicate');
    else object[name] = value;
  }
  return object;
}

function nodeAt(root: Node, path: JsonPath): Node {
  const node = findNodeAtLocation(root, [...path]);
  return node ?? (path.length === 0 ? root : nodeAt(root, path.slice(0, -1)));
}

function keyNodeAt(root: Node, path: JsonPath): Node {
  const node = nodeAt(root, path);
  return node.parent?.type === 'property' ? (node.parent.children?.[0] ?? node) : node;
}

function pathOf(key: Node): JsonPath {
  const path: (string | number)[] = [];
  for (let node: Node | undefined = key.parent; node !== undefined; node = node.parent) {
    if (node.type === 'property') path.unshift(String(node.children?.[0]?.value));
    else if (node.parent?.type === 'array') path.unshift(node.parent.children?.indexOf(node) ?? 0);
  }
  return path;
}

/** Returns a function that converts an offset to line and column, counted from 1. */
function placesIn(text: string, file: string): (offset: number) => Where {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { file, line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
