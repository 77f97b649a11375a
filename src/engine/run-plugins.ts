import { runPlugin, sdkVersion, type LogLine, type RunReport, type SettingValue } from '../../sandbox/index.ts';
import type { Config } from '../config/config.ts';
import { resolveModel } from '../data-layer/resolve.ts';
import { basePlugin } from '../plugin/bundled.ts';
import { requireValidOperations } from '../validation/validate.ts';
import type { Manifest, Plugin, ProjectInputs } from '../plugin/plugin.ts';
import { requireSupport } from '../plugin/requirements.ts';
import { runFailure } from '../plugin/run-failure.ts';
import { sampleSettings } from '../plugin/sample-settings.ts';
import { settingSchemas } from '../plugin/setting-schemas.ts';
import { resolveSettings } from '../plugin/settings.ts';
import { nameResponsiblePolicies, type EffectivePolicy } from '../policy/effective-policy.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { printJson } from '../core/json.ts';
import { storeOperations, type StoredOperations } from '../project/operations.ts';
import type { Configuration } from './configuration.ts';
import { projectInputs } from './project-inputs.ts';

/** A plugin of a project: its source, its stored operations and its warnings. */
export interface InstalledPlugin {
  readonly plugin: Pick<Plugin, 'manifest' | 'source' | 'integrity' | 'release'>;
  /** Digest of the run's inputs, without the plugin itself. */
  readonly inputs: Digest;
  /** Data about the project that the run received; absent if the manifest asks for none. */
  readonly received?: ProjectInputs | undefined;
  readonly stored: StoredOperations;
  readonly warnings: readonly string[];
}

/** A plugin after a run. */
export interface RanPlugin extends InstalledPlugin {
  readonly plugin: Plugin;
  /** Console output of the generator. */
  readonly log: readonly LogLine[];
}

/** The configuration that plugins run with. */
export interface RunConfiguration extends Pick<Configuration, 'config' | 'places'> {
  /** Required settings that only `registerSettings` describes get sample values: no user can set them in a trial run. */
  readonly samples?: boolean;
  /** Returns the data about the project for a plugin. By default, the project has no other plugins. */
  readonly received?: (manifest: Manifest) => ProjectInputs;
  /** Decides whether to run a plugin or to use an earlier result of the same package and inputs. By default, it runs. */
  readonly kept?: (key: Digest, run: () => Promise<RunReport>) => Promise<RunReport>;
}

/**
 * Runs every plugin in a separate sandbox, two at a time, within the limits of the policies.
 *
 * @throws GenlockError PLUGIN_… if settings do not match the manifest, JUDGE_… if operations are not allowed; SANDBOX_…
 * if a run fails
 */
export async function runPlugins(
  plugins: readonly Plugin[],
  configuration: RunConfiguration,
  policy: EffectivePolicy,
): Promise<readonly RanPlugin[]> {
  const ran: RanPlugin[] = [];
  for (let at = 0; at < plugins.length; at += 2) {
    ran.push(...(await Promise.all(plugins.slice(at, at + 2).map((plugin) => runOne(plugin, configuration, policy)))));
  }
  return ran;
}

async function runOne(
  plugin: Plugin,
  { config, places, samples = false, kept = (_key, run) => run(), ...rest }: RunConfiguration,
  policy: EffectivePolicy,
): Promise<RanPlugin> {
  const { manifest, files } = plugin;
  requireSupport(manifest, config.database);
  const given = config.plugins.get(manifest.name)?.settings ?? {};
  const known = resolveSettings({ manifest }, given, places);
  const received = rest.received?.(manifest) ?? projectInputs(manifest, { config, provided: new Map() });
  const { database } = config;
  const context = { framework: 'express', database, settings: known.settings, ...received } as const;
  const input = { plugin: manifest, files, context, project: { name: config.name } };
  const run = () => runPlugin(input, { require: policy.require, limits: policy.limits });
  const key = digestOf(printJson({ integrity: plugin.integrity, context, project: config.name }));
  const report = await kept(key, run).catch((error: unknown) => {
    throw nameResponsiblePolicies(runFailure(error, plugin), policy);
  });
  const validationWarnings = requireValidOperations(report.operations, {
    manifest,
    files,
    model: resolveModel(config),
    isSkeleton: plugin.source.kind === 'bundled' && plugin.source.name === basePlugin,
  });
  const described = { manifest, operations: report.operations };
  const all = samples ? { ...sampleSettings(settingSchemas(described)), ...given } : given;
  const { settings, warnings } = resolveSettings(described, all, places);
  const inputs = inputsDigest(settings, config, received);
  const stored = storeOperations({ manifest, settings, operations: report.operations, files });
  const own = [
    ...plugin.warnings,
    ...warnings,
    ...report.warnings,
    ...validationWarnings,
    ...emptyRunWarnings(manifest, report),
  ];
  const recorded = manifest.inputs === undefined ? {} : { received };
  return {
    plugin,
    inputs,
    ...recorded,
    stored,
    warnings: own.map((text) => `${manifest.name}: ${text}`),
    log: report.log,
  };
}

/** Returns a warning if a generator made no calls. A plugin can have only dependencies or required plugins. */
function emptyRunWarnings({ dependencies, requires = [] }: Manifest, { operations }: RunReport): readonly string[] {
  if (operations.length > 0 || Object.keys(dependencies).length > 0 || requires.length > 0) return [];
  return ['the generator made no SDK calls, so the plugin adds no files'];
}

/**
 * Computes the digest of a run's inputs without the plugin itself, including the settings that the plugin registered.
 * The same plugin with the same digest returns the same operations.
 */
export function inputsDigest(
  settings: Readonly<Record<string, SettingValue>>,
  { database, name }: Pick<Config, 'database' | 'name'>,
  received: ProjectInputs,
): Digest {
  return digestOf(printJson({ sdk: sdkVersion, framework: 'express', database, project: name, settings, ...received }));
}
