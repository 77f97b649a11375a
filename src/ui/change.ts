import { printable } from '../errors/printable.ts';
import type { ModelChange } from '../consent/model-changes.ts';
import type { ChangePreview, ChangeResult } from '../engine/change.ts';
import { recordsOwner, type Conflict, type Plan } from '../plan/plan.ts';
import { commandsView } from './commands.ts';
import { patchesView } from './diff.ts';
import { nearby } from './nearby.ts';
import { openView } from './open-entities.ts';
import { conflictsView, filesView } from './plan.ts';
import { shortFilesView } from './compact.ts';
import { isBundled, pluginView, shortPluginView } from './plugin-plan.ts';
import { listed, rows, type Row } from './rows.ts';
import { healedView, repairedView } from './records.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows a plan before the prompt. */
export function changePreviewView(preview: ChangePreview, screen: Screen): string {
  const conflicts = conflictsView(preview.plan.conflicts, screen);
  const isFull = !preview.plugins.every(isBundled);
  return sections([warningsView(preview.warnings, screen), ...planView(preview, { screen, isFull }), conflicts]);
}

/** Result of a change and the conditions under which it is shown. */
export interface ShownChange {
  readonly result: ChangeResult;
  readonly cwd: string;
  /** Whether the plan was already shown. */
  readonly previewed: boolean;
}

/** Shows the changes of a command and the next steps. */
export function changedView(shown: ShownChange, screen: Screen): string {
  const { result, cwd, previewed } = shown;
  const { steps, plan } = result;
  return sections([
    healedView(result.healed, screen),
    repairedView(result, screen),
    previewed ? '' : warningsView(result.warnings, screen),
    headline({ result, cwd }, screen),
    interruptedView(result.interrupted, screen),
    ...(previewed ? [] : planView(result, { screen, isFull: result.status === 'planned' })),
    conflictsView(plan.conflicts, screen),
    result.status === 'planned' ? '' : conflictsNote(plan, screen),
    leftView(result, screen),
    newerView(result, screen),
    result.diff === undefined ? '' : patchesView(result.diff, screen),
    steps.length === 0 ? '' : `${screen.style.bold('Next')}\n${commandsView(steps, screen)}`,
    openView(result.open, screen),
  ]);
}

/** Shows newer versions that the ranges in genlock.json exclude, with the command that installs each. */
function newerView({ newer = [] }: ChangeResult, screen: Screen): string {
  if (newer.length === 0) return '';
  const title = 'Newer versions outside the ranges in genlock.json';
  const list = newer.map(({ name, installed, inRange, newest }): Row => [
    printable(name),
    listed([`installed ${installed}`, `newest in range ${inRange}`, `newest ${newest}`]),
  ]);
  const command = ['genlock update', ...newer.map(({ name }) => `${name}@latest`)].join(' ');
  const commands = [{ command, reason: newer.length === 1 ? 'Installs it.' : 'Installs all of them.' }];
  return `${screen.style.bold(title)}\n${rows(list, screen)}\n${commandsView(commands, screen)}`;
}

interface PlanDetail {
  readonly screen: Screen;
  /** Whether to list every file. Otherwise long lists are counted. */
  readonly isFull: boolean;
}

/** Shows the changes of all plugins, models and files. */
function planView(
  { plan, plugins, models, merged, moved, renamed = [] }: ChangePreview,
  { screen, isFull }: PlanDetail,
): string[] {
  const places = new Set(renamed.map(({ to }) => to));
  return [
    ...plugins.map((change) => (isFull || !isBundled(change) ? pluginView : shortPluginView)(change, screen)),
    modelsView(models, screen),
    (isFull ? filesView : shortFilesView)(plan, screen),
    [
      ...merged
        .filter((path) => !places.has(path))
        .map((path) => `= ${printable(path)}: your changes are merged with Genlock's`),
      ...moved.map(({ from, to }) => `= ${printable(to)}: moved by you from ${printable(from)}`),
      ...renamed.map(({ from, to, isOwn = false }) => {
        const what = isOwn ? 'your file, check the names in it' : 'with your changes';
        return `= ${printable(to)}: renamed from ${printable(from)}, ${what}`;
      }),
    ]
      .map((line) => wrap(line, { width: screen.width, indent: 2, hanging: 4 }))
      .join('\n'),
  ];
}

