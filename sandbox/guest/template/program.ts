/**
 * Compiles tokens to a nunjucks program. Text and values become calls with numbers, and only block tags are written as
 * nunjucks tags. Template text can therefore never contain nunjucks syntax, and templates with the same structure share
 * a compiled program.
 */
import { TemplateError } from './error.ts';
import type { BlockKind, Path, Token } from './tokens.ts';

/** Text and values between two block tags. */
export type Stretch = readonly Extract<Token, { kind: 'text' | 'value' }>[];
/** Path in an `if`, `unless` or `each` tag. */
export interface Subject {
  readonly path: Path;
  readonly offset: number;
}

export interface Program {
  /** nunjucks source. With scope s, `r(i, s)` prints stretch i, and `c(i, s)` and `e(i, s)` evaluate subject i. */
  readonly source: string;
  readonly stretches: readonly Stretch[];
  readonly subjects: readonly Subject[];
}

interface Open {
  readonly block: BlockKind;
  readonly offset: number;
  otherwise: boolean;
}

/**
 * Compiles tokens.
 *
 * @throws {TemplateError} for unclosed, unopened, misordered or too deeply nested blocks
 */
export function compile(tokens: readonly Token[], depth: number): Program {
  const stretches: Extract<Token, { kind: 'text' | 'value' }>[][] = [];
  const subjects: Subject[] = [];
  const open: Open[] = [];
  let source = '';
  let between = true;
  // Each `each` block opens a scope for its items and closes the scope before `else`.
  let scope = 0;
  for (const token of tokens) {
    if (token.kind === 'text' || token.kind === 'value') {
      if (between) source += `{{ r(${stretches.push([]) - 1}, s${scope}) }}`;
      stretches.at(-1)?.push(token);
      between = false;
      continue;
    }
    between = true;
    if (token.kind === 'open') {
      if (open.length === depth) {
        throw new TemplateError(`blocks are nested deeper than the limit of ${depth}`, token.offset, 'templateDepth');
      }
      open.push({ block: token.block, offset: token.offset, otherwise: false });
      const subject = subjects.push({ path: token.path, offset: token.offset }) - 1;
      source += opening(token.block, { subject, scope });
      if (token.block === 'each') scope += 1;
      continue;
    }
    const block = open.at(-1);
    if (block === undefined) throw new TemplateError(`${nameOf(token)} without an open block`, token.offset);
    const leavesItems = block.block === 'each' && !block.otherwise;
    if (leavesItems) scope -= 1;
    if (token.kind === 'else') {
      if (block.otherwise) throw new TemplateError(`a second {{else}} in one {{#${block.block}}}`, token.offset);
      block.otherwise = true;
      source += '{% else %}';
      continue;
    }
    if (token.block !== block.block) {
      throw new TemplateError(`${nameOf(token)} closes {{#${block.block}}}`, token.offset);
    }
    open.pop();
    source += block.block === 'each' ? '{% endfor %}' : '{% endif %}';
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new TemplateError(`{{#${unclosed.block}}} is never closed`, unclosed.offset);
  return { source, stretches, subjects };
}

function opening(block: BlockKind, at: { readonly subject: number; readonly scope: number }): string {
  if (block === 'each') return `{% for s${at.scope + 1} in e(${at.subject}, s${at.scope}) %}`;
  return `{% if ${block === 'unless' ? 'not ' : ''}c(${at.subject}, s${at.scope}) %}`;
}

function nameOf(token: { readonly kind: 'else' } | { readonly kind: 'close'; readonly block: BlockKind }): string {
  return token.kind === 'else' ? '{{else}}' : `{{/${token.block}}}`;
}
