import type { ComponentType } from 'react';

interface PageModule {
  default: ComponentType;
}

/** A file below `pages`: its URL pattern, whether it belongs to the admin area, and how it is loaded. */
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

/** Whether a page of its own answers this address. */
export function hasPage(path: string): boolean {
  return pages.some(({ pattern }) => `/${pattern}` === path);
}

/**
 * The URL pattern of a file below `pages`: `orders/index.tsx` is `orders`, `orders/[id].tsx` is
 * `orders/:id`, `docs/[...path].tsx` is `docs/*`, a folder in parentheses adds nothing, and
 * `404.tsx` answers everything else.
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
