import { printable } from '../errors/printable.ts';
import type { EjectResult } from '../flows/project/eject.ts';
import { recordsOwner } from '../plan/plan.ts';
import { commandsView } from './commands.ts';
import { nearby } from './nearby.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows deleted and changed files before the prompt. */
export function ejectPreviewView(result: EjectResult, screen: Screen): string {
  return [warningsView(result, screen), filesView(result, screen)].filter((text) => text !== '').join('\n\n');
}

/** Result of `eject` and the conditions under which it is shown. */
export interface ShownEject {
  readonly result: EjectResult;
  readonly cwd: string;
  /** Whether the plan was already shown. */
  readonly previewed: boolean;
}

/** Shows the result of `genlock eject` and the next steps. */
export function ejectedView({ result, cwd, previewed }: ShownEject, screen: Screen): string {
  const { status, project, steps, mentions } = result;
  const { style, width } = screen;
  const folder = nearby(project.root, cwd);
  const headline =
    status === 'planned'
      ? `Plan to remove Genlock from the project in ${folder}. Nothing was written.`
      : `${style.green('✔')} The project in ${folder} no longer uses Genlock. It runs, builds and tests as before.`;
  const after =
    'You can now edit the files in */generated. The commands of `genlock` no longer work here. Use `npm run db:migrate` and ' +
    'the related scripts, with an engine that Prisma downloads.';
  const still = `Genlock is still named in ${mentions.map((path) => printable(path)).join(', ')}.`;
  return [
    wrap(headline, { width, hanging: 2 }),
    previewed ? '' : ejectPreviewView(result, screen),
    mentions.length === 0 ? '' : wrap(still, { width }),
    wrap(after, { width }),
    steps.length === 0 ? '' : `${style.bold('Undo')}\n${commandsView(steps, screen)}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function warningsView({ warnings }: EjectResult, { style, width }: Screen): string {
  return warnings.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 })).join('\n');
}

/** Lists the records by name, with one line for all files in `.genlock`. */
function filesView({ plan }: EjectResult, { style }: Screen): string {
  const records = plan.changes.filter(({ owner }) => owner === recordsOwner).map(({ path }) => path);
  const kept = records.filter((path) => path.startsWith('.genlock/'));
  const files = kept.length === 1 ? '1 file' : `${kept.length} files`;
  const named = records.filter((path) => !path.startsWith('.genlock/'));
  const changed = plan.changes.filter(({ owner }) => owner !== recordsOwner);
  return [
    style.bold('Deleted'),
    ...(kept.length === 0 ? [] : [`  ${style.red('-')} .genlock  ${style.dim(files)}`]),
    ...named.map((path) => `  ${style.red('-')} ${printable(path)}`),
    ...(changed.length === 0 ? [] : ['', style.bold('Changed: they no longer name Genlock')]),
    ...changed.map(({ path }) => `  ${style.yellow('~')} ${printable(path)}`),
  ].join('\n');
}
