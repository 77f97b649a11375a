import { printable } from '../errors/printable.ts';
import type { DiffResult } from '../flows/project/diff.ts';
import { belowHealed } from './records.ts';
import type { Screen } from './terminal.ts';

/** Shows the result of `genlock diff`. */
export function diffView({ healed, files }: DiffResult, screen: Screen): string {
  return belowHealed(healed, { view: patchesView(files, screen), screen });
}

/** Shows unified diffs, one after another. Lines are not wrapped, so that the diffs can be applied. */
export function patchesView(files: DiffResult['files'], { style }: Screen): string {
  if (files.length === 0) return `${style.green('✔')} No changes.`;
  return files
    .map(({ path, patch }) =>
      patch === undefined
        ? `${printable(path)}: changed, but not as text`
        : patch.trimEnd().split('\n').map(coloured).join('\n'),
    )
    .join('\n');

  function coloured(line: string): string {
    const text = printable(line.replaceAll('\t', '  '), { maxLength: 10_000 });
    if (line.startsWith('+++') || line.startsWith('---')) return style.bold(text);
    if (line.startsWith('+')) return style.green(text);
    if (line.startsWith('-')) return style.red(text);
    return line.startsWith('@@') ? style.cyan(text) : text;
  }
}
