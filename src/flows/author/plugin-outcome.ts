import { resolve } from 'node:path';
import type { LogLine, Operation, SettingValue } from '../../../sandbox/index.ts';
import type { DatabaseKind } from '../../config/config.ts';
import { contentsOf, footprintOf, type Footprint } from '../../consent/footprint.ts';
import type { Manifest } from '../../plugin/plugin.ts';
import { unrestricted } from '../../policy/decide.ts';
import { loadFolders, runPlugins } from '../../engine/run-plugins.ts';

export type { CodeLines, Footprint, RouteFootprint } from '../../consent/footprint.ts';

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

/** What the plugin contributes. */
export interface PluginOutcome {
  readonly manifest: Manifest;
  /** In the order of the calls; models of `templates/prisma/` last. */
  readonly operations: readonly Operation[];
  /** Path in the project → text, as it would be written; sorted by path. A file that isn't text is there as decoded. */
  readonly files: ReadonlyMap<string, string>;
  /** What it comes to: routes with `/api`, models, providers, packages, settings, lines of code. */
  readonly footprint: Footprint;
  readonly warnings: readonly string[];
  /** What the generator wrote to its console. */
  readonly log: readonly LogLine[];
}

/**
 * Reads a plugin's folder, runs its generator once and judges what it returned, exactly as `genlock init` would.
 * Nothing is written.
 *
 * @throws GenlockError if the package, its manifest or the settings are wrong (`PLUGIN_…`), the run fails
 * (`SANDBOX_…`) or asks for what it may not have (`JUDGE_…`); its `code` is what a test matches
 */
export async function runPluginFolder(run: PluginRun): Promise<PluginOutcome> {
  const { folder, settings = {}, database = 'file', project = 'sample' } = run;
  const plugins = loadFolders([resolve(folder)]);
  const entries = plugins.map(({ manifest }) => [manifest.name, { enabled: true, settings }] as const);
  const config = { name: project, database, entities: [], plugins: new Map(entries) };
  // An author tests against what the sandbox gives, not against the policy of one machine.
  const [ran] = await runPlugins(plugins, { config }, unrestricted);
  if (ran === undefined) throw new Error(`no plugin was read from ${folder}`);
  const { contribution } = ran.stored;
  const { manifest, operations } = contribution;
  const files = new Map([...contentsOf(contribution)].map(([path, content]) => [path, textOf(content)]));
  return { manifest, operations, files, footprint: footprintOf(contribution), warnings: ran.warnings, log: ran.log };
}

function textOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
