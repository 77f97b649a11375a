import { printable } from '../errors/printable.ts';
import type { ResolveResult } from '../flows/project/resolve.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const choose =
  'Resolve the <<<<<<< markers there, then run `genlock resolve --continue` again. `genlock resolve --abort` restores ' +
  'the files.';

/** Shows resolved and open conflicts. */
export function resolvedView(result: ResolveResult, { style, width }: Screen): string {
  const { status, resolved, open, yours, waiting } = result;
  const line = (text: string): string => wrap(text, { width, hanging: 2 });
  const done = status === 'planned' ? 'would be resolved' : 'resolved';
  const [own, again] = [new Set(yours), new Set(waiting)];
  const more = (path: string): string =>
    own.has(path)
      ? '; no longer generated, so it is yours'
      : again.has(path)
        ? '; your version, and `genlock sync` reports the conflict again if it remains'
        : '';
  return [
    ...resolved.map((path) => line(`${style.green('✔')} ${printable(path)}: ${done}${more(path)}`)),
    ...open.map((path) => line(`${style.red('!')} ${printable(path)}: still holds markers`)),
    ...(open.length === 0 ? [] : ['', wrap(choose, { width })]),
  ].join('\n');
}
