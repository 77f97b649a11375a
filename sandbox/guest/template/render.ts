/** Renders templates in Genlock's template language. Values are data, and their content is never rendered again. */
import type { FatalLimit } from '../../protocol/limits.ts';
import { positionOf, TemplateError } from './error.ts';
import { Meter } from './meter.ts';
import type { Budget } from './meter.ts';
import { programOf } from './program.ts';
import type { Block, Program } from './program.ts';
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

/** A template with its limits. */
export interface Template {
  readonly file: string;
  readonly text: string;
  readonly budget: Budget;
}

/** Renders a template with the given variables. Limits are checked during rendering. */
export function render({ file, text: source, budget }: Template, variables: object): Rendered {
  try {
    const program = programOf(tokenize(source, file), budget.templateDepth);
    const meter = new Meter(budget);
    const text = print(program, { scope: { value: variables }, meter });
    meter.check(text);
    return { text };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { message, offset, limit } = error;
    return { broken: { message, ...positionOf(source, offset), ...(limit === undefined ? {} : { limit }) } };
  }
}

interface RenderContext {
  readonly scope: Scope;
  readonly meter: Meter;
}

function print(program: Program, { scope, meter }: RenderContext): string {
  let text = '';
  for (const part of program) {
    if (part.kind === 'block') {
      text += printBlock(part, { scope, meter });
      continue;
    }
    const piece = part.kind === 'text' ? part.text : valueOf(part, scope);
    meter.write(piece, part.kind === 'text' ? 0 : part.offset);
    text += piece;
  }
  return text;
}

function printBlock(block: Block, { scope, meter }: RenderContext): string {
  if (block.block !== 'each') {
    const isBody = holds(block, scope) === (block.block === 'if');
    return print(isBody ? block.body : block.otherwise, { scope, meter });
  }
  const items = itemScopes(block, { scope, meter });
  if (items.length === 0) return print(block.otherwise, { scope, meter });
  let text = '';
  for (const item of items) text += print(block.body, { scope: item, meter });
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

function holds({ path }: Block, scope: Scope): boolean {
  const value = find(path, scope)?.value;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function itemScopes({ path, offset }: Block, { scope, meter }: RenderContext): Scope[] {
  const value = find(path, scope)?.value;
  meter.walk(value, offset);
  const items = itemsOf(value, scope);
  if (items === undefined) throw new TemplateError(`"${path.text}" is neither a list nor an object`, offset);
  return items;
}
