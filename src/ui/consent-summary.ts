/** The effects to check before consent, for a plan that is taller than the terminal. */
import type { PluginChange } from '../engine/plugin-change.ts';
import { alarmingRows, originRows } from './consent-rows.ts';
import { findingWords } from './findings.ts';
import { isBundled, titleView } from './plugin-plan.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';

/** Lines of the question below the text. */
const questionLines = 6;
/** Limit of one row. A plugin controls the length of its lists. */
const longestRow = 120;

/**
 * Repeats the unprotected and dangerous effects of each plugin below output that is taller than the terminal. Otherwise
 * a plugin could move them out of sight with many files. Each plugin has a limited number of lines.
 */
export function withConsentSummary(text: string, plugins: readonly PluginChange[], screen: Screen): string {
  const { height } = screen;
  if (height === undefined || text.split('\n').length + questionLines <= height) return text;
  const summaries = plugins.filter((plugin) => plugin.asks && !isBundled(plugin)).map((one) => summary(one, screen));
  if (summaries.length === 0) return text;
  const title = screen.style.bold('Check before you answer (the complete plan is above)');
  return [text, title, ...summaries].join('\n\n');
}

function summary(plugin: PluginChange, screen: Screen): string {
  const { changedCode = [], dataMigrations = [], doubts = [], findings = [], growth } = plugin;
  const list: readonly Row[] = [
    ...originRows(plugin),
    ['Similar names', listed(doubts.map(({ name }) => name))],
    ...alarmingRows(plugin),
    ['Code scan', listed(findingWords(growth?.findings ?? (plugin.before === undefined ? findings : [])))],
    ['Changed code', changedCode.length === 0 ? '' : filesWords(changedCode.length)],
    ['Changed rows', dataMigrations.length === 0 ? '' : filesWords(dataMigrations.length)],
    ['Files', `${plugin.footprint.files}`],
  ];
  const shown = list.filter(([, words]) => words !== '').map(([label, words]): Row => [label, cut(words)]);
  return `${titleView(plugin, screen)}\n${rows(shown, screen)}`;
}

const filesWords = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

function cut(words: string): string {
  return words.length <= longestRow ? words : `${words.slice(0, longestRow)} …`;
}
