import { printable } from '../errors/printable.ts';
import type { PluginTrial, PluginValidateResult } from '../flows/author/validate.ts';
import { amountWords, codeWords } from './code-amounts.ts';
import { logView } from './failed-run.ts';
import { nearby } from './nearby.ts';
import { accessFacts } from './application-access.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the result of `genlock plugin validate`: the plugin's contributions. */
export function validatedView(
  { result, cwd }: { readonly result: PluginValidateResult; readonly cwd: string },
  screen: Screen,
): string {
  const { plugin, runs, warnings } = result;
  const { style, width } = screen;
  const name = style.bold(`${printable(plugin.name)} ${printable(plugin.version)}`);
  const told = warnings.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 }));
  const { requires = [] } = plugin;
  const { migrations = [], unformatted = [], effects = [], alone = [] } = result;
  return [
    ...(told.length === 0 ? [] : [told.join('\n')]),
    wrap(`${style.green('✔')} No problems in ${name} in ${nearby(plugin.folder, cwd)}`, { width, hanging: 2 }),
    ...(requires.length === 0 ? [] : [rows([['Requires', listed(requires)]], screen)]),
    ...(migrations.length === 0 ? [] : [migrationsView(migrations, screen)]),
    ...(unformatted.length === 0 ? [] : [unformattedView(unformatted, screen)]),
    ...(effects.length === 0 ? [] : [effectsView(effects, screen)]),
    ...(alone.length === 0 ? [] : [aloneView(alone, screen)]),
    ...contributions(runs).map(([databases, trial]) => {
      const title = style.bold(`Contributions on ${databases.join(', ')}`);
      const log = trial.log.length === 0 ? [] : [logView({ plugin: plugin.name, log: trial.log }, screen)];
      return [`${title}\n${rows(contents(trial), screen)}`, ...log].join('\n\n');
    }),
  ].join('\n\n');
}

/** Shows the data migrations, which users see in the plan of an update. */
function migrationsView(migrations: NonNullable<PluginValidateResult['migrations']>, screen: Screen): string {
  const list = migrations.map(({ version, databases, tables }): Row => [
    version,
    `changes rows of ${listed(tables)} on ${databases.join(', ')}`,
  ]);
  return `${screen.style.bold('Data migrations of updates')}\n${rows(list, screen)}`;
}

/** Shows files that the format check of the project refuses. */
export function unformattedView(
  files: NonNullable<PluginValidateResult['unformatted']>,
  { width, style }: Screen,
): string {
  const title = 'The format check of the project refuses these files. Format their templates:';
  const list = files.map(({ path, line, error }) => `  ${printable(path)}:${line} ${printable(error ?? '')}`.trimEnd());
  return [wrap(`${style.yellow('!')} ${title}`, { width, hanging: 2 }), ...list].join('\n');
}

/** Shows code that runs while modules load. */
function effectsView(effects: NonNullable<PluginValidateResult['effects']>, { width, style }: Screen): string {
  const title =
    'Advisory: this code runs while its module loads, also in every test that imports it. Move it into a function.';
  const list = effects.map(({ file, line, what }) => `  ${printable(file)}:${line} ${what}`);
  return [wrap(`${style.yellow('!')} ${title}`, { width, hanging: 2 }), ...list].join('\n');
}

/** Shows the errors in a project without the plugins that the plugin needs. */
function aloneView(alone: NonNullable<PluginValidateResult['alone']>, { width, style }: Screen): string {
  const list = alone.map(({ code, message }) => wrap(`${code} ${printable(message)}`, { width, indent: 2 }));
  return [style.bold('Errors if the required plugins are disabled'), ...list].join('\n');
}

/** Groups database kinds with equal contributions. */
function contributions(runs: readonly PluginTrial[]): readonly (readonly [readonly string[], PluginTrial])[] {
  const groups = new Map<string, [string[], PluginTrial]>();
  for (const run of runs) {
    const { database, ...same } = run;
    const key = JSON.stringify(same);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [[database], run]);
    else group[0].push(database);
  }
  return [...groups.values()];
}

function contents({ footprint }: PluginTrial): Row[] {
  const { files, code, styles, routes, models, guards, providers, menu, theme, packages, settings, secrets } =
    footprint;
  const all: Row[] = [
    ['Files', `${files}`],
    ['Code', codeWords(code).join(', ')],
    ['Styles', styles.bytes === 0 ? '' : amountWords(styles)],
    ['Routes', listed(routes.map(({ methods, path, access }) => `${methods.join(' ')} ${path} (${access})`))],
    ...accessFacts(footprint).map(({ label, words }): Row => [label, listed(words)]),
    ['Models', listed(models)],
    ['Model rules', listed(guards)],
    ['Menu', listed(menu)],
    ['Providers', listed(providers)],
    ['Theme', listed(theme)],
    ['Packages', listed(packages)],
    ['Settings', listed(settings)],
    ['Secrets', listed(secrets)],
  ];
  return all.filter(([, text]) => text !== '');
}

/** Joins words with commas. Uses no-break spaces inside each word. */
function listed(words: readonly string[]): string {
  return words.map((word) => printable(word).replaceAll(' ', '\u00A0')).join(', ');
}
