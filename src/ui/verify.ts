import { printable } from '../errors/printable.ts';
import type { FileKind, VerifyResult } from '../flows/verify/verify.ts';
import type { Difference, Rerun } from '../flows/verify/rerun.ts';
import { belowHealed } from './records.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const longestList = 20;
const named: readonly (readonly [FileKind, string])[] = [
  ['edited', 'Edited'],
  ['missing', 'Missing'],
  ['stale', 'Outdated, `genlock sync` updates them'],
  ['unknown', 'Not Genlock’s'],
];

/** Shows the number of files by owner, and the files that differ from the records. */
export function verifiedView(result: VerifyResult, screen: Screen): string {
  const { healed, status, files, plugins, contradictions, reruns } = result;
  const { style, width } = screen;
  const count = (owner: string): number =>
    files.filter((file) => (file.kind === 'core' || file.kind === 'plugin') && file.owner === owner).length;
  const owners = [
    ['core', filesWords(count('core'))] as const,
    ...plugins.map(({ name, version, integrity }) => {
      const words = `${filesWords(count(name))}, ${printable(version)} (${printable(integrity).slice(0, 19)}…)`;
      return [printable(name), words] as const;
    }),
  ];
  const lists = named.flatMap(([kind, title]) => {
    const paths = files.filter((file) => file.kind === kind).map(({ path }) => `  ${printable(path)}`);
    if (paths.length === 0) return [];
    const left = paths.length - longestList;
    const shown = [...paths.slice(0, longestList), ...(left > 0 ? [`  and ${left} more`] : [])];
    return [[style.bold(`${title}: ${paths.length}`), ...shown].join('\n')];
  });
  const verdict = {
    verified: `${style.green('✔')} The records match each other and all files that are not listed here.`,
    edited: `${style.red('✖')} Some files differ from the records.`,
    unsound: `${style.red('✖')} ${contradictions.length > 0 ? 'The records contradict each other.' : 'A plugin differs from its entry in the lockfile.'}`,
    unproven: `${style.red('✖')} The records match each other, but not every plugin could be run again.`,
  } as const;
  const view = [
    `${style.bold('Files exactly as they are rendered')}\n${rows(owners, screen)}`,
    ...lists,
    ...(reruns.length === 0 ? [] : [`${style.bold('Run again')}\n${rows(reruns.flatMap(rerunRows), screen)}`]),
    [
      ...contradictions.map((text) => wrap(`${style.red('!')} ${printable(text)}`, { width, hanging: 2 })),
      wrap(verdict[status], { width, hanging: 2 }),
    ].join('\n'),
  ].join('\n\n');
  return belowHealed(healed, { view, screen });
}

const outcomes: Readonly<Record<Rerun['outcome'], string>> = {
  same: 'the same operations',
  different: 'operations differ from the lockfile',
  'other-bytes': 'not run: its source differs from the lockfile',
  'other-version': 'not run: another version of Genlock created it; run `genlock upgrade` or use that version',
  'no-source': 'not run: its source is missing',
  'other-inputs': 'not run: its configuration in genlock.json has changed; run `genlock sync` first',
  off: 'not run: it is disabled',
};

function rerunRows({ name, source, outcome, differences }: Rerun): readonly Row[] {
  const isOnline = outcome === 'no-source' && source.startsWith('registry:');
  const words = isOnline ? 'not run: it is not in the cache; run `genlock cache fetch`' : outcomes[outcome];
  const place = outcome === 'no-source' || outcome === 'other-bytes' ? ` (${source.replace('folder:', '')})` : '';
  const shown = differences.slice(0, longestList).map((difference): Row => ['', differenceWords(difference)]);
  const left = differences.length - longestList;
  return [
    [printable(name), printable(`${words}${isOnline ? '' : place}`)],
    ...shown,
    ...(left > 0 ? [['', `and ${left} more`] as const] : []),
  ];
}

const changes: Readonly<Record<Difference['change'], string>> = {
  added: 'only in the run',
  removed: 'not in the run',
  changed: 'different in the run',
};

/** `copyTemplates[0] server/routes/a.ts: different in the run` */
function differenceWords({ kind, index, path, change }: Difference): string {
  const call = index === undefined ? kind : `${kind}[${index}]`;
  return printable(`${call}${path === undefined ? '' : ` ${path}`}: ${changes[change]}`);
}

const filesWords = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
