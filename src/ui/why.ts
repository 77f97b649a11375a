import { printable } from '../errors/printable.ts';
import type { PinnedPlugin, WhyResult } from '../flows/why/why.ts';
import type { LineRange } from '../flows/why/lines.ts';
import type { Part } from '../flows/why/parts.ts';
import { belowHealed } from './records.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

type Reason = WhyResult['reasons'][number];

/** Limit of listed paths, for all reasons together. */
const longestList = 12;

/** Shows the origin of a file or line, and the files that depend on the same origin. */
export function whyView(result: WhyResult, screen: Screen): string {
  const { style, width } = screen;
  const { healed, file, line, reasons } = result;
  const place = line === undefined ? printable(file) : `${printable(file)}:${line.number}`;
  const quoted = line === undefined ? [] : [style.dim(`  ${printable(line.text.trim()).slice(0, width - 2)}`)];
  const view = [
    [style.bold(place), ...quoted].join('\n'),
    wrap([origin(result), ...overrideWords(result)].join(' '), { width }),
    ...reasons.map((reason) => reasonView(reason, { result, screen })),
  ].join('\n\n');
  return belowHealed(healed, { view, screen });
}

function origin(result: WhyResult): string {
  const { file, origin: from, movedFrom, line, reasons, isInEveryProject } = result;
  if (from === undefined) return line === undefined ? 'This file is yours.' : 'This file and the line are yours.';
  if (from.kind === 'record') return records[file] ?? 'This file contains records of Genlock.';
  const moved = movedFrom === undefined ? '' : ` as ${printable(movedFrom)}, and you moved it`;
  const by =
    from.kind === 'core'
      ? `Genlock renders this file (${from.emitter})${moved}`
      : `The plugin ${pluginWords(from.plugin)} contributes this file${moved}`;
  if (line?.isYours === true) return `${by}, but this line is yours.`;
  const made =
    from.kind === 'plugin' && reasons.length === 0 ? ` It comes from ${partWords(from.call, movedFrom ?? file)}.` : '';
  const what = line === undefined ? 'it' : 'the line';
  if (isInEveryProject) return `${by}.${made} Every project has ${what}.`;
  if (reasons.length > 0) return `${by}.`;
  return `${by}.${made} No single entity or plugin determines ${what}.`;
}

function overrideWords({ replacedBy, replaces }: WhyResult): readonly string[] {
  if (replacedBy !== undefined) return [`The application uses ${printable(replacedBy)} instead.`];
  if (replaces === undefined) return [];
  const { path, exists, nearest } = replaces;
  if (exists) return [`It replaces ${printable(path)}.`];
  const meant = nearest === undefined ? '' : ` Did you mean ${printable(nearest)}?`;
  return [`It replaces no file: ${printable(path)} does not exist.${meant}`];
}

const records: Readonly<Record<string, string>> = {
  'genlock.json': 'This is the configuration of the project. You, `genlock add` and `genlock entity` edit it.',
  'genlock.policy.json': 'This is the policy of the project. You edit it. Genlock only reads it.',
};

function reasonView(
  { kind, name, plugin, requiredBy = [], parts, effect, goes }: Reason,
  { result, screen }: { readonly result: WhyResult; readonly screen: Screen },
): string {
  const { file, movedFrom, line, reasons } = result;
  const { style, width } = screen;
  const who = plugin === undefined ? printable(name) : pluginWords(plugin);
  const list: Row[] = [
    ['Decides', effect === 'file' ? 'the whole file' : line === undefined ? 'part of the file' : 'this line'],
    ...parts.map((part, at): Row => [at === 0 ? 'From' : '', partWords(part, movedFrom ?? file)]),
    ...(requiredBy.length === 0 ? [] : [['Required by', listed(requiredBy)] as const]),
    ['Without it', goesWords(goes)],
  ];
  const paths = [
    ...goes.files.map((path) => `- ${printable(path)}`),
    ...goes.changed.map(({ path, lines }) => `~ ${printable(path)}${lineWords(lines)}`),
  ];
  const longest = Math.max(4, Math.ceil(longestList / reasons.length));
  const left = paths.length - longest;
  const shown = left > 1 ? [...paths.slice(0, longest), `and ${left} more, with --json`] : paths;
  return [
    style.bold(`${kind} ${who}`),
    rows(list, screen),
    ...shown.map((text) => wrap(text, { width, indent: 4, hanging: 6 })),
  ].join('\n');
}

/** Returns name, version, and the first characters of the integrity digest. */
function pluginWords({ name, version, integrity }: PinnedPlugin): string {
  return `${printable(`${name} ${version}`)} (${printable(integrity).slice(0, 19)}…)`;
}

/** Returns `copyTemplates[0], from templates/express/client/pages/x.tsx`. Omits the requested file's name. */
function partWords({ kind, index, key, template }: Part, file: string): string {
  const call = index === undefined ? kind : `${kind}[${index}]`;
  const made = template === undefined ? '' : `, from ${template}`;
  return printable(`${call}${key === undefined || key === file ? '' : ` ${key}`}${made}`);
}

function goesWords({ files, changed }: Reason['goes']): string {
  const gone = files.length === 1 ? '1 file is removed' : `${files.length} files are removed`;
  const other = changed.length === 1 ? '1 changes' : `${changed.length} change`;
  return `${gone}, ${other}`;
}

/** Returns line numbers: `: lines 3, 7-9`. */
function lineWords(lines: readonly LineRange[]): string {
  if (lines.length === 0) return '';
  const ranges = lines.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const word = ranges.length === 1 && lines[0]?.from === lines[0]?.to ? 'line' : 'lines';
  const left = ranges.length - 6;
  return `: ${word} ${ranges.slice(0, 6).join(', ')}${left > 0 ? ', …' : ''}`;
}
