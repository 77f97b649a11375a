import { printable } from '../errors/printable.ts';
import type { ChangePreview, ChangeResult } from '../flows/change.ts';
import type { PluginChange } from '../flows/plugin-changes.ts';
import { recordsOwner, type Plan } from '../plan/plan.ts';
import { commandsView } from './commands.ts';
import { nearby } from './nearby.ts';
import { conflictsView, filesView } from './plan.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** What is about to happen, before anybody is asked to agree. */
export function changePreviewView(preview: ChangePreview, screen: Screen): string {
  return sections([warningsView(preview.warnings, screen), ...planView(preview, screen)]);
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
    healedView(result, screen),
    previewed ? '' : warningsView(result.warnings, screen),
    headline({ result, cwd }, screen),
    ...(previewed ? [] : planView(result, screen)),
    conflictsView(plan.conflicts, screen),
    result.status === 'planned' ? '' : conflictsNote(plan, screen),
    leftView(result, screen),
    steps.length === 0 ? '' : `${screen.style.bold('Next')}\n${commandsView(steps, screen)}`,
  ]);
}

/** What becomes of every plugin, and of every file. */
function planView({ plan, plugins, merged, moved }: ChangePreview, screen: Screen): string[] {
  return [
    ...plugins.map((change) => pluginView(change, screen)),
    filesView(plan, screen),
    [
      ...merged.map((path) => `= ${printable(path)}: your changes are merged with Genlock's`),
      ...moved.map(({ from, to }) => `= ${printable(to)}: what Genlock wrote as ${printable(from)}`),
    ]
      .map((line) => wrap(line, { width: screen.width, indent: 2, hanging: 4 }))
      .join('\n'),
  ];
}

const marks: Readonly<Record<PluginChange['change'], readonly [mark: string, words: string]>> = {
  added: ['+', 'new'],
  updated: ['~', 'updated'],
  removed: ['-', 'taken out'],
  enabled: ['+', 'switched on'],
  disabled: ['-', 'switched off'],
};

function pluginView(change: PluginChange, screen: Screen): string {
  const { style, width } = screen;
  const { name, version, source } = change;
  const from = source.startsWith('bundled:') ? 'bundled' : source.replace('folder:', 'from ');
  const [mark, words] = marks[change.change];
  const colour = mark === '+' ? style.green : mark === '-' ? style.red : style.yellow;
  const title = `${colour(mark)} ${style.bold(printable(`${name} ${version}`))}, ${words}, ${style.dim(printable(from))}`;
  return `${wrap(title, { width, hanging: 2 })}\n${rows(contents(change), screen)}`;
}

/** Shortest first: what one agrees to fits a glance. */
function contents({ footprint, extends: extended, change }: PluginChange): readonly Row[] {
  const { files, routes, models, providers, packages, settings, secrets } = footprint;
  const added = models.filter((model) => !extended.includes(model));
  const going = change === 'removed' || change === 'disabled';
  const all: Row[] = [
    ['Code', codeWords(footprint)],
    ['Routes', listed(routes.map(routeWords))],
    ['Models', listed([...added, ...extended.map((model) => `${model} (more fields)`)])],
    ['Around all', listed(providers)],
    ['Packages', listed(packages.map((name) => name.replace(/(.)@/u, '$1 ')))],
    ['Settings', listed(settings)],
    ['Secrets', going ? '' : listed(secrets)],
    ['Files', `${files}`],
  ];
  return all.filter(([, text]) => text !== '');
}

function codeWords({ lines }: PluginChange['footprint']): string {
  const places = [
    [lines.server, 'on the server'],
    [lines.browser, 'in the browser'],
    [lines.tests, 'in tests'],
    [lines.elsewhere, 'elsewhere'],
  ] as const;
  return listed(places.filter(([count]) => count > 0).map(([count, place]) => `${count} lines ${place}`));
}

/** `GET,POST /api/notes public` → words that say when nobody is asked who they are. */
function routeWords(route: string): string {
  const [methods = '', path = '', access = ''] = route.split(' ');
  return `${methods.replaceAll(',', ' ')} ${path} (${access === 'public' ? 'public: not protected' : access})`;
}

const longestList = 24;

/** Words that belong together are held together by spaces that don't break. */
function listed(words: readonly string[]): string {
  const shown = words.slice(0, longestList).map((word) => printable(word).replaceAll(' ', '\u00A0'));
  return [...shown, ...(words.length > longestList ? [`${words.length - longestList} more`] : [])].join(', ');
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
    unchanged: `${style.green('✔')} ${name} in ${folder} is as its configuration says. Nothing was changed.`,
    planned: `Plan for ${name} in ${folder}: ${count}. Nothing was written.`,
  } as const;
  return wrap(lines[status], { width, hanging: 2 });
}

function healedView({ healed }: ChangeResult, { style, width }: Screen): string {
  if (healed === 'none') return '';
  const what = healed === 'finished' ? 'finished' : 'undone';
  return wrap(`${style.yellow('!')} An earlier command was interrupted here; it was ${what} first.`, {
    width,
    hanging: 2,
  });
}

/** What there is to do about conflicts: some files hold markers, others stay as the user has them. */
function conflictsNote({ conflicts }: Plan, { style, width }: Screen): string {
  if (conflicts.length === 0) return '';
  const text =
    'All else is done. Look for <<<<<<< in these files and choose; one without markers stays as you have it. Then ' +
    'run `genlock resolve --continue`, or `genlock resolve --abort` to have them back as they were.';
  return wrap(`${style.red('!')} ${text}`, { width, hanging: 2 });
}

function leftView({ left }: ChangeResult, screen: Screen): string {
  const list: Row[] = [
    ['Database', left.models.length === 0 ? '' : `${listed(left.models)}: the tables stay until you migrate`],
    ['.env', left.variables.length === 0 ? '' : `${listed(left.variables)}: no longer read`],
  ];
  const found = list.filter(([, text]) => text !== '');
  return found.length === 0 ? '' : `${screen.style.bold('What stays')}\n${rows(found, screen)}`;
}

function warningsView(list: readonly string[], { style, width }: Screen): string {
  return list.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 })).join('\n');
}

const sections = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
