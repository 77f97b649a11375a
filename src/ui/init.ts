import { printable } from '../errors/printable.ts';
import type { InitPreview, InitResult } from '../flows/project/init.ts';
import type { Summary } from '../engine/summary.ts';
import { interruptedView } from './change.ts';
import { codeWords } from './code-amounts.ts';
import { commandView, commandsView } from './commands.ts';
import { patchesView } from './diff.ts';
import { nearby } from './nearby.ts';
import { openView } from './open-entities.ts';
import { areasView, conflictsView, filesView } from './plan.ts';
import { routesText, shortFilesView } from './compact.ts';
import { isBundled, pluginView, shortPluginView } from './plugin-plan.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the plan before the prompt. */
export function previewView(preview: InitPreview, screen: Screen): string {
  return sections([
    ...warnings(preview.warnings, screen),
    screen.style.bold('Files to write'),
    contents(preview, screen),
    ...preview.plugins.map((change) => (isBundled(change) ? shortPluginView : pluginView)(change, screen)),
    contributed(preview, screen),
    conflictsView(preview.plan.conflicts, screen),
  ]);
}

/** Result of `init` and the conditions under which it is shown. */
export interface ShownInit {
  readonly result: InitResult;
  readonly cwd: string;
  readonly milliseconds: number;
  /** Whether the plan was shown before it was applied. Then it is not shown again. */
  readonly previewed?: boolean;
}

/** Shows the result of `genlock init` and the next steps. */
export function resultView(shown: ShownInit, screen: Screen): string {
  const { result, previewed = false } = shown;
  const made = result.status === 'created' || result.status === 'finished';
  return sections([
    ...(previewed ? [] : warnings(result.warnings, screen)),
    headline(shown, screen),
    interruptedView(result.interrupted, screen),
    ...(previewed ? [] : planOf(result, screen)),
    conflictsView(result.plan.conflicts, screen),
    ...(result.diff === undefined ? [] : [patchesView(result.diff, screen)]),
    ...(result.steps.length === 0 ? [] : [titled('Next', commandsView(result.steps, screen), screen)]),
    ...(result.defaults === undefined ? [] : [titled('Defaults', defaultsText(result.defaults, screen), screen)]),
    ...(made || result.status === 'planned'
      ? [titled('Repeat this setup', commandView(result.replay, screen), screen)]
      : []),
    openView(result.open, screen),
  ]);
}

function planOf(result: InitResult, screen: Screen): readonly string[] {
  if (result.status === 'planned') {
    const plugins = result.plugins.map((change) => pluginView(change, screen));
    return [...plugins, filesView(result.plan, screen), contents(result, screen, 'every entry')];
  }
  if (result.status === 'changed') return [shortFilesView(result.plan, screen)];
  return result.status === 'unchanged' ? [] : [contents(result, screen), contributed(result, screen)];
}

/** Shows the flags, indented by two columns. Keeps each flag and its value on one line. */
function defaultsText(flags: readonly string[], { width }: Screen): string {
  const list = flags.map((flag) => flag.replaceAll(' ', '\u00A0')).join(', ');
  const text = `${list}. Pass other flags to change them.`;
  return wrap(text, { width, indent: 2 }).replaceAll('\u00A0', ' ');
}

function headline(shown: ShownInit, screen: Screen): string {
  const { status, project } = shown.result;
  const { style, width } = screen;
  const folder = nearby(project.root, shown.cwd);
  const name = style.bold(printable(project.name));
  const took = style.dim(`(${(shown.milliseconds / 1000).toFixed(1)} s)`);
  const lines = {
    created: `${style.green('✔')} Created ${name} in ${folder} ${took}`,
    finished: `${style.green('✔')} Finished the interrupted run in ${folder} ${took}`,
    unchanged: `${style.green('✔')} ${name} in ${folder} is up to date. No changes made.`,
    changed: `${style.green('✔')} Updated ${name} in ${folder} to its configuration ${took}`,
    planned: `Plan for ${name} in ${folder}. Nothing was written.`,
  } as const;
  return wrap(lines[status], { width, hanging: 2 });
}

