import { printable } from '../errors/printable.ts';
import type { CacheClearResult, CacheInfoResult, CacheVerifyResult } from '../flows/registry/cache.ts';
import { rows } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** What the cache holds, and where. */
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

/** What was taken out of the cache. */
export function cacheClearedView({ folder, removed }: CacheClearResult, { style, width }: Screen): string {
  const what =
    removed.bytes === 0 ? 'There was nothing' : `Took out ${removed.entries} entries, ${sizeWords(removed.bytes)},`;
  return wrap(`${style.green('✔')} ${what} in ${printable(folder)}`, { width, hanging: 2 });
}

/** What was wrong in the cache, and what it holds now. */
export function cacheVerifiedView(result: CacheVerifyResult, screen: Screen): string {
  const { damaged, freed } = result;
  const { style, width } = screen;
  const said =
    damaged === 0
      ? `${style.green('✔')} Everything in the cache is what it should be`
      : `${style.yellow('!')} ${damaged} entries were damaged and are gone`;
  const more = freed === 0 ? '' : `; ${sizeWords(freed)} freed`;
  return [wrap(`${said}${more}`, { width, hanging: 2 }), cacheInfoView(result, screen)].join('\n\n');
}

/** `1.2 MiB` */
export function sizeWords(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  if (mebibytes >= 0.95) return `${mebibytes.toFixed(mebibytes < 10 ? 1 : 0)}\u00A0MiB`;
  return bytes < 1024 ? `${bytes}\u00A0bytes` : `${Math.round(bytes / 1024)}\u00A0KiB`;
}
