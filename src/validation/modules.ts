/** Contributed modules and their names in operations. */
import type { Operation } from '../../sandbox/index.ts';
import { ofKind, type ValidationContext } from './context.ts';

const codeExtensions = ['.ts', '.tsx', '.js', '.jsx', '.mjs'] as const;

/** Returns the paths of all files that a plugin contributes. */
export function contributedPaths(operations: readonly Operation[]): ReadonlySet<string> {
  const files = ofKind(operations, 'copyTemplates').flatMap((operation) => operation.files);
  return new Set(files.map(({ path }) => path));
}

const endings = ['', ...codeExtensions, ...codeExtensions.map((extension) => `/index${extension}`)];

/**
 * Finds the contributed code module with the given name, relative to the project's root, with or without extension;
 * `undefined` if no module matches.
 */
export function ownModule(name: string, { own }: Pick<ValidationContext, 'own'>): string | undefined {
  return endings.map((ending) => name + ending).find((path) => own.has(path) && isCode(path));
}

function isCode(path: string): boolean {
  return codeExtensions.some((extension) => path.endsWith(extension)) && !path.endsWith('.d.ts');
}

/** Removes the extension and `/index` from a path. Imports resolve paths with equal results to the same module. */
export function moduleOf(path: string): string {
  return path.replace(/(?:\.d)?\.[a-z0-9]+$/iu, '').replace(/\/index$/iu, '');
}

/** Returns whether a module path needs no escaping in generated code. */
export function isModuleName(path: string): boolean {
  return /^[\w.()[\]/@~+-]+$/u.test(path);
}
