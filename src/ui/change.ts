import { printable } from '../errors/printable.ts';
import type { ModelChange } from '../consent/model-changes.ts';
import type { ChangePreview, ChangeResult } from '../engine/change.ts';
import { recordsOwner, type Conflict, type Plan } from '../plan/plan.ts';
import { commandsView } from './commands.ts';
import { patchesView } from './diff.ts';
import { nearby } from './nearby.ts';
import { conflictsView, filesView } from './plan.ts';
import { shortFilesView } from './compact.ts';
import { isBundled, pluginView, shortPluginView } from './plugin-plan.ts';
import { listed, rows, type Row } from './rows.ts';
import { healedView } from './records.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** What is about to happen, before anybody is asked to agree. */
export function changePreviewView(preview: ChangePreview, screen: Screen): string {
  const conflicts = conflictsView(preview.plan.conflicts, screen);
  const isFull = !preview.plugins.every(isBundled);
  return sections([warningsView(preview.warnings, screen), ...planView(preview, { screen, isFull }), conflicts]);
}

/** A result, and where it is looked at. */
export interface ShownChange {
  readonly result: ChangeResult;
  readonly cwd: string;
  /** The plan was shown already. */
  readonly previewed: boolean;
}

/** What a command did to a project, and what there is to do next. */
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
    result.diff === undefined ? '' : patchesView(result.diff, screen),
    steps.length === 0 ? '' : `${screen.style.bold('Next')}\n${commandsView(steps, screen)}`,
  ]);
}

interface PlanDetail {
  readonly screen: Screen;
  /** Lists every file; otherwise long lists are counted. */
  readonly isFull: boolean;
}

/** The changes of every plugin, model and file. */
function planView({ plan, plugins, models, merged, moved }: ChangePreview, { screen, isFull }: PlanDetail): string[] {
  return [
    ...plugins.map((change) => (isFull || !isBundled(change) ? pluginView : shortPluginView)(change, screen)),
    modelsView(models, screen),
    (isFull ? filesView : shortFilesView)(plan, screen),
    [
      ...merged.map((path) => `= ${printable(path)}: your changes are merged with Genlock's`),
      ...moved.map(({ from, to }) => `= ${printable(to)}: moved by you from ${printable(from)}`),
    ]
      .map((line) => wrap(line, { width: screen.width, indent: 2, hanging: 4 }))
      .join('\n'),
  ];
}

/** Models that were there and get or lose fields, whoever they belong to. */
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

/** A note that Ctrl-C ended the command, and the state of the project. */
export function interruptedView(step: ChangeResult['interrupted'], { style, width }: Screen): string {
  if (step === undefined) return '';
  const state = {
    write: 'Stopped by Ctrl-C after all files were written.',
    install:
      'Stopped by Ctrl-C during the installation of packages. All files are written; node_modules is incomplete.',
  } as const;
  return wrap(`${style.yellow('!')} ${state[step]} The commands below do the rest.`, { width, hanging: 2 });
}

/** Longer lists say how many there are. */
const repairsShown = 5;

function repairedView({ repaired }: ChangeResult, { style, width }: Screen): string {
  const lines = repaired.slice(0, repairsShown).map(({ file, how }) => {
    const what = how === 'united' ? 'held both sides of a merge and is merged' : 'was damaged and is rebuilt';
    return `${printable(file)} ${what}.`;
  });
  const more = repaired.length - repairsShown;
  return [...lines, ...(more > 0 ? [`${more} more records were damaged and are rebuilt.`] : [])]
    .map((line) => wrap(`${style.yellow('!')} ${line}`, { width, hanging: 2 }))
    .join('\n');
}

const isKept = ({ reason }: Conflict): boolean => reason === 'deleted';

/** What there is to do about conflicts: some files hold markers, others stay as the user has them. */
function conflictsNote({ conflicts }: Plan, { style, width }: Screen): string {
  if (conflicts.length === 0) return '';
  const text = [
    'All other changes were applied.',
    ...(conflicts.every(isKept)
      ? []
      : ['Look for <<<<<<< in these files and choose; one without markers stays as you have it.']),
    ...(conflicts.some(isKept) ? ['A file you edited is never deleted: keep it, or delete it yourself.'] : []),
    'Then run `genlock resolve --continue`, or `genlock resolve --abort` to have them back as they were.',
  ].join(' ');
  return wrap(`${style.red('!')} ${text}`, { width, hanging: 2 });
}

function leftView({ left, project }: ChangeResult, screen: Screen): string {
  const isDocument = project.database === 'document';
  const drops = isDocument
    ? 'nothing of Genlock drops them'
    : '`genlock db migrate dev` writes the migration that drops them; it asks first';
  const list: Row[] = [
    [isDocument ? 'Collections' : 'Tables', listed(left.models)],
    [isDocument ? 'Fields' : 'Columns', listed(left.columns)],
    ['', left.models.length + left.columns.length === 0 ? '' : drops],
    ['.env', left.variables.length === 0 ? '' : `${listed(left.variables)}: no longer read`],
  ];
  const found = list.filter(([, text]) => text !== '');
  return found.length === 0 ? '' : `${screen.style.bold('What stays')}\n${rows(found, screen)}`;
}

function warningsView(list: readonly string[], { style, width }: Screen): string {
  return list.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 })).join('\n');
}

const sections = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
