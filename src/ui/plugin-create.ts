import type { PluginCreateResult } from '../flows/author/create.ts';
import { printable } from '../errors/printable.ts';
import { commandsView } from './commands.ts';
import { nearby } from './nearby.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the result of `genlock plugin create` and the next steps. */
export function createdView(
  { result, cwd }: { readonly result: PluginCreateResult; readonly cwd: string },
  screen: Screen,
): string {
  const { plugin, plan, status, steps } = result;
  const { style, width } = screen;
  const name = style.bold(printable(plugin.name));
  const folder = nearby(plugin.folder, cwd);
  const made = status === 'created';
  const headline = made
    ? `${style.green('✔')} Created the plugin ${name} in ${folder}`
    : `Plan for the plugin ${name} in ${folder}. Nothing was written.`;
  const files = plan.changes.map(({ path }) => `  ${style.green('+')} ${printable(path)}`).join('\n');
  const next = steps.length === 0 ? [] : [`${style.bold('Next')}\n${commandsView(steps, screen)}`];
  return [wrap(headline, { width, hanging: 2 }), files, ...next].join('\n\n');
}
