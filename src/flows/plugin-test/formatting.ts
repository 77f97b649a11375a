import type { FormatConfig } from 'oxfmt';
import type { Tree } from '../../core/tree.ts';

/** Formatter of a generated project, in process. `options` are the options of the project. */
export type Formatter = (path: string, text: string, options: FormatConfig) => Promise<FormattedFile>;

interface FormattedFile {
  /** The formatted text. Equals the text of a file that is not code or data. */
  readonly text: string;
  /** Syntax errors. */
  readonly errors: readonly string[];
}

/** A file that the formatter of the project changes or cannot read. */
export interface UnformattedFile {
  readonly path: string;
  /** First line that differs, from 1. */
  readonly line: number;
  /** Syntax error. Absent if only the format differs. */
  readonly error?: string;
}

const formatted = /\.(?:[cm]?[jt]sx?|json|css|html|md|ya?ml)$/u;

/** Returns whether the formatter of the project checks a file. */
export function isFormatted(path: string): boolean {
  return formatted.test(path);
}

/**
 * Loads the formatter next to Genlock. It is an optional package, because users need it only for this check.
 *
 * @returns `undefined` if it is not installed
 */
export async function loadFormatter(): Promise<Formatter | undefined> {
  const oxfmt = await import('oxfmt').catch(() => undefined);
  if (oxfmt === undefined) return undefined;
  const format: Formatter = async (path, text, options) => {
    const { code, errors } = await oxfmt.format(path, text, options);
    return { text: code, errors: errors.map(({ message }) => message) };
  };
  // Most files of a plugin are the same in every project.
  const known = new Map<string, Promise<FormattedFile>>();
  return (path, text, options) => {
    const key = JSON.stringify([path, options, text]);
    const formatted = known.get(key) ?? format(path, text, options);
    known.set(key, formatted);
    return formatted;
  };
}

/**
 * Formats the files that a plugin adds or changes.
 *
 * @param without the project without the plugin
 */
export async function unformattedFiles(
  { tree, without }: { readonly tree: Tree; readonly without: Tree },
  format: Formatter,
): Promise<readonly UnformattedFile[]> {
  const options = optionsIn(tree);
  const found: UnformattedFile[] = [];
  for (const [path, { content }] of tree) {
    // Files without tags are bytes of the package.
    const written = decoded(content);
    if (!isFormatted(path) || decoded(without.get(path)?.content) === written) continue;
    const { text, errors } = await format(path, written, options);
    const [error] = errors;
    if (error !== undefined) found.push({ path, line: 1, error });
    else if (text !== written) found.push({ path, line: firstDifference(text, written) });
  }
  return found;
}

function decoded(content: string | Uint8Array | undefined): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** Reads the options of the project's formatter. */
function optionsIn(tree: Tree): FormatConfig {
  const text = tree.get('.oxfmtrc.json')?.content;
  const written: FormatConfig & { readonly $schema?: string; readonly ignorePatterns?: readonly string[] } =
    typeof text === 'string' ? JSON.parse(text) : {};
  const { $schema: _, ignorePatterns: __, ...options } = written;
  return options;
}

function firstDifference(one: string, other: string): number {
  const [left, right] = [one.split('\n'), other.split('\n')];
  return left.findIndex((line, at) => line !== right[at]) + 1;
}
