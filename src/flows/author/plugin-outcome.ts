import { resolve } from 'node:path';
import type { LogLine, Operation, SettingValue } from '../../../sandbox/index.ts';
import type { DatabaseKind } from '../../config/config.ts';
import { contentsOf } from '../../consent/contents.ts';
import { footprintOf, type Footprint } from '../../consent/footprint.ts';
import type { Manifest } from '../../plugin/plugin.ts';
import { unrestricted } from '../../policy/effective-policy.ts';
import { projectInputs } from '../../engine/project-inputs.ts';
import { loadFolders } from '../../engine/load-folders.ts';
import { runPlugins } from '../../engine/run-plugins.ts';

export type { CodeAmount } from '../../consent/code-files.ts';
export type { CodeAmounts, Footprint, RouteFootprint } from '../../consent/footprint.ts';

/** Sample project for a plugin run. */
export interface PluginRun {
  /** The plugin's folder, absolute or relative to the current folder. */
  readonly folder: string;
  /** Settings as in `genlock.json`. Defaults of the manifest apply to the others. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /** Default: `file`. */
  readonly database?: DatabaseKind;
  /** Project name. Default: `sample`. */
  readonly project?: string;
  /** Names of the project's entities, for a manifest with `inputs`. None by default. */
  readonly entities?: readonly string[];
  /** Parts that other plugins provide, for a manifest with `inputs`. None by default. */
  readonly capabilities?: readonly string[];
}

/** Contributions of a plugin. */
export interface PluginOutcome {
  readonly manifest: Manifest;
  /** Operations in call order; models of `templates/prisma/` are last. */
  readonly operations: readonly Operation[];
  /** Contents of the generated files by project path, sorted. Binary files are decoded as text. */
  readonly files: ReadonlyMap<string, string>;
  /** Summary of the contributions: routes with `/api`, models, providers, packages, settings, lines of code. */
  readonly footprint: Footprint;
  readonly warnings: readonly string[];
  /** Console output of the generator. */
  readonly log: readonly LogLine[];
}

/**
 * Reads a plugin's folder, runs its generator once and validates the result as `genlock init` does. Writes no files.
 *
 * @throws GenlockError if the package, its manifest or the settings are invalid (`PLUGIN_…`), the run fails
 * (`SANDBOX_…`) or an operation is not allowed (`JUDGE_…`). Tests can match its `code`.
 */
export async function runPluginFolder(run: PluginRun): Promise<PluginOutcome> {
  const { folder, settings = {}, database = 'file', project = 'sample', entities = [], capabilities = [] } = run;
  const plugins = loadFolders([resolve(folder)]);
  const entries = plugins.map(({ manifest }) => [manifest.name, { enabled: true, settings }] as const);
  const named = entities.map((name) => ({ name, fields: [], relations: [] }));
  const config = { name: project, database, entities: named, plugins: new Map(entries) };
  // The names of the providers do not matter.
  const provided = new Map(capabilities.map((part) => [`provider of ${part}`, part]));
  const received = (manifest: Manifest) => projectInputs(manifest, { config, provided });
  // Plugin tests must not depend on the policy of one machine.
  const [ran] = await runPlugins(plugins, { config, received }, unrestricted);
  if (ran === undefined) throw new Error(`no plugin was read from ${folder}`);
  const { contribution } = ran.stored;
  const { manifest, operations } = contribution;
  const files = new Map([...contentsOf(contribution)].map(([path, content]) => [path, textOf(content)]));
  return { manifest, operations, files, footprint: footprintOf(contribution), warnings: ran.warnings, log: ran.log };
}

function textOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
