import { printable } from '../errors/printable.ts';
import { recordsOwner, type Change, type Plan } from '../plan/plan.ts';
import { areasView, filesView } from './plan.ts';
import { listed, rows } from './rows.ts';
import type { Screen } from './terminal.ts';

/** Limit of listed files. Longer plans show counts. */
const filesListed = 20;
/** Limit of listed routes. More routes are counted by path and access. */
const routesListed = 4;

/** Route for the compact views. */
export interface CountedRoute {
  /** Path with the `/api` prefix. */
  readonly path: string;
  /** `public`, `authenticated` or `admin`. */
  readonly access: string;
}

/** Lists the files of a short plan. Counts the files of a long plan by kind and folder. */
export function shortFilesView(plan: Plan, screen: Screen): string {
  const files = plan.changes.filter(({ owner }) => owner !== recordsOwner);
  if (files.length <= filesListed) return filesView(plan, screen);
  const count = (kind: Change['kind']): number => files.filter((file) => file.kind === kind).length;
  const kinds = [`${count('create')} new`, `${count('update')} changed`, `${count('delete')} deleted`];
  const text = `${areasView(plan)}; ${listed(kinds.filter((words) => !words.startsWith('0 ')))}`;
  return rows([['Files', text]], screen);
}

/**
 * Returns `9 below /api/auth: 5 public, 4 authenticated`, or a list of few routes.
 *
 * @param options.note follows each count
 */
export function routesText<Route extends CountedRoute>(
  routes: readonly Route[],
  { words, note = '' }: { readonly words: (route: Route) => string; readonly note?: string },
): string {
  if (routes.length <= routesListed) return listed(routes.map(words));
  const groups = Map.groupBy(routes, ({ path }) => path.split('/').slice(0, 3).join('/'));
  return [...groups]
    .map(([path, group]) => {
      const access = [...Map.groupBy(group, (route) => route.access)];
      const counts = access.map(([name, those]) => `${those.length} ${name}`);
      return `${group.length} below ${printable(path)}: ${listed(counts)}${note}`;
    })
    .join('; ');
}

/** Returns the first names of a list, and the number of the others. */
export function shortList(names: readonly string[], most = 12): string {
  const more = names.length - most;
  return listed(more > 0 ? [...names.slice(0, most), `${more} more`] : names);
}
