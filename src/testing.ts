/** What plugin authors test their plugins with: the sandbox that users run them in. */
import { resolve } from 'node:path';
import type { Operation, SettingValue } from '../sandbox/index.ts';
import type { DatabaseKind } from './config/config.ts';
import { loadFolders, runPlugins } from './flows/plugins.ts';
import type { Manifest } from './plugin/plugin.ts';

export type * from '../sandbox/protocol/operations.ts';
export type { DatabaseKind } from './config/config.ts';
export { GenlockError } from './errors/error.ts';
export type { Manifest } from './plugin/plugin.ts';
export { SandboxError, type Frame, type LogLine, type SandboxErrorCode } from '../sandbox/index.ts';

/** The project a plugin is run for. */
export interface PluginRun {
  /** The plugin's folder, absolute or from the current one. */
  readonly folder: string;
  /** As `genlock.json` would hold them; the manifest's defaults fill in the rest. */
  readonly settings?: Readonly<Record<string, SettingValue>>;
  /** `file` if absent. */
  readonly database?: DatabaseKind;
  /** The project's name; `sample` if absent. */
  readonly project?: string;
}

/** What the plugin asked for. */
export interface PluginOutcome {
  readonly manifest: Manifest;
  /** In the order of the calls. */
  readonly operations: readonly Operation[];
  readonly warnings: readonly string[];
}

/**
 * Reads a plugin's folder and runs its generator once, exactly as `genlock init` would.
 *
 * @throws GenlockError if the package, its manifest or the settings are wrong; SandboxError if the run fails
 */
export async function runPluginFolder(run: PluginRun): Promise<PluginOutcome> {
  const { folder, settings = {}, database = 'file', project = 'sample' } = run;
  const plugins = loadFolders([resolve(folder)]);
  const entries = plugins.map(({ manifest }) => [manifest.name, { enabled: true, settings }] as const);
  const [ran] = await runPlugins(plugins, { name: project, database, entities: [], plugins: new Map(entries) });
  if (ran === undefined) throw new Error(`no plugin was read from ${folder}`);
  const { manifest, operations } = ran.stored.contribution;
  return { manifest, operations, warnings: ran.warnings };
}