/** Shows existing models that get or lose fields, from all owners. */
function modelsView(models: readonly ModelChange[], { style, width }: Screen): string {
  return models
    .filter(({ change }) => change === 'changed')
    .map(({ name, come, go }) => {
      const fields = [...go.map((field) => `- ${field}`), ...come.map((field) => `+ ${field}`)];
      const text = `${style.yellow('~')} model ${printable(name)}: ${listed(fields)}`;
      return wrap(text, { width, indent: 2, hanging: 4, hard: true }).replaceAll('\u00A0', ' ');
    })
    .join('\n');
}

function headline({ result, cwd }: { readonly result: ChangeResult; readonly cwd: string }, screen: Screen): string {
  const { status, project, plan } = result;
  const { style, width } = screen;
  const name = style.bold(printable(project.name));
  const folder = nearby(project.root, cwd);
  const files = plan.changes.filter(({ owner }) => owner !== recordsOwner).length;
  const count = `${files} file${files === 1 ? '' : 's'}`;
  const lines = {
    changed: `${style.green('✔')} Changed ${count} of ${name} in ${folder}`,
    unchanged: `${style.green('✔')} ${name} in ${folder} is up to date. No changes made.`,
    planned: `Plan for ${name} in ${folder}: ${count}. Nothing was written.`,
  } as const;
  return wrap(lines[status], { width, hanging: 2 });
}

/** Shows that Ctrl-C ended the command, and the state of the project. */
export function interruptedView(step: ChangeResult['interrupted'], { style, width }: Screen): string {
  if (step === undefined) return '';
  const state = {
    write: 'Stopped by Ctrl-C after all files were written.',
    install:
      'Stopped by Ctrl-C during the installation of packages. All files are written; node_modules is incomplete.',
  } as const;
  return wrap(`${style.yellow('!')} ${state[step]} Run the commands below to finish.`, { width, hanging: 2 });
}

const isKept = ({ reason }: Conflict): boolean => reason === 'deleted';

/** Explains how to resolve the conflicts: in files with markers, and in files that are unchanged. */
function conflictsNote({ conflicts }: Plan, { style, width }: Screen): string {
  if (conflicts.length === 0) return '';
  const text = [
    'All other changes were applied.',
    ...(conflicts.every(isKept)
      ? []
      : ['Resolve the <<<<<<< markers in these files. A file without markers keeps your version.']),
    ...(conflicts.some(isKept) ? ['A file you edited is never deleted: keep it, or delete it yourself.'] : []),
    'Then run `genlock resolve --continue`, or `genlock resolve --abort` to restore the files.',
  ].join(' ');
  return wrap(`${style.red('!')} ${text}`, { width, hanging: 2 });
}

function leftView({ left, project }: ChangeResult, screen: Screen): string {
  const isDocument = project.database === 'document';
  const drops = isDocument
    ? 'not dropped by Genlock'
    : '`genlock db migrate dev` writes the migration that drops them; it prompts first';
  const list: Row[] = [
    [isDocument ? 'Collections' : 'Tables', listed(left.models)],
    [isDocument ? 'Fields' : 'Columns', listed(left.columns)],
    ['', left.models.length + left.columns.length === 0 ? '' : drops],
    ['.env', left.variables.length === 0 ? '' : `${listed(left.variables)}: no longer read`],
  ];
  const found = list.filter(([, text]) => text !== '');
  return found.length === 0 ? '' : `${screen.style.bold('Remaining')}\n${rows(found, screen)}`;
}

function warningsView(list: readonly string[], { style, width }: Screen): string {
  return list.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 })).join('\n');
}

const sections = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
