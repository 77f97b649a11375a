/** What is wrong in a template, and where: an offset until the source is at hand, then a line and a column. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
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
