import type { DevRound } from '../flows/author/dev.ts';
import { patchesView } from './diff.ts';
import { pluginView } from './plugin-plan.ts';
import type { Screen } from './terminal.ts';
import { printable } from '../errors/printable.ts';
import { wrap } from './text.ts';

/** Shows one run of `genlock plugin dev`: the consent screen of the change, and its diff unless the plugin is new. */
export function devRoundView({ result, diff, elapsed }: DevRound, screen: Screen): string {
  const { style, width } = screen;
  const seconds = `${(elapsed / 1000).toFixed(1)} s`;
  const said = (text: string): string => wrap(text, { width, hanging: 2 });
  if (result.status === 'unchanged') return said(`${style.green('✔')} The project is unchanged (${seconds})`);
  const files = diff.length === 1 ? '1 file' : `${diff.length} files`;
  const isNew = result.plugins.some(({ change }) => change === 'added');
  return [
    ...result.warnings.map((text) => said(`${style.yellow('!')} ${printable(text)}`)),
    ...result.plugins.map((change) => pluginView(change, screen)),
    ...(isNew || diff.length === 0 ? [] : [patchesView(diff, screen)]),
    said(`${style.green('✔')} Changed ${files} (${seconds})`),
  ].join('\n');
}
