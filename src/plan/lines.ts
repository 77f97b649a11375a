/** A text as lines without their ends, and what is to be kept of its form. */
export interface Lines {
  readonly texts: readonly string[];
  /** Of each line: LF, CRLF, or nothing where the last line isn't ended. */
  readonly ends: readonly string[];
  /** A byte order mark, or nothing. */
  readonly mark: string;
  /** What most of its lines end with. */
  readonly end: string;
}

/** One line of a result; without an end of its own it takes the file's. */
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

/** Lines as one text in the form of the user's: its byte order mark, its line ends, its missing last one. */
export function writeLines(lines: readonly Line[], form: Lines): string {
  const endsOpen = form.ends.at(-1) === '';
  const written = lines.map(({ text, end }, index) => {
    if (index === lines.length - 1) return endsOpen ? text : text + (end || form.end);
    return text + (end || form.end);
  });
  return form.mark + written.join('');
}

/** The same text with LF, without a mark: what readers of a format want. */
export function plainText({ texts, ends }: Lines): string {
  return texts.map((text, index) => text + (ends[index] === '' ? '' : '\n')).join('');
}

/** Whether its lines end in different ways, so that only a merge line by line can keep them. */
export function hasMixedEnds({ ends }: Lines): boolean {
  return new Set(ends.filter((end) => end !== '')).size > 1;
}
