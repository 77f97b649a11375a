import { isAdminPattern, patternOf } from '@shared/lib/page-pattern';
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
  const pattern = patternOf(file.replace('../pages/', ''));
  return { pattern, isAdmin: isAdminPattern(pattern), load };
});

/** Returns whether a page file matches a path. */
export function hasPage(path: string): boolean {
  return pages.some(({ pattern }) => `/${pattern}` === path);
}
