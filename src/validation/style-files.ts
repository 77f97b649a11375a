import posix from 'path-browserify';
import { lineFinder } from '../core/lines.ts';
import { loadingAtRules, preprocessedFile, styleFile } from '../plugin/style-sheets.ts';
import { ofKind, refusal, type Diagnostic, type OperationValidator, type ValidationContext } from './context.ts';

/**
 * Validates contributed files as Tailwind and Vite read them: no at-rule loads a module into the build, no file needs a
 * preprocessor, and Tailwind reads only files of the plugin.
 */
export const validateStyleFiles: OperationValidator = function* (trial) {
  // The base plugin is part of Genlock, and its style sheet names the whole project.
  if (trial.isSkeleton) return;
  const files = ofKind(trial.operations, 'copyTemplates').flatMap((operation) => operation.files);
  for (const file of files) {
    const { path } = file;
    if (preprocessedFile.test(path)) {
      yield refusal(trial, { code: 'JUDGE_CSS_DIALECT', reason: `writes ${path}, which needs a CSS preprocessor` });
    }
    const text = 'content' in file ? file.content : textOf(trial.files.get(file.source));
    yield* codeProblems({ path, text }, trial);
    if (styleFile.test(path)) yield* sourceProblems({ path, text }, trial);
  }
};

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

interface TextFile {
  readonly path: string;
  readonly text: string;
}

function* codeProblems({ path, text }: TextFile, trial: ValidationContext): Generator<Diagnostic> {
  for (const { name, line } of loadingAtRules(path, text)) {
    const reason = `writes ${path}, whose ${name} in line ${line} runs a module during the build`;
    yield refusal(trial, { code: 'JUDGE_CSS_CODE', reason, where: { file: path, line } });
  }
}

/** Paths that Tailwind searches for class names: `@source "…"` and `@import "…" source("…")`. */
const sources = /@source\s+(?!not\s)["']([^"'\n]*)["']|\bsource\(\s*["']([^"'\n]*)["']\s*\)/giu;

function* sourceProblems({ path, text }: TextFile, trial: ValidationContext): Generator<Diagnostic> {
  const lineAt = lineFinder(text);
  for (const { 0: match, 1: named, 2: folder = '', index } of text.matchAll(sources)) {
    if (isOwn(posix.join(posix.dirname(path), named ?? folder), trial)) continue;
    const line = lineAt(index);
    const reason = `writes ${path}, whose ${match} in line ${line} reads files outside the plugin`;
    yield refusal(trial, { code: 'JUDGE_CSS_SOURCE', reason, where: { file: path, line } });
  }
}

/** Depth from which a folder belongs to one plugin, such as `client/pages/orders`. */
const ownDepth = 3;

/** Returns whether a path or pattern means files of the plugin only. */
function isOwn(pattern: string, { own }: ValidationContext): boolean {
  if (own.has(pattern)) return true;
  const folder = pattern.replace(/\/?[^/]*[*{].*$/u, '').replace(/\/$/u, '');
  if (folder.split('/').length < ownDepth || folder.startsWith('..')) return false;
  return [...own].some((path) => path.startsWith(`${folder}/`));
}
