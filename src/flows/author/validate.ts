import { isAbsolute, relative, resolve } from 'node:path';
import { prestartWorker, type LogLine } from '../../../sandbox/index.ts';
import type { Config, DatabaseKind } from '../../config/config.ts';
import { contentsOf } from '../../consent/contents.ts';
import { footprintOf, type Footprint } from '../../consent/footprint.ts';
import type { ModuleEffect } from '../../consent/module-effects.ts';
import type { Tree } from '../../core/tree.ts';
import { prepareCompiler } from '../../data-layer/validate.ts';
import { GenlockError, throwProblems, type Problem } from '../../errors/error.ts';
import { basePlugin } from '../../plugin/bundled.ts';
import { companionsOf } from '../../plugin/bundled-requirements.ts';
import { checkFolder } from '../../plugin/check-folder.ts';
import { dataMigrations } from '../../plugin/data-migrations.ts';
import { readStatements } from '../../plugin/data-statements.ts';
import { findPlugins, loadPlugin } from '../../plugin/load.ts';
import type { Contribution, Manifest, Plugin } from '../../plugin/plugin.ts';
import { sampleSettings } from '../../plugin/sample-settings.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { nearestRoot } from '../../project/open.ts';
import { renderProject } from '../../engine/render-project.ts';
import { builtBase, sampleProject } from '../../engine/built-base.ts';
import { newDoubts } from '../../engine/doubtful-names.ts';
import { wellKnownPackages } from '../../engine/packages/well-known-packages.ts';
import { requireComplete } from '../../engine/plugin-requirements.ts';
import { bundledParts, projectInputs } from '../../engine/project-inputs.ts';
import { namedEntities } from '../../validation/named-entities.ts';
import { runPlugins, type RanPlugin } from '../../engine/run-plugins.ts';
import { loadPolicy, type PolicyPorts } from '../../engine/policy/load.ts';
import type { UnformattedFile } from '../plugin-test/formatting.ts';

/** Options of `genlock plugin validate`; both paths are absolute. */
export interface PluginValidateRequest {
  readonly cwd: string;
  /** The plugin's folder. */
  readonly folder: string;
  /** The files to check, for example only the published ones. Default: all files. */
  readonly only?: ReadonlySet<string>;
}

/** Result for a valid plugin; `--json` prints exactly this object. */
export interface PluginValidateResult {
  readonly plugin: {
    readonly name: string;
    readonly version: string;
    readonly folder: string;
    /** Plugins that the plugin requires; absent if it requires no plugin. */
    readonly requires?: readonly string[];
  };
  /** One run for each database kind in the manifest, with default and sample settings. */
  readonly runs: readonly PluginTrial[];
  /** Data migrations for updates, oldest version first; absent without any. */
  readonly migrations?: readonly ValidatedMigration[];
  /** Files that the project's format check refuses; absent without such files, and without the formatter. */
  readonly unformatted?: readonly UnformattedFile[];
  /** Code that runs while a module loads and can break the project's tests; absent without such code. */
  readonly effects?: readonly ModuleEffect[];
  /**
   * Errors in a project without the plugins that the manifest requires or extends, if a user disables them; absent if
   * the manifest names no such plugin.
   */
  readonly alone?: readonly Pick<Problem, 'code' | 'message'>[];
  readonly warnings: readonly string[];
}

/** Data migration of a package. */
export interface ValidatedMigration {
  readonly version: string;
  readonly databases: readonly DatabaseKind[];
  /** Tables whose rows change on any of these databases, sorted. */
  readonly tables: readonly string[];
}

/** Contributions of the plugin on one database kind. */
export interface PluginTrial {
  readonly database: DatabaseKind;
  readonly footprint: Footprint;
  /** Console output of the generator. */
  readonly log: readonly LogLine[];
}

/**
 * Checks a plugin as a project would, without writing files: checks its package, runs it once for each database kind in
 * its manifest, validates the result and renders a project with it. The policies of the current folder apply.
 *
 * @throws GenlockError with every problem at once, with paths relative to the current folder
 */
export async function validatePlugin(
  request: PluginValidateRequest,
  ports: PolicyPorts,
): Promise<PluginValidateResult> {
  const stopWorker = prestartWorker();
  return validate(request, ports).finally(stopWorker);
}

