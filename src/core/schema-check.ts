import * as z from 'zod';
import type { Problem } from '../errors/error.ts';
import { isErrorCode } from '../errors/codes.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { DocumentCodes, JsonDocument, JsonPath } from './json-document.ts';
import { keyOf } from './json-document.ts';
import { closest, suggestionFor } from './suggestion.ts';

/** Error codes for schema errors. Each kind of file has its own codes. */
export interface SchemaCodes {
  readonly keyUnknown: ErrorCode;
  readonly keyMissing: ErrorCode;
  readonly wrongType: ErrorCode;
}

/** Uses one error code for all errors of a file. */
export function oneCode(code: ErrorCode): DocumentCodes & SchemaCodes {
  return {
    syntax: code,
    tooLarge: code,
    keyDuplicate: code,
    keyForbidden: code,
    keyUnknown: code,
    keyMissing: code,
    wrongType: code,
  };
}

/** Schema error in a value, without its position in the text. */
export interface SchemaFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly path: JsonPath;
  /** The error is in the key, not in its value. */
  readonly inKey?: boolean;
}

/** Result of a schema check. `data` is present only if `faults` is empty. */
export interface SchemaResult<T> {
  readonly data?: T;
  readonly faults: readonly SchemaFault[];
  /** Keys that the schema does not know. The caller decides whether they are errors. */
  readonly unknownKeys: readonly SchemaFault[];
}

/** Limit of reported faults. */
const maxFaults = 100;

/** Adds an issue in a refinement. It becomes a fault with the given code. */
export function refuse<T>(
  context: z.core.ParsePayload<T>,
  fault: Omit<SchemaFault, 'path'> & { readonly path?: JsonPath },
): void {
  const { message, path, ...params } = fault;
  context.issues.push({ code: 'custom', input: context.value, message, params, path: [...(path ?? [])] });
}

/**
 * Checks a document against a schema of strict objects and reports all errors at once. Removes unknown keys before the
 * check, so that they hide no other error.
 */
export function checkSchema<T>(schema: z.ZodType<T>, options: { value: unknown; codes: SchemaCodes }): SchemaResult<T> {
  const { value, codes } = options;
  const first = schema.safeParse(value);
  const unknown = (first.error?.issues ?? [])
    .flatMap(meantIssues)
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue) : []));
  const result = unknown.length === 0 ? first : schema.safeParse(without(value, unknown));
  const unknownFaults = unknown.slice(0, maxFaults).map((path): SchemaFault => {
    const key = String(path.at(-1));
    return {
      code: codes.keyUnknown,
      message: `Unknown key "${key}".`,
      hint: suggestionFor(key, knownKeys(schema, path.slice(0, -1))),
      path,
      inKey: true,
    };
  });
  if (result.success) return { data: result.data, faults: [], unknownKeys: unknownFaults };
  const faults = result.error.issues
    .flatMap(meantIssues)
    .slice(0, maxFaults)
    .map((issue) => faultOf(issue, options));
  return { faults, unknownKeys: unknownFaults };
}

/** Converts faults to problems with positions, in text order. */
export function problemsIn(document: JsonDocument, faults: readonly SchemaFault[]): Problem[] {
  const located = faults.slice(0, maxFaults).map(({ path, inKey, ...problem }): Problem => ({
    ...problem,
    where: inKey ? document.locateKey(path) : document.locate(path),
  }));
  return [...document.problems, ...located].sort(byPlace).slice(0, maxFaults);
}

function byPlace({ where: a }: Problem, { where: b }: Problem): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

/** Returns the issues of the only alternative of a union that has the value's type. Other issues are unchanged. */
function meantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant, ...others] = issue.errors.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  if (meant === undefined || others.length > 0) return [issue];
  return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys): JsonPath[] {
  return issue.keys.map((key) => [...pathOf(issue), key]);
}

function without(value: unknown, paths: readonly JsonPath[]): unknown {
  if (paths.length === 0) return value;
  const copy: unknown = structuredClone(value);
  for (const path of paths) {
    const parent = path.slice(0, -1).reduce<unknown>((object, key) => property(object, key), copy);
    if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, path.at(-1) ?? '');
  }
  return copy;
}

function faultOf(issue: z.core.$ZodIssue, { value, codes }: { value: unknown; codes: SchemaCodes }): SchemaFault {
  const path = pathOf(issue);
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string' && isErrorCode(issue.params['code'])) {
    const { code, hint, inKey } = issue.params;
    return {
      code,
      message: issue.message,
      path,
      ...(typeof hint === 'string' ? { hint } : {}),
      ...(inKey === true ? { inKey } : {}),
    };
  }
  const given = path.reduce(property, value);
  if (given === undefined && path.length > 0) {
    return { code: codes.keyMissing, message: `"${String(path.at(-1))}" is missing.`, path };
  }
  const subject = path.length === 0 ? 'The file' : `"${keyOf(path.slice(typeof path.at(-1) === 'number' ? -2 : -1))}"`;
  if (issue.code === 'invalid_value')
    return { code: codes.wrongType, path, ...wrongValue(subject, issue.values, given) };
  return { code: codes.wrongType, message: `${subject} must be ${expectedBy(issue)}, not ${wordFor(given)}.`, path };
}

/** Lists the valid values of an enumeration, with a suggestion for a misspelt value. */
function wrongValue(
  subject: string,
  values: readonly unknown[],
  given: unknown,
): Pick<SchemaFault, 'message' | 'hint'> {
  const said = typeof given === 'string' && given.length <= mostShown ? JSON.stringify(given) : wordFor(given);
  const listed = values.map((value) => JSON.stringify(value));
  const meant = typeof given === 'string' ? closest(given, values.filter(isText)) : undefined;
  return {
    message: `${subject} must be ${joined(listed)}, not ${said}.`,
    ...(meant === undefined ? {} : { hint: `Did you mean "${meant}"?` }),
  };
}

/** Longer values are not repeated in messages. */
const mostShown = 64;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Describes the expected value. For a union, lists its alternatives: `text in quotes, a number or true or false`. */
function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return words[issue.expected] ?? issue.expected;
  if (issue.code !== 'invalid_union') return 'another value';
  const expected = issue.errors.flatMap(([first]) => (first === undefined ? [] : [expectedBy(first)]));
  return joined(expected);
}

/** Joins alternatives: `a, b or c`. */
function joined(alternatives: readonly string[]): string {
  return [alternatives.slice(0, -1).join(', '), alternatives.at(-1)].filter(Boolean).join(' or ');
}

const words: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object in { }',
  record: 'an object in { }',
  array: 'a list in [ ]',
};

function wordFor(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return 'a number';
  return typeof value === 'string' ? 'text' : 'an object';
}

function pathOf(issue: z.core.$ZodIssue): JsonPath {
  return issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
}

function property(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** Returns the valid keys of a schema at a path. */
function knownKeys(schema: z.core.$ZodType, path: JsonPath): readonly string[] {
  const [key, ...rest] = path;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    if (key === undefined) return Object.keys(inner.shape);
    const next: z.core.$ZodType | undefined = inner.shape[key];
    return next === undefined ? [] : knownKeys(next, rest);
  }
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => knownKeys(option, path));
  if (inner instanceof z.ZodArray) return knownKeys(inner.element, rest);
  return inner instanceof z.ZodRecord ? knownKeys(inner.valueType, rest) : [];
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodExactOptional) {
    return unwrapped(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}
