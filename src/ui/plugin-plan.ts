/** The consent screen: the part about one plugin. */
import { printable } from '../errors/printable.ts';
import type { PluginChange } from '../engine/plugin-change.ts';
import { changedCodeView } from './changed-code.ts';
import {
  alarming,
  allRows,
  exceptionRows,
  filled,
  growthRows,
  openRow,
  originRows,
  shortRows,
  signInRow,
} from './consent-rows.ts';
import { dataMigrationsView } from './data-migrations.ts';
import { doubtsView } from './doubtful-names.ts';
import { findingsView } from './findings.ts';
import { releaseRows, sourceWords } from './release.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const marks: Readonly<Record<PluginChange['change'], readonly [mark: string, words: string]>> = {
  added: ['+', 'new'],
  updated: ['~', 'updated'],
  removed: ['-', 'removed'],
  enabled: ['+', 'enabled'],
  disabled: ['-', 'disabled'],
};

/** Returns whether a plugin is bundled with Genlock. */
export function isBundled({ source }: Pick<PluginChange, 'source'>): boolean {
  return source.startsWith('bundled:');
}

/** Shows a summary of a plugin's contributions, with counts instead of long lists. */
export function shortPluginView(change: PluginChange, screen: Screen): string {
  if (change.before !== undefined) return pluginView(change, screen);
  return joined([titleView(change, screen), doubtsView(change, screen), factsView(shortRows(change), screen)]);
}

/** Shows all contributions of a plugin. For an installed plugin, shows only additions since the last consent. */
export function pluginView(change: PluginChange, screen: Screen): string {
  const { before, growth, findings = [] } = change;
  const said = (text: string): string => wrap(text, { width: screen.width, indent: 2 });
  if (before === undefined) {
    const { release } = change;
    const facts = [...(release === undefined ? [] : releaseRows(release)), ...allRows(change)];
    return joined([
      titleView(change, screen),
      doubtsView(change, screen),
      factsView(facts, screen),
      findingsView(findings, screen),
    ]);
  }
  const head = [titleView(change, screen), originView(change, screen), doubtsView(change, screen)];
  const code = joined([changedCodeView(change, screen), dataMigrationsView(change, screen)]);
  if (growth === undefined) {
    const facts = filled([openRow(change), ...exceptionRows(change)]);
    return joined([...head, factsView(facts, screen), code]);
  }
  return joined([
    ...head,
    screen.style.yellow(said('It needs more than you approved:')),
    factsView(
      filled([signInRow(change, growth), ...exceptionRows(change), ...growthRows({ ...change, before, growth })]),
      screen,
    ),
    findingsView(growth.findings, screen),
    code,
  ]);
}

/** Shows the changes of a plugin's origin and version, and a signature that is still missing. */
function originView(change: PluginChange, screen: Screen): string {
  const { origin = [], release } = change;
  const list = originRows(change).map(([label, words]): Row => [label, screen.style.yellow(words)]);
  const isUnsigned = release?.signatures === 'absent' && !origin.some(({ what }) => what === 'signature');
  const unsigned: Row = ['Signature', isUnsigned ? 'none' : ''];
  return rows(filled([...list, unsigned]), screen);
}

/** Highlights unprotected parts. */
function factsView(facts: readonly Row[], screen: Screen): string {
  const list = facts.map(([label, text]): Row => [label, alarming.has(label) ? screen.style.yellow(text) : text]);
  return rows(list, screen);
}

/** Shows the name, the version, the kind of change and the source of a plugin. */
export function titleView(
  { name, version, source, change, before, origin = [] }: PluginChange,
  { style, width }: Screen,
): string {
  const [mark, words] = marks[change];
  const colour = mark === '+' ? style.green : mark === '-' ? style.red : style.yellow;
  const versions = before === undefined || before.version === version ? version : `${before.version} → ${version}`;
  const isLower = change === 'updated' && origin.some(({ what }) => what === 'downgrade');
  const title = [
    `${colour(mark)} ${style.bold(printable(`${name} ${versions}`))}`,
    isLower ? 'downgraded' : words,
    style.dim(printable(sourceWords(source))),
  ].join(', ');
  return wrap(title, { width, hanging: 2, hard: true });
}

const joined = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n');