async function validate(request: PluginValidateRequest, ports: PolicyPorts): Promise<PluginValidateResult> {
  const policy = await loadPolicy({ cwd: request.cwd, root: nearestRoot(request.cwd) }, ports);
  const { plugin, problems } = checkFolder(request.folder, request.only);
  const running = Promise.all(
    plugin?.manifest.databases.map((database) => attempt({ plugin, database, policy })) ?? [],
  );
  // The plugin runs in other processes, so this process can load the other parts in the meantime.
  await new Promise((resolve) => setImmediate(resolve));
  const base = loadPlugin({ kind: 'bundled', name: basePlugin });
  await Promise.all([
    prepareCompiler(),
    import('../plugin-test/formatting.ts').then(({ loadFormatter }) => loadFormatter()),
  ]);
  const outcomes = await running;
  throwProblems([...problems, ...mergedProblems(outcomes)].map((problem) => placed(problem, request)));
  if (plugin === undefined) throw new Error('a plugin without problems could not be read');
  const companions = companionsOf(plugin.manifest);
  const trials = outcomes.flatMap(({ database, own }) =>
    own === undefined ? [] : [{ plugin, database, policy, own }],
  );
  const others = companions.map((other) => loadPlugin({ kind: 'bundled', name: other }));
  const rendered = await Promise.all(trials.map((trial) => renderTrial(trial, { base, others })));
  for (const { problems: found } of rendered) throwProblems(found);
  const trees = rendered.map(({ tree }) => tree);
  const [first] = trials;
  const alone = companions.length === 0 || first === undefined ? undefined : await problemsAlone(first, base);
  const unformatted = await unformattedIn(trees, plugin.manifest.name);
  const effects = await effectsOf(trials.map(({ own }) => own.stored.contribution));
  const missing = await missingIn(trials, trees);
  const migrations = migrationsOf(plugin);
  const { name, version, requires } = plugin.manifest;
  const absent = (requires ?? []).filter((required) => !companions.includes(required));
  return {
    plugin: { name, version, folder: request.folder, ...(requires !== undefined && { requires }) },
    runs: outcomes.flatMap(({ trial }) => trial ?? []),
    ...(migrations.length > 0 && { migrations }),
    ...(unformatted.length > 0 && { unformatted }),
    ...(effects.length > 0 && { effects }),
    ...(alone && { alone: alone.map(({ code, message }) => ({ code, message })) }),
    warnings: [
      ...doubtWarnings(trials.map(({ own }) => own.stored.contribution)),
      ...new Set(outcomes.flatMap(({ warnings }) => warnings)),
      ...missing,
      ...absent.map((required) => `${name}: checked without ${required}, which is not bundled with Genlock`),
    ],
  };
}

