import { printable } from '../errors/printable.ts';
import type { FileKind, VerifyResult } from '../flows/verify.ts';
import { rows } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const longestList = 20;
const named: readonly (readonly [FileKind, string])[] = [
  ['edited', 'Edited'],
  ['missing', 'Missing'],
  ['stale', 'Not what genlock.json gives now'],
  ['unknown', 'Not Genlock’s'],
];

/** How many files are whose, and which aren't what the records give. */
export function verifiedView(result: VerifyResult, screen: Screen): string {
  const { status, files, plugins, contradictions } = result;
  const { style, width } = screen;
  const count = (owner: string): number =>
    files.filter((file) => (file.kind === 'core' || file.kind === 'plugin') && file.owner === owner).length;
  const owners = [
    ['core', String(count('core'))] as const,
    ...plugins.map(({ name, version, integrity }) => {
      const [, digest = ''] = integrity.split('-');
      return [printable(name), `${count(name)}, ${printable(version)} ${digest.slice(0, 12)}…`] as const;
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
    verified: `${style.green('✔')} The records agree with each other and with every file that is not named here.`,
    edited: `${style.red('✖')} Some files are not exactly what the records give.`,
    unsound: `${style.red('✖')} The records contradict each other.`,
  } as const;
  return [
    `${style.bold('Files as rendered')}\n${rows(owners, screen)}`,
    ...lists,
    [
      ...contradictions.map((text) => wrap(`${style.red('!')} ${printable(text)}`, { width, hanging: 2 })),
      wrap(verdict[status], { width, hanging: 2 }),
    ].join('\n'),
  ].join('\n\n');
}
