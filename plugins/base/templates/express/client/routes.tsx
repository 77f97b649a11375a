import type { RouteObject } from 'react-router';
import { Loading } from '@/components/Loading';
import { Shell } from '@/components/Shell';
import { pages, type PageFile } from '@/lib/pages';
import ErrorPage from '@/pages/error';

function routeOf({ pattern, load }: PageFile): RouteObject {
  return {
    path: pattern,
    lazy: async () => ({ Component: (await load()).default }),
    HydrateFallback: Loading,
    ErrorBoundary: ErrorPage,
  };
}

/** The routes. Pages below `pages/admin` belong to the admin area, all others are public. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    ErrorBoundary: ErrorPage,
    children: pages.filter(({ isAdmin }) => !isAdmin).map(routeOf),
  },
  {
    lazy: async () => ({ Component: (await import('@/components/admin/AdminShell')).AdminShell }),
    HydrateFallback: Loading,
    ErrorBoundary: ErrorPage,
    children: pages.filter(({ isAdmin }) => isAdmin).map(routeOf),
  },
];
