import type { CodeChange } from '../consent/code-changes.ts';
import type { PluginChange } from '../engine/plugin-change.ts';
import { placeText } from './code-amounts.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the changed lines of every code file, by place; an empty string if the versions were not compared. */
export function changedCodeView({ changedCode: code }: Pick<PluginChange, 'changedCode'>, screen: Screen): string {
  if (code === undefined) return '';
  const said = (text: string): string => wrap(text, { width: screen.width, indent: 2 });
  if (code.length === 0) return said('Its code has not changed.');
  const sum = (what: 'added' | 'removed'): number => code.reduce((total, file) => total + file[what], 0);
  const title = said(`Its code has changed (${counts({ added: sum('added'), removed: sum('removed') })} lines):`);
  const list = [...Map.groupBy(code, ({ place }) => place)].flatMap(([place, files]) =>
    files.map((file, at): Row => [at === 0 ? placeText(place).label : '', fileWords(file)]),
  );
  return `${screen.style.yellow(title)}\n${rows(list, screen)}`;
}

function fileWords({ path, from, before, after, ...lines }: CodeChange): string {
  const runs = from === undefined ? [] : [`until now ${placeText(from).words}`];
  const size = before === after ? [] : [`${before} → ${after} bytes`];
  return `${listed([path])}  ${listed([counts(lines), ...size, ...runs])}`;
}

const counts = ({ added, removed }: Pick<CodeChange, 'added' | 'removed'>): string => `+${added} −${removed}`;
