import { printable } from '../errors/printable.ts';
import type { Reason, WhyResult } from '../flows/why.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Where a file or a line comes from, and what would go with it. */
export function whyView(result: WhyResult, screen: Screen): string {
  const { style, width } = screen;
  const { file, line, reasons } = result;
  const place = line === undefined ? printable(file) : `${printable(file)}:${line.number}`;
  const quoted = line === undefined ? [] : [style.dim(`  ${printable(line.text.trim()).slice(0, width - 2)}`)];
  return [
    [style.bold(place), ...quoted].join('\n'),
    wrap(origin(result), { width }),
    ...reasons.map((reason) => reasonView(reason, { place: line === undefined ? 'part of it' : 'the line', screen })),
  ].join('\n\n');
}

function origin({ owner, line, reasons }: WhyResult): string {
  if (owner === undefined) return 'Genlock did not write this file.';
  const by = owner === 'core' ? 'Genlock renders this file' : `The plugin ${printable(owner)} contributes this file`;
  if (line?.isYours === true) return `${by}, but this line is yours.`;
  if (reasons.length > 0) return `${by}.`;
  return line === undefined
    ? `${by}; it is part of every project.`
    : `${by}; no single entity or plugin decides this line.`;
}

function reasonView(
  { kind, name, operations, effect, goes }: Reason,
  { place, screen }: { readonly place: string; readonly screen: Screen },
): string {
  const { style, width } = screen;
  const calls = operations.length === 0 ? '' : ` (${operations.join(', ')})`;
  const what = `${effect === 'file' ? 'the file' : place} is there because of it`;
  const title = `${style.bold(`${kind} ${printable(name)}`)}${calls}: ${what}`;
  const files = goes.files.length === 1 ? '1 file goes' : `${goes.files.length} files go`;
  const changed = goes.changed.length === 1 ? '1 changes' : `${goes.changed.length} change`;
  return [
    wrap(title, { width, indent: 2, hanging: 4 }),
    wrap(`If it went, ${files} and ${changed}.`, { width, indent: 4 }),
  ].join('\n');
}
