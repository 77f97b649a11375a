import { printable } from '../errors/printable.ts';
import type { OutdatedResult } from '../flows/registry/outdated.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the result of `genlock outdated`: a line for each plugin. */
export function outdatedView({ plugins, checked }: OutdatedResult, screen: Screen): string {
  const { style, width } = screen;
  if (checked === 0) return 'No plugin is from a registry.';
  if (plugins.length === 0) return `${style.green('✔')} Every plugin from a registry has its newest version.`;
  const list = plugins.map(({ name, current, wanted, latest, problem }): Row => [
    printable(name),
    problem === undefined
      ? printable(`current ${current}, wanted ${wanted}, latest ${latest}`)
      : printable(`current ${current}, ${problem.code}: ${problem.message}`),
  ]);
  const hint = 'Run `genlock update` for the wanted versions, or `genlock update <plugin>@latest`.';
  return [rows(list, screen), '', wrap(hint, { width })].join('\n');
}