function contents(
  { plan, summary }: InitPreview | InitResult,
  screen: Screen,
  amount: 'every entry' | 'short' = 'short',
): string {
  const detailed = amount === 'every entry';
  const { entities, models, routes, code, plugins, open = [] } = summary;
  const list = (words: readonly string[]): string => listed(words, detailed ? words.length : longestList);
  const all: Row[] = [
    ['Files', areasView(plan)],
    ['Entities', list(entities.map(({ name, path }) => `${name} ${path}`)) || 'none'],
    ['Stays public', open.length === 0 ? '' : screen.style.yellow(list(open))],
    ['Routes', detailed ? list(routes.map(routeWords)) : routesByPlugin(routes)],
    ['Models', list(models.map(({ name, plugin }) => `${name} (${plugin})`))],
    ['Code', list(code.flatMap(codeText))],
    ['Plugins', list(plugins.map(({ name, version }) => `${name} ${version}`))],
    ['Packages', detailed ? list(summary.packages.map(packageWords)) : packagesLine(summary.packages)],
  ];
  return rows(
    all.filter(([, text]) => text !== ''),
    screen,
  );
}

/** Shows the routes by plugin. Counts long lists. */
function routesByPlugin(routes: Summary['routes']): string {
  return [...Map.groupBy(routes, ({ plugin }) => plugin)]
    .map(([plugin, those]) => routesText(those, { words: routeWords, note: ` (${plugin})` }))
    .join(', ');
}

const routeWords = ({ methods, path, access, plugin }: Summary['routes'][number]): string =>
  `${methods.join(' ')} ${path} (${plugin}${access === 'public' ? ', public' : ''})`;

/** Returns the amounts of a plugin's code by place. */
function codeText({ plugin, code }: Summary['code'][number]): readonly string[] {
  return codeWords(code).map((words, at) => (at === 0 ? `${plugin}: ${words}` : words));
}

const longestList = 24;

/** Joins words with commas. Uses no-break spaces inside each word. */
function listed(words: readonly string[], longest: number): string {
  const shown = words.slice(0, longest).map((word) => printable(word).replaceAll(' ', '\u00A0'));
  return [...shown, ...(words.length > longest ? [`${words.length - longest} more`] : [])].join(', ');
}

/** Limit of listed packages per plugin. More packages are counted. */
const packagesListed = 4;

/** Counts packages. Names the packages of plugins if there are few. */
function packagesLine(packages: Summary['packages']): string {
  const development = packages.filter(({ dev }) => dev).length;
  const counts = `${packages.length - development} to run, ${development} to develop`;
  const asked = packages.filter(({ plugin }) => plugin !== undefined && plugin !== 'base');
  const words = [...Map.groupBy(asked, ({ plugin }) => plugin)].flatMap(([plugin, those]) =>
    those.length > packagesListed ? `${those.length} for ${plugin}` : those.map(packageWords),
  );
  return words.length === 0 ? counts : `${counts}; ${listed(words, longestList)}`;
}

const packageWords = ({ name, range, plugin }: Summary['packages'][number]): string =>
  `${name} ${range}${plugin === undefined || plugin === 'base' ? '' : ` (${plugin})`}`;

/** Lists every file of plugins that are not bundled, so that the user sees the origin of the code. */
function contributed({ plan, plugins }: InitPreview | InitResult, screen: Screen): string {
  const theirs = new Set(plugins.filter((change) => !isBundled(change)).map(({ name }) => name));
  return filesView({ ...plan, changes: plan.changes.filter(({ owner }) => theirs.has(owner)) }, screen);
}

function warnings(list: readonly string[], { style, width }: Screen): string[] {
  if (list.length === 0) return [];
  return [list.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 })).join('\n')];
}

const titled = (title: string, body: string, { style }: Screen): string => `${style.bold(title)}\n${body}`;

const sections = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');
