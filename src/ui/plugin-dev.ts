import type { ReadyApplication } from '../flows/author/dev-application.ts';
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

/** Shows the address of the running application, once. */
export function devReadyView({ url, isConfined, isFirst }: ReadyApplication, { style, width }: Screen): string {
  const said = (text: string): string => wrap(text, { width, hanging: 2 });
  if (!isFirst) return said(`${style.green('✔')} The application has started again`);
  const warning =
    'This system cannot confine the application: its code has the permissions of your user. ' +
    'On Linux, bubblewrap confines it.';
  return [
    said(`${style.green('✔')} The application runs at ${style.bold(url)}`),
    ...(isConfined ? [] : [said(`${style.yellow('!')} ${warning}`)]),
  ].join('\n');
}

/** Shows that the database of a project with migrations does not have the current schema. */
export function devSchemaView({ style, width }: Screen): string {
  const text = 'The schema has changed. Run `genlock db migrate dev` in the project.';
  return wrap(`${style.yellow('!')} ${text}`, { width, hanging: 2 });
}
