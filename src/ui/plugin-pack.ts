import { printable } from '../errors/printable.ts';
import type { PackResult } from '../flows/author/pack.ts';
import { sizeWords } from './cache.ts';
import { nearby } from './nearby.ts';
import { reportWords } from './publish.ts';
import { unformattedView } from './plugin-validate.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the packed archive with its files. */
export function packedView(
  { result, cwd }: { readonly result: PackResult; readonly cwd: string },
  screen: Screen,
): string {
  const { plugin, archive, files, formatted, unformatted = [], report, warnings } = result;
  const { style, width } = screen;
  const name = style.bold(`${printable(plugin.name)} ${printable(plugin.version)}`);
  const list = files.map(({ path, bytes }): Row => [printable(path), sizeWords(bytes)]);
  const facts: readonly Row[] = [
    ['Archive', `${sizeWords(archive.bytes)}, ${files.length} files, ${sizeWords(archive.unpacked)} unpacked`],
    ['Integrity', archive.integrity],
    ...(report === undefined ? [] : [['Report', reportWords(report)] as const]),
  ];
  return [
    ...warnings.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 })),
    ...(unformatted.length === 0 ? [] : [unformattedView(unformatted, screen)]),
    ...formatted.map((path) => wrap(`${style.green('✔')} Formatted ${printable(path)}`, { width, hanging: 2 })),
    wrap(`${style.green('✔')} Packed ${name} to ${nearby(archive.path, cwd)}`, { width, hanging: 2 }),
    rows(facts, screen),
    '',
    rows(list, screen),
  ].join('\n');
}
