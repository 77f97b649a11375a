import { printable } from '../errors/printable.ts';
import type { ListedPlugin, ListResult } from '../flows/project/list.ts';
import { belowHealed } from './records.ts';
import { sourceWords } from './release.ts';
import type { Screen } from './terminal.ts';
import { stringWidth, wrap } from './text.ts';

const states: Readonly<Record<ListedPlugin['state'], string>> = {
  on: 'on',
  off: 'off',
  missing: 'not installed',
  leaving: 'no longer in genlock.json',
};

/** Shows the plugins of a project, one per line. */
export function listView({ healed, plugins, available }: ListResult, screen: Screen): string {
  const { style, width } = screen;
  const shown = plugins.map(({ name, version = '' }) => printable(`${name} ${version}`).trim());
  const column = Math.max(0, ...shown.map((text) => stringWidth(text))) + 2;
  const lines = plugins.map(({ name: own, state, source = '', waits, requires = [] }, at) => {
    const dependents = plugins.flatMap((plugin) => (plugin.requires?.includes(own) ? [plugin.name] : []));
    const words = [
      states[state],
      sourceWords(source),
      ...(requires.length === 0 ? [] : [`requires ${requires.join(', ')}`]),
      ...(dependents.length === 0 ? [] : [`required by ${dependents.join(', ')}`]),
    ];
    const rest = printable(words.filter((word) => word !== '').join(', '));
    const name = shown[at] ?? '';
    const line = `${style.bold(name)}${' '.repeat(column - stringWidth(name))}${rest}${waits ? style.yellow(' (sync)') : ''}`;
    return wrap(line, { width, hanging: column });
  });
  const view = [
    ...(lines.length === 0 ? ['No plugin is installed.'] : lines),
    ...(plugins.some(({ waits }) => waits) ? ['', wrap('Run `genlock sync` to apply genlock.json.', { width })] : []),
    ...(available.length === 0 ? [] : ['', wrap(`Bundled, to add: ${available.join(', ')}`, { width, hanging: 2 })]),
  ].join('\n');
  return belowHealed(healed, { view, screen });
}
