/** Text as lines without their ends, and the form to preserve. */
export interface Lines {
  readonly texts: readonly string[];
  /** End of each line: LF, CRLF, or empty for an unterminated last line. */
  readonly ends: readonly string[];
  /** Byte order mark, or empty. */
  readonly mark: string;
  /** Most frequent line end. */
  readonly end: string;
}

/** Line of a result. Without its own line end, it gets the most frequent one. */
export interface Line {
  readonly text: string;
  readonly end?: string;
}

const byteOrderMark = '\uFEFF';

export function readLines(content: string): Lines {
  const mark = content.startsWith(byteOrderMark) ? byteOrderMark : '';
  const raw = content.slice(mark.length).split(/(?<=\n)/u);
  const lines = raw.length === 1 && raw[0] === '' ? [] : raw;
  const ends = lines.map((line) => /\r?\n$/u.exec(line)?.[0] ?? '');
  const crlf = ends.filter((end) => end === '\r\n').length;
  return {
    texts: lines.map((line, index) => line.slice(0, line.length - (ends[index]?.length ?? 0))),
    ends,
    mark,
    end: crlf * 2 > ends.filter((end) => end !== '').length ? '\r\n' : '\n',
  };
}

/** Joins lines. Keeps the user's byte order mark, line ends and unterminated last line. */
export function writeLines(lines: readonly Line[], form: Lines): string {
  const endsOpen = form.ends.at(-1) === '';
  const written = lines.map(({ text, end }, index) => {
    if (index === lines.length - 1) return endsOpen ? text : text + (end || form.end);
    return text + (end || form.end);
  });
  return form.mark + written.join('');
}

/** Returns the text with LF and without a byte order mark, as parsers require. */
export function plainText({ texts, ends }: Lines): string {
  return texts.map((text, index) => text + (ends[index] === '' ? '' : '\n')).join('');
}

/** Returns whether the text has different line ends. Only a line merge preserves them. */
export function hasMixedEnds({ ends }: Lines): boolean {
  return new Set(ends.filter((end) => end !== '')).size > 1;
}
