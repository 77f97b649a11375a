import { printable } from '../errors/printable.ts';
import type { ResolveResult } from '../flows/resolve.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

const again =
  'Look for <<<<<<< there and choose, then run `genlock resolve --continue` again; `genlock resolve --abort` brings the ' +
  'files back as they were.';

/** Which conflicts ended, and which wait. */
export function resolvedView({ status, resolved, open }: ResolveResult, { style, width }: Screen): string {
  const line = (text: string): string => wrap(text, { width, hanging: 2 });
  const done = status === 'planned' ? 'would be resolved' : 'resolved';
  return [
    ...resolved.map((path) => line(`${style.green('✔')} ${printable(path)}: ${done}`)),
    ...open.map((path) => line(`${style.red('!')} ${printable(path)}: still holds markers`)),
    ...(open.length === 0 ? [] : ['', wrap(again, { width })]),
  ].join('\n');
}