/** Result of the run on one database kind. */
interface Outcome {
  readonly database: DatabaseKind;
  readonly trial?: PluginTrial;
  readonly own?: RanPlugin;
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/** Inputs of one run. */
interface Attempt {
  readonly plugin: Plugin;
  readonly database: DatabaseKind;
  readonly policy: EffectivePolicy;
}

async function attempt(run: Attempt): Promise<Outcome> {
  const { database } = run;
  try {
    return { database, problems: [], ...(await trialOf(run)) };
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return { database, problems: error.problems, warnings: [] };
  }
}

async function trialOf({
  plugin,
  database,
  policy,
}: Attempt): Promise<Required<Pick<Outcome, 'trial' | 'own' | 'warnings'>>> {
  const config = sampleConfig(plugin, database);
  const others = new Map(companionsOf(plugin.manifest).map((name) => [name, { enabled: true, settings: {} }]));
  const provided = bundledParts({ plugins: others });
  const received = (manifest: Manifest) => projectInputs(manifest, { config, provided });
  const [own] = await runPlugins([plugin], { config, samples: true, received }, policy);
  if (own === undefined) throw new Error('a plugin that was run has no result');
  const { contribution } = own.stored;
  const trial = { database, footprint: footprintOf(contribution), log: own.log };
  return { trial, own, warnings: own.warnings };
}

/** A run without problems. */
interface Trial extends Attempt {
  readonly own: RanPlugin;
}

/** Bundled plugins of a sample project. */
interface Bundled {
  readonly base: Plugin;
  readonly others: readonly Plugin[];
}

/** Renders a project with the result of a run and with these bundled plugins. The tree is empty if there are problems. */
async function renderTrial(
  { plugin, database, policy, own }: Trial,
  { base, others }: Bundled,
): Promise<{ readonly problems: readonly Problem[]; readonly tree: Tree }> {
  const entities = namedEntities(own.stored.contribution.operations);
  const config = { ...sampleConfig(plugin, database), entities };
  const built = builtBase(base, database);
  const missing = built === undefined ? [base, ...others] : others;
  try {
    const ran = await runPlugins(missing, { config, samples: true }, policy);
    const skeleton = built === undefined ? [] : [{ stored: { contribution: built } }];
    const { tree } = await renderProject({ config }, [...skeleton, ...ran, own]);
    return { problems: [], tree };
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return { problems: error.problems, tree: new Map() };
  }
}

/** Returns the files of a plugin that the formatter of the project changes, once for all database kinds. */
async function unformattedIn(trees: readonly Tree[], owner: string): Promise<readonly UnformattedFile[]> {
  const { loadFormatter, unformattedFiles } = await import('../plugin-test/formatting.ts');
  const format = await loadFormatter();
  if (format === undefined) return [];
  const found = new Map<string, UnformattedFile>();
  for (const tree of trees) {
    const without = new Map([...tree].filter(([, file]) => file.owner !== owner));
    for (const file of await unformattedFiles({ tree, without }, format)) found.set(file.path, file);
  }
  return [...found.values()];
}

/** Returns the problems of a project that has none of the plugins that the plugin needs. */
async function problemsAlone(trial: Trial, base: Plugin): Promise<readonly Problem[]> {
  try {
    requireComplete([trial.plugin.manifest]);
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return error.problems;
  }
  return (await renderTrial(trial, { base, others: [] })).problems;
}

function migrationsOf({ files, manifest }: Plugin): readonly ValidatedMigration[] {
  return dataMigrations(files, { manifest, place: manifest.name }).map(({ version, scripts }) => {
    const tables = Object.values(scripts).flatMap((script) => readStatements(script).tables);
    const databases = manifest.databases.filter((database) => scripts[database] !== undefined);
    return { version, databases, tables: [...new Set(tables)].toSorted() };
  });
}

async function effectsOf(contributions: readonly Contribution[]): Promise<readonly ModuleEffect[]> {
  const { moduleEffects } = await import('../../consent/module-effects.ts');
  const found = contributions.flatMap((contribution) => moduleEffects(contentsOf(contribution)));
  return [...new Map(found.map((effect) => [JSON.stringify(effect), effect])).values()];
}

/** Returns a warning for each import of a module that the project of a run does not have. */
async function missingIn(trials: readonly Trial[], trees: readonly Tree[]): Promise<readonly string[]> {
  const { missingModules } = await import('./missing-modules.ts');
  const found = trials.flatMap(({ plugin, own }, at) =>
    missingModules(contentsOf(own.stored.contribution), trees[at] ?? new Map()).map(
      ({ file, line, module }) =>
        `${plugin.manifest.name}: ${file}:${line} imports ${module}, and not every project has this module. ` +
        'Correct the path, or name the plugin with the module in "requires" of the manifest.',
    ),
  );
  return [...new Set(found)];
}

/** Returns a warning for each name that users must confirm, because it is similar to another one. */
function doubtWarnings(contributions: readonly Contribution[]): readonly string[] {
  const doubts = contributions.flatMap((now) => newDoubts(now, { before: undefined, known: wellKnownPackages }));
  const texts = doubts.map(({ what, name, like }) =>
    what === 'package'
      ? `the package ${name} has a name similar to ${like}, so users must confirm it`
      : `the label ${JSON.stringify(name)} mixes alphabets (${like}), so users must confirm it`,
  );
  return [...new Set(texts)];
}

/** Returns the configuration of a sample project with a plugin. */
export function sampleConfig({ manifest }: Plugin, database: DatabaseKind): Config {
  const plugins = new Map([[manifest.name, { enabled: true, settings: sampleSettings(manifest.settings) }]]);
  return { name: sampleProject, database, entities: [], plugins };
}

/** Merges equal problems of several database kinds. A problem of some kinds names them. */
function mergedProblems(outcomes: readonly Outcome[]): readonly Problem[] {
  const found = new Map<string, { readonly problem: Problem; readonly on: DatabaseKind[] }>();
  for (const { database, problems } of outcomes) {
    for (const problem of problems) {
      const key = JSON.stringify([problem.code, problem.message, problem.where]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { problem, on: [database] });
      else if (!known.on.includes(database)) known.on.push(database);
    }
  }
  return [...found.values()].map(({ problem, on }) =>
    on.length === outcomes.length ? problem : { ...problem, message: `${problem.message} (on ${on.join(' and ')})` },
  );
}

/** Makes paths of plugin files relative to the current folder. Paths in a rendered project are unchanged. */
function placed(problem: Problem, { cwd, folder }: PluginValidateRequest): Problem {
  const { where, run } = problem;
  const near = <Location extends { readonly file: string }>(place: Location): Location => {
    const file = relative(cwd, resolve(folder, place.file));
    return { ...place, file: file === '' ? '.' : file };
  };
  if (where === undefined || (run === undefined && !isAbsolute(where.file))) return problem;
  return { ...problem, where: near(where), ...(run && { run: { ...run, callers: run.callers.map(near) } }) };
}

/** Returns the only plugin folder at a path. @throws GenlockError PLUGIN_FOLDER_INVALID */
export function pluginFolder(path: string): string {
  const [folder, ...others] = findPlugins(path);
  if (folder !== undefined && others.length === 0) return folder;
  throw new GenlockError({
    code: 'PLUGIN_FOLDER_INVALID',
    message: `${path} contains several plugins`,
    hint: 'Pass the folder of one plugin.',
  });
}
