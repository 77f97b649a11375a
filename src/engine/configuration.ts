import { basename, join, relative } from 'node:path';
import type { Config, DatabaseKind } from '../config/config.ts';
import { editConfig, nameIn, type ConfigEdits } from '../config/edit.ts';
import type { SourceLocations } from '../core/json-document.ts';
import { isPackageName, packageNameFrom } from '../config/names.ts';
import { configLocations, readConfig } from '../config/read.ts';
import { mergeConfig } from '../config/merge-config.ts';
import { GenlockError } from '../errors/error.ts';
import { bundledWithRequired } from '../plugin/bundled-requirements.ts';
import { findConfiguration, type ConfigurationPaths } from '../project/find-configuration.ts';
import { splitGitMerge } from '../project/git-merge-sides.ts';
import { configPath, schemaPath } from '../project/records.ts';
import { authPluginsOf } from './auth-plugins.ts';
import { beginningText, isDescribed, readBeginning, type Beginning } from './starters.ts';
import type { Workspace } from './workspace.ts';
import type { PackageManager } from '../core/package-managers.ts';

/** A checked configuration and its new text for the project's `genlock.json`. */
export interface Configuration {
  readonly config: Config;
  readonly text: string;
  /** Source locations in the original file, if it exists. */
  readonly places?: SourceLocations | undefined;
  /** The original text, if it was read from the project. */
  readonly before?: string;
  /** Both versions of the text, if it contained git conflict markers. */
  readonly sides?: readonly string[];
  /** The given names of plugins that provide authentication. */
  readonly authPlugins: readonly string[];
  /** Warnings about the configuration, each one or two sentences. */
  readonly warnings: readonly string[];
}

export interface ConfigurationRequest extends ConfigurationPaths {
  /** Takes precedence over the file. */
  readonly database?: DatabaseKind;
  /** Takes precedence over the file. */
  readonly packageManager?: PackageManager;
  /** The package manager of a project without a file, unless `packageManager` is set. */
  readonly usualManager?: PackageManager;
  /** Describes the configuration if no file exists. */
  readonly beginning?: Beginning;
  /** Default access that the file receives. */
  readonly access?: ConfigEdits['access'];
  /** Names of the plugins given on the command line. They are enabled in the file. */
  readonly plugins: readonly string[];
  /** Version ranges of these plugins, for plugins from registries. */
  readonly versions?: ReadonlyMap<string, string | undefined>;
  /** Names of all given or installed plugins that provide authentication according to their manifests. */
  readonly authPlugins: readonly string[];
}

/**
 * Chooses the configuration of a new project. The command line takes precedence over the file and is written to it. A
 * file without a name gets one from the project's folder. The default database kind is `file`.
 *
 * @throws GenlockError CONFIG_… with every problem of the file; USAGE if `beginning` describes a configuration and a
 * file exists
 */
export function chooseConfiguration(request: ConfigurationRequest): Configuration {
  const found = findConfiguration(request);
  const name = nameIn(found?.text ?? '') ?? packageNameFrom(basename(request.root));
  const file = found?.file ?? 'genlock.json';
  const options = { file, fallbackName: name, authPlugins: request.authPlugins };
  const { beginning = {}, database = 'file' } = request;
  const packageManager = request.packageManager ?? (found === undefined ? request.usualManager : undefined);
  const chosen = packageManager === undefined ? {} : { packageManager };
  if (found !== undefined) requireUndescribed(beginning, found.file);
  const start = found?.text ?? beginningText({ name, database, ...chosen }, beginning);
  const read = (): Config => readConfig(start, { ...options, adding: request.plugins });
  const declared = found === undefined ? readBeginning(read, beginning) : read();
  const enabled = [...declared.plugins].flatMap(([plugin, { enabled: isOn }]) => (isOn ? [plugin] : []));
  const plugins = [...new Set([...bundledWithRequired(enabled), ...request.plugins])];
  const text = editConfig(start, {
    schemaRef: `./${schemaPath}`,
    name,
    hasPlugins: true,
    ...(request.database === undefined ? {} : { database: request.database }),
    ...chosen,
    plugins: plugins.filter((plugin) => !declared.plugins.has(plugin)),
    ...(request.versions === undefined ? {} : { versions: request.versions }),
    ...(request.access === undefined ? {} : { access: request.access }),
  });
  const config = readConfig(text, options);
  const warnings = nameWarnings(request.root, found?.text ?? '');
  const places = found && configLocations(start, { file });
  return { config, text, places, authPlugins: request.authPlugins, warnings };
}

/** Returns a warning if a configuration has no name and the folder's name is not a valid package name. */
function nameWarnings(root: string, text: string): readonly string[] {
  const folder = basename(root);
  if (nameIn(text) !== undefined || isPackageName(folder)) return [];
  const name = packageNameFrom(folder);
  const message = `The folder name ${JSON.stringify(folder)} is not a valid npm package name. The project is named "${name}".`;
  return [`${message} Set "name" in ${configPath} to use another name.`];
}

/** @throws GenlockError USAGE if the command line describes a configuration and a file exists */
export function requireUndescribed(beginning: Beginning, file: string): void {
  if (!isDescribed(beginning)) return;
  throw new GenlockError({
    code: 'USAGE',
    message: `--starter, --entity, --auth and --access describe a new configuration, but ${file} exists`,
    hint: 'Remove these flags, or create the project in another folder.',
  });
}

/** Changes of a command to an existing project's configuration. */
export interface ConfigurationChange {
  readonly root: string;
  readonly cwd: string;
  /** Receives text that `readConfig` accepts. */
  readonly edit: (text: string) => string;
  readonly adding: readonly string[];
  readonly authPlugins: readonly string[];
}

/** Reads the configuration of an existing project. @throws GenlockError CONFIG_… with every problem of the file */
export async function presentConfiguration({
  root,
  lockfile,
  cwd,
}: Pick<Workspace, 'root' | 'lockfile'> & Pick<ConfigurationChange, 'cwd'>): Promise<Configuration> {
  const authPlugins = await authPluginsOf([], { root, lockfile });
  return changeConfiguration({ root, cwd, edit: (text) => text, adding: [], authPlugins });
}

/**
 * Reads the configuration of an existing project and applies the changes of a command.
 *
 * @throws GenlockError CONFIG_… with every problem of the current or the changed file
 */
export function changeConfiguration({ root, cwd, edit, adding, authPlugins }: ConfigurationChange): Configuration {
  const file = relative(cwd, join(root, configPath));
  const before = findConfiguration({ root, cwd: root })?.text ?? '';
  const options = { file, fallbackName: packageNameFrom(basename(root)), adding, authPlugins };
  const sides = splitGitMerge(before);
  const united = sides === undefined ? before : mergeConfig(sides, { file });
  const current = readConfig(united, options);
  const text = edit(united);
  const config = text === united ? current : readConfig(text, options);
  const places = configLocations(text, { file });
  const warnings = nameWarnings(root, text);
  const written = sides && { sides: [sides.ours, sides.theirs] };
  return { config, text, places, before, authPlugins, warnings, ...written };
}
