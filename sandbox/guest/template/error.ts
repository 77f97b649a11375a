import type { FatalLimit } from '../../protocol/limits.ts';

/** A template error with its offset, which is converted to a line and a column later. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly offset: number;
  /** The exceeded limit, if any. */
  readonly limit: FatalLimit | undefined;

  constructor(message: string, offset: number, limit?: FatalLimit) {
    super(message);
    this.offset = offset;
    this.limit = limit;
  }
}

/** Returns the line and column of an offset, both counted from 1, with columns in UTF-16 code units. */
export function positionOf(source: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = source.indexOf('\n'); end !== -1 && end < offset; end = source.indexOf('\n', end + 1)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
