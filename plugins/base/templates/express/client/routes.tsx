import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Loading } from '@/components/Loading';
import { Shell } from '@/components/Shell';
import ErrorPage from '@/pages/error';

interface PageModule {
  default: ComponentType;
}

const modules = import.meta.glob<PageModule>(['./pages/**/*.tsx', '!./pages/error.tsx']);

/**
 * The URL pattern of a file below `pages`: `orders/index.tsx` is `orders`, `orders/[id].tsx` is
 * `orders/:id`, `docs/[...path].tsx` is `docs/*`, a folder in parentheses adds nothing, and
 * `404.tsx` answers everything else.
 */
export function patternOf(file: string): string {
  const segments = file
    .replace(/^\.\/pages\//, '')
    .replace(/\.tsx$/, '')
    .split('/')
    .filter((segment) => segment !== 'index' && !/^\(.+\)$/.test(segment))
    .map((segment) => segment.replace(/^\[\.\.\..+\]$/, '*').replace(/^\[(.+)\]$/, ':$1'));
  const pattern = segments.join('/');
  return pattern === '404' ? '*' : pattern;
}

const pages = Object.entries(modules).map(([file, load]): RouteObject => ({
  path: patternOf(file),
  lazy: async () => ({ Component: (await load()).default }),
  HydrateFallback: Loading,
  ErrorBoundary: ErrorPage,
}));

export const routes: RouteObject[] = [
  { element: <Shell />, ErrorBoundary: ErrorPage, children: pages },
];
