import { printable } from '../errors/printable.ts';
import type { DeprecateResult } from '../flows/author/deprecate.ts';
import type { InfoResult, SearchResult } from '../flows/registry/search.ts';
import { reportWords } from './publish.ts';
import { releaseRows } from './release.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the search results by registry. */
export function searchView({ plugins, registries }: SearchResult, screen: Screen): string {
  return registries
    .map(({ registry, mirror, problem }) => {
      const place = printable(mirror === true ? `The mirror ${registry}` : registry);
      if (problem !== undefined) return wrap(`${place} was not searched: ${printable(problem)}.`, screen);
      const list = plugins.filter((plugin) => plugin.registry === registry).map(pluginRow);
      if (list.length === 0) return wrap(`${place} found no plugin.`, screen);
      return `${screen.style.bold(place)}\n${rows(list, screen)}`;
    })
    .join('\n\n');
}

function pluginRow({ name, version, description = '', publisher }: SearchResult['plugins'][number]): Row {
  const by = publisher === undefined ? '' : `(${publisher})`;
  return [printable(`${name} ${version}`), printable(`${description} ${by}`.trim())];
}

/** Shows registry data about a release that is not downloaded yet. */
export function infoView(info: InfoResult, screen: Screen): string {
  const { name, version, registry, mirror, integrity, publishedAt, publisher, deprecated, trust } = info;
  const { style } = screen;
  const release = {
    ...(publishedAt !== undefined && { publishedAt }),
    ...(publisher !== undefined && { publisher }),
    ...(mirror !== undefined && { mirror }),
  };
  const facts: readonly Row[] = [
    registry === undefined ? ['Source', 'part of Genlock'] : ['Registry', printable(registry)],
    ...(trust === undefined ? [] : releaseRows({ ...trust, ...release })),
    ['Integrity', integrity],
    ...relationRows(info),
    ['Tests', testsWords(info.tests)],
    ...(deprecated === undefined ? [] : [['Deprecated', style.yellow(printable(deprecated))] as const]),
  ];
  return `${style.bold(printable(`${name} ${version}`))}\n${rows(facts, screen)}`;
}

function relationRows({ provides, extends: extended, requires = [] }: InfoResult): readonly Row[] {
  return [
    ...(requires.length === 0 ? [] : [['Requires', listed(requires)] as const]),
    ...(provides === undefined ? [] : [['Provides', provides] as const]),
    ...(extended === undefined ? [] : [['Extends', extended] as const]),
  ];
}

const reportStates: Readonly<Record<InfoResult['tests']['state'], string>> = {
  absent: 'no report',
  invalid: 'the report cannot be read',
  stale: 'the report is about other files',
  broken: 'the report lists a broken law',
  current: 'the report matches the package',
  unknown: 'not checked',
};

/** `8 laws, 12 projects, Genlock 0.1.0: the report matches the package` */
function testsWords({ state, laws, cases, genlock, reason }: InfoResult['tests']): string {
  if (reason !== undefined) return printable(`${reportStates[state]}: ${reason}`);
  if (laws === undefined || cases === undefined || genlock === undefined) return reportStates[state];
  return `${reportWords({ laws, cases, genlock })}: ${reportStates[state]}`;
}

/** Shows the changed deprecation of a plugin's versions. */
export function deprecatedView({ name, versions, message }: DeprecateResult, { style, width }: Screen): string {
  const what = printable(`${name} ${versions.join(', ')}`);
  const said = message === '' ? `Removed the deprecation of ${what}` : `${what}: ${printable(message)}`;
  return wrap(`${style.green('✔')} ${said}`, { width, hanging: 2 });
}
