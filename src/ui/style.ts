import { styleText } from 'node:util';
import { isPlain } from './accessible.ts';

type Format = Parameters<typeof styleText>[0];

/** Text styles of a view, with or without colour. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const styleOf = (apply: (format: Format, text: string) => string): Style => ({
  bold: (text) => apply('bold', text),
  dim: (text) => apply('dim', text),
  red: (text) => apply('red', text),
  green: (text) => apply('green', text),
  yellow: (text) => apply('yellow', text),
  cyan: (text) => apply('cyan', text),
});

/** Style without colour, for files, tests and `NO_COLOR`. */
export const plain: Style = styleOf((_format, text) => text);

/**
 * Returns the style for a stream. Uses colour only on a terminal. Respects `NO_COLOR`, `FORCE_COLOR` and {@link
 * isPlain}.
 */
export function styleFor(stream: NodeJS.WriteStream): Style {
  if (isPlain(process.env)) return plain;
  return styleOf((format, text) => styleText(format, text, { stream }));
}
