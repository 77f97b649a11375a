/** Renders templates in Genlock's template language. Values are data, and their content is never rendered again. */
import nunjucks from 'nunjucks';
import type { FatalLimit } from '../../protocol/limits.ts';
import { positionOf, TemplateError } from './error.ts';
import { Meter } from './meter.ts';
import type { Budget } from './meter.ts';
import { compile } from './program.ts';
import type { Stretch, Subject } from './program.ts';
import { find, itemsOf, namesAround } from './scope.ts';
import type { Scope } from './scope.ts';
import { tokenize } from './tokens.ts';
import type { Token } from './tokens.ts';

/** Error of an invalid template. Line and column count from 1. */
export interface Broken {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** The exceeded limit, if any. */
  readonly limit?: FatalLimit;
}
export type Rendered = { readonly text: string } | { readonly broken: Broken };

const environment = new nunjucks.Environment([], { autoescape: false });
const compiled = new Map<string, nunjucks.Template>();

/** A template with its limits. */
export interface Template {
  readonly file: string;
  readonly text: string;
  readonly budget: Budget;
}

/** Renders a template with the given variables. Limits are checked during rendering. */
export function render({ file, text: source, budget }: Template, variables: object): Rendered {
  // nunjucks converts thrown errors to strings, so the original error is kept here.
  let failed: TemplateError | undefined;
  const keep = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (error instanceof TemplateError) failed = error;
      throw error;
    }
  };
  try {
    const { source: program, stretches, subjects } = compile(tokenize(source, file), budget.templateDepth);
    const meter = new Meter(budget);
    const text = programOf(program).render({
      s0: { value: variables } satisfies Scope,
      r: (index: number, scope: Scope) => keep(() => print(stretches[index] ?? [], { scope, meter })),
      c: (index: number, scope: Scope) => keep(() => holds(subjects[index], scope)),
      e: (index: number, scope: Scope) => keep(() => walk(subjects[index], { scope, meter })),
    });
    meter.check(text);
    return { text };
  } catch (error) {
    const reason = failed ?? error;
    if (!(reason instanceof TemplateError)) throw reason;
    const { message, offset, limit } = reason;
    return { broken: { message, ...positionOf(source, offset), ...(limit === undefined ? {} : { limit }) } };
  }
}

function programOf(source: string): nunjucks.Template {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const program = new nunjucks.Template(source, environment, 'template', true);
  compiled.set(source, program);
  return program;
}

interface Place {
  readonly scope: Scope;
  readonly meter: Meter;
}

function print(stretch: Stretch, { scope, meter }: Place): string {
  let text = '';
  for (const token of stretch) {
    const piece = token.kind === 'text' ? token.text : valueOf(token, scope);
    meter.write(piece, token.kind === 'text' ? 0 : token.offset);
    text += piece;
  }
  return text;
}

function valueOf(token: Extract<Token, { kind: 'value' }>, scope: Scope): string {
  const { path, offset, json } = token;
  const found = find(path, scope);
  if (found === undefined) throw new TemplateError(missing(token, scope), offset);
  const { value } = found;
  if (json) return asJson(value, token);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  const what = value === null ? 'null' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
  const advice = `a value must be text, a number or a boolean; {{json ${path.text}}} writes it as JSON`;
  throw new TemplateError(`"${path.text}" is ${what}: ${advice}`, offset);
}

function missing(token: Extract<Token, { kind: 'value' }>, scope: Scope): string {
  const { path } = token;
  if (path.text.startsWith('@')) return `"${path.text}" is only set inside {{#each}}`;
  const known = namesAround(path, scope);
  return `"${path.text}" is not set${known.length === 0 ? '' : ` (there are: ${known.join(', ')})`}; test it with {{#if ${path.text}}} or write \\{{ for literal braces`;
}

/** Serializes a value to JSON that is also safe in a script element and in JavaScript source. */
function asJson(
  value: unknown,
  { path, offset }: { readonly path: { readonly text: string }; readonly offset: number },
): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Handled below, like values that JSON cannot represent: functions, symbols.
  }
  if (typeof text !== 'string') throw new TemplateError(`"${path.text}" can't be written as JSON`, offset);
  return text.replace(
    /<(?=[/!])|[\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function holds(subject: Subject | undefined, scope: Scope): boolean {
  const value = lookUp(subject, scope);
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function walk(subject: Subject | undefined, { scope, meter }: Place): Scope[] {
  const value = lookUp(subject, scope);
  meter.walk(value, subject?.offset ?? 0);
  const items = itemsOf(value, scope);
  if (items === undefined) {
    throw new TemplateError(`"${subject?.path.text}" is neither a list nor an object`, subject?.offset ?? 0);
  }
  return items;
}

function lookUp(subject: Subject | undefined, scope: Scope): unknown {
  return subject === undefined ? undefined : find(subject.path, scope)?.value;
}
