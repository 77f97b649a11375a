import type { ComponentType } from 'react';

interface PageModule {
  default: ComponentType;
}

/** A page file below `pages`, with its URL pattern, area and loader. */
export interface PageFile {
  readonly pattern: string;
  readonly isAdmin: boolean;
  readonly load: () => Promise<PageModule>;
}

const modules = import.meta.glob<PageModule>(['../pages/**/*.tsx', '!../pages/error.tsx']);

export const pages: readonly PageFile[] = Object.entries(modules).map(([file, load]) => {
  const pattern = patternOf(file);
  return { pattern, isAdmin: /^admin(\/|$)/.test(pattern), load };
});

/** Returns whether a page file matches a path. */
export function hasPage(path: string): boolean {
  return pages.some(({ pattern }) => `/${pattern}` === path);
}

/**
 * Returns the URL pattern of a file below `pages`: `orders` for `orders/index.tsx`, `orders/:id`
 * for `orders/[id].tsx`, `docs/*` for `docs/[...path].tsx`. Folders in parentheses are ignored, and
 * `404.tsx` matches all other paths.
 */
export function patternOf(file: string): string {
  const segments = file
    .replace(/^\.\.\/pages\//, '')
    .replace(/\.tsx$/, '')
    .split('/')
    .filter((segment) => segment !== 'index' && !/^\(.+\)$/.test(segment))
    .map((segment) => segment.replace(/^\[\.\.\..+\]$/, '*').replace(/^\[(.+)\]$/, ':$1'));
  const pattern = segments.join('/');
  return pattern === '404' ? '*' : pattern;
}
