/** Groups the tokens of a template by block. */
import { TemplateError } from './error.ts';
import type { BlockKind, Path, Token } from './tokens.ts';

/** A block with its content. */
export interface Block {
  readonly kind: 'block';
  readonly block: BlockKind;
  readonly path: Path;
  readonly offset: number;
  readonly body: Program;
  /** Content after `else`. */
  readonly otherwise: Program;
}

/** A template: text, values and blocks in order. */
export type Program = readonly (Extract<Token, { kind: 'text' | 'value' }> | Block)[];

/** Block under construction. */
interface Open extends Omit<Block, 'body' | 'otherwise'> {
  readonly body: Program[number][];
  otherwise?: Program[number][];
}

/**
 * Builds a program from tokens.
 *
 * @throws {TemplateError} for unclosed, unopened, misordered or too deeply nested blocks
 */
export function programOf(tokens: readonly Token[], depth: number): Program {
  const program: Program[number][] = [];
  const open: Open[] = [];
  let target = program;
  for (const token of tokens) {
    if (token.kind === 'text' || token.kind === 'value') {
      target.push(token);
      continue;
    }
    if (token.kind === 'open') {
      if (open.length === depth) {
        throw new TemplateError(`blocks are nested deeper than the limit of ${depth}`, token.offset, 'templateDepth');
      }
      const { block, path, offset } = token;
      target = [];
      open.push({ kind: 'block', block, path, offset, body: target });
      continue;
    }
    const block = open.at(-1);
    if (block === undefined) throw new TemplateError(`${nameOf(token)} without an open block`, token.offset);
    if (token.kind === 'else') {
      if (block.otherwise) throw new TemplateError(`a second {{else}} in one {{#${block.block}}}`, token.offset);
      target = block.otherwise = [];
      continue;
    }
    if (token.block !== block.block) {
      throw new TemplateError(`${nameOf(token)} closes {{#${block.block}}}`, token.offset);
    }
    open.pop();
    const outer = open.at(-1);
    target = outer === undefined ? program : (outer.otherwise ?? outer.body);
    target.push({ ...block, otherwise: block.otherwise ?? [] });
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) throw new TemplateError(`{{#${unclosed.block}}} is never closed`, unclosed.offset);
  return program;
}

function nameOf(token: { readonly kind: 'else' } | { readonly kind: 'close'; readonly block: BlockKind }): string {
  return token.kind === 'else' ? '{{else}}' : `{{/${token.block}}}`;
}
