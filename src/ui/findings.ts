import type { Finding, FindingKind } from '../consent/findings.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const kinds: Readonly<Record<FindingKind, string>> = {
  processes: 'Starts programs',
  evaluation: 'Runs text as code',
  imports: 'Loads by name',
  nonModules: 'Loads no module',
  computed: 'Computed access',
  workers: 'Workers',
  network: 'Other hosts',
  environment: 'Environment',
  files: 'Writes files',
  markup: 'Unescaped HTML',
  inline: 'Inline scripts',
  sql: 'SQL text',
  hidden: 'Hidden text',
  long: 'Long lines',
  unread: 'Not scanned',
};

const advice = 'Advisory: a static scan. It can miss code and never blocks a plugin.';
const longestList = 24;
const placesShown = 3;

/** Shows the findings of the code scan by kind, with their positions. */
export function findingsView(findings: readonly Finding[], screen: Screen): string {
  if (findings.length === 0) return '';
  const byKind = Map.groupBy(findings, ({ kind }) => kind);
  const list = [...byKind].map(([kind, found]): Row => {
    const facts = [...Map.groupBy(found, ({ what }) => what)].map(
      ([what, where]) => `${listed([what])} at ${placesOf(where)}`,
    );
    const more = facts.length > longestList ? [`${facts.length - longestList} more: see --json`] : [];
    return [kinds[kind], [...facts.slice(0, longestList), ...more].join(', ')];
  });
  return ['', screen.style.yellow(wrap(advice, { width: screen.width, indent: 2 })), rows(list, screen)].join('\n');
}

/** Returns the kinds of findings with their numbers: `Starts programs (2)`. */
export function findingWords(findings: readonly Finding[]): readonly string[] {
  return [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, found]) => `${kinds[kind]} (${found.length})`);
}

/** Returns positions: `server/a.ts:3,9 and 2 more server/b.ts:1`. */
function placesOf(findings: readonly Finding[]): string {
  const files = [...Map.groupBy(findings, ({ file }) => file)].map(([file, places]) => {
    const shown = places.slice(0, placesShown).map(({ line }) => line);
    const more = places.length > placesShown ? ` and ${places.length - placesShown} more` : '';
    return listed([`${file}:${shown.join(',')}${more}`]);
  });
  const rest = files.length > placesShown ? [`${files.length - placesShown} more files`] : [];
  return [...files.slice(0, placesShown), ...rest].join(' ');
}
