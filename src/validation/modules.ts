/** The modules a plugin contributes, and how an operation names one. */
import type { Operation } from '../../sandbox/index.ts';
import { ofKind, type ValidationContext } from './context.ts';

const codeExtensions = ['.ts', '.tsx', '.js', '.jsx', '.mjs'] as const;

/** Paths of all files a plugin contributes. */
export function contributedPaths(operations: readonly Operation[]): ReadonlySet<string> {
  const files = ofKind(operations, 'copyTemplates').flatMap((operation) => operation.files);
  return new Set(files.map(({ path }) => path));
}

const endings = ['', ...codeExtensions, ...codeExtensions.map((extension) => `/index${extension}`)];

/**
 * The plugin's own module an operation names from the project's root, extension optional; undefined if there is none, or
 * if it isn't code.
 */
export function ownModule(name: string, { own }: Pick<ValidationContext, 'own'>): string | undefined {
  return endings.map((ending) => name + ending).find((path) => own.has(path) && isCode(path));
}

function isCode(path: string): boolean {
  return codeExtensions.some((extension) => path.endsWith(extension)) && !path.endsWith('.d.ts');
}

/** A path without its extension and without `/index`: what has the same is the same module to an import. */
export function moduleOf(path: string): string {
  return path.replace(/(?:\.d)?\.[a-z0-9]+$/iu, '').replace(/\/index$/iu, '');
}

/** Whether a module's path can stand in generated code as it is. */
export function isModuleName(path: string): boolean {
  return /^[\w.()[\]/@~+-]+$/u.test(path);
}
