import { printable } from '../errors/printable.ts';
import type { DeprecateResult } from '../flows/author/deprecate.ts';
import type { InfoResult, SearchResult } from '../flows/registry/search.ts';
import { releaseRows } from './release.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the search results of a registry. */
export function searchView({ plugins, registry }: SearchResult, screen: Screen): string {
  if (plugins.length === 0) return wrap(`${printable(registry)} found no plugin.`, { width: screen.width });
  const list = plugins.map(({ name, version, description = '', publisher }): Row => {
    const by = publisher === undefined ? '' : `(${publisher})`;
    return [printable(`${name} ${version}`), printable(`${description} ${by}`.trim())];
  });
  return rows(list, screen);
}

/** Shows registry data about a release that is not downloaded yet. */
export function infoView(info: InfoResult, screen: Screen): string {
  const { name, version, registry, integrity, publishedAt, publisher, deprecated, trust } = info;
  const { style } = screen;
  const release = {
    ...trust,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(publisher !== undefined && { publisher }),
  };
  const facts: readonly Row[] = [
    ['Registry', printable(registry)],
    ...releaseRows(release),
    ['Integrity', integrity],
    ...(deprecated === undefined ? [] : [['Deprecated', style.yellow(printable(deprecated))] as const]),
  ];
  return `${style.bold(printable(`${name} ${version}`))}\n${rows(facts, screen)}`;
}

/** Shows the changed deprecation of a plugin's versions. */
export function deprecatedView({ name, versions, message }: DeprecateResult, { style, width }: Screen): string {
  const what = printable(`${name} ${versions.join(', ')}`);
  const said = message === '' ? `Removed the deprecation of ${what}` : `${what}: ${printable(message)}`;
  return wrap(`${style.green('✔')} ${said}`, { width, hanging: 2 });
}
