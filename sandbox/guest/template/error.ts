import type { FatalLimit } from '../../protocol/limits.ts';

/** What is wrong in a template, and where: an offset until the source is at hand, then a line and a column. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly offset: number;
  /** The limit that was gone over, if it was one. */
  readonly limit: FatalLimit | undefined;

  constructor(message: string, offset: number, limit?: FatalLimit) {
    super(message);
    this.offset = offset;
    this.limit = limit;
  }
}

/** Line and column of an offset, both counted from 1, columns in UTF-16 code units. */
export function positionOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = source.indexOf('\n'); end !== -1 && end < offset; end = source.indexOf('\n', end + 1)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
