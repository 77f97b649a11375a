import { printable } from '../errors/printable.ts';
import type { CacheFetchResult } from '../flows/registry/fetch-locked.ts';
import type { CacheClearResult, CacheInfoResult, CacheVerifyResult } from '../flows/registry/cache.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows path and size of the cache. */
export function cacheInfoView({ folder, entries, bytes, most }: CacheInfoResult, screen: Screen): string {
  return rows(
    [
      ['Folder', printable(folder)],
      ['Entries', `${entries}`],
      ['Size', `${sizeWords(bytes)} of ${sizeWords(most)}`],
    ],
    screen,
  );
}

/** Shows the plugins in the cache, and the plugins that no registry has. */
export function cacheFetchedView({ plugins, local, folder }: CacheFetchResult, screen: Screen): string {
  const { style, width } = screen;
  const count = plugins.length === 1 ? '1 plugin' : `${plugins.length} plugins`;
  const title =
    plugins.length === 0
      ? `${style.green('✔')} The lockfile pins no plugin from a registry`
      : `${style.green('✔')} ${count} of the lockfile in ${printable(folder)}`;
  const list = plugins.map(({ name, version, registry }): Row => [
    printable(`${name} ${version}`),
    printable(`from ${registry}`),
  ]);
  const others = `Not from a registry: ${local.map((name) => printable(name)).join(', ')}. Their folders or archives must be on this machine.`;
  return [
    wrap(title, { width, hanging: 2 }),
    ...(list.length === 0 ? [] : [rows(list, screen)]),
    ...(local.length === 0 ? [] : [wrap(others, { width })]),
  ].join('\n');
}

/** Shows the data deleted from the cache. */
export function cacheClearedView({ folder, removed }: CacheClearResult, { style, width }: Screen): string {
  const what =
    removed.bytes === 0 ? 'No cached data' : `Deleted ${removed.entries} entries, ${sizeWords(removed.bytes)},`;
  return wrap(`${style.green('✔')} ${what} in ${printable(folder)}`, { width, hanging: 2 });
}

/** Shows the damaged cache entries and the remaining size. */
export function cacheVerifiedView(result: CacheVerifyResult, screen: Screen): string {
  const { damaged, freed } = result;
  const { style, width } = screen;
  const said =
    damaged === 0
      ? `${style.green('✔')} All cache entries are valid`
      : `${style.yellow('!')} ${damaged} damaged entries were deleted`;
  const more = freed === 0 ? '' : `; ${sizeWords(freed)} freed`;
  return [wrap(`${said}${more}`, { width, hanging: 2 }), cacheInfoView(result, screen)].join('\n\n');
}

/** `1.2 MiB` */
export function sizeWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  if (mebibytes >= 0.95) return `${mebibytes.toFixed(mebibytes < 10 ? 1 : 0)}\u00A0MiB`;
  return bytes < 1024 ? `${bytes}\u00A0bytes` : `${Math.round(bytes / 1024)}\u00A0KiB`;
}
