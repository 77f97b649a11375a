/** Files with styles, which the generated project's Vite and Tailwind process. */
import { lineFinder } from '../core/lines.ts';

/** Style sheets that Vite and Tailwind read without another package. */
export const styleFile = /\.(?:css|pcss|postcss)$/iu;

/** Style sheets of preprocessors. A generated project has no preprocessor, and most preprocessors can load modules. */
export const preprocessedFile = /\.(?:s[ac]ss|less|styl|stylus|sss)$/iu;

const anywhere = /@(plugin|config)(?![\w-])/giu;
const asStatement = /(?:^\uFEFF?|[;{}]|\*\/)\s*@(plugin|config)(?![\w-])/giu;

/** At-rule of Tailwind that runs a module during the build. */
export interface LoadingAtRule {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/**
 * Finds the at-rules `@plugin` and `@config`. In style sheets, also in comments and strings, because parsers do not
 * agree where these end. In other text, at the beginning of a statement: with the query `?&lang.css`, Vite's server
 * passes any file to Tailwind.
 */
export function loadingAtRules(path: string, text: string): readonly LoadingAtRule[] {
  // Almost no file has one, and the exact patterns try every statement.
  if (!/@(?:plugin|config)/iu.test(text)) return [];
  const lineAt = lineFinder(text);
  return [...text.matchAll(styleFile.test(path) ? anywhere : asStatement)].map(({ 0: match, 1: name = '', index }) => ({
    name: `@${name.toLowerCase()}`,
    line: lineAt(index + match.length),
  }));
}
