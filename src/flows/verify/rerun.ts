import type { Progress } from '../../engine/progress.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ContributedFile, Operation } from '../../../sandbox/index.ts';
import type { Config, DatabaseKind, PluginConfig } from '../../config/config.ts';
import { GenlockError } from '../../errors/error.ts';
import type { LockedPlugin } from '../../lockfile/lockfile.ts';
import { dataMigrationPath, dataMigrations } from '../../plugin/data-migrations.ts';
import type { Contribution, Manifest, Plugin } from '../../plugin/plugin.ts';
import { resolveSettings } from '../../plugin/settings.ts';
import { loadPlugin } from '../../plugin/load.ts';
import { unrestricted, type EffectivePolicy } from '../../policy/effective-policy.ts';
import { digestOf } from '../../core/digest.ts';
import { ownPackage } from '../../core/own-package.ts';
import { compareText } from '../../core/tree.ts';
import { installedLoader, type LoadInstalled } from '../../engine/packages/fetch-plugin.ts';
import { enforcePolicy } from '../../engine/policy/enforce.ts';
import { subjectOf } from '../../engine/policy/subject.ts';
import { resolvePolicy } from '../../engine/policy/resolve.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { inputsDigest, runPlugins, type InstalledPlugin } from '../../engine/run-plugins.ts';
import type { Recorded } from './recorded.ts';

/** Operation, file in an operation, or data migration that differs in a second run. */
export interface Difference {
  readonly kind: Operation['kind'] | 'manifest' | 'settings' | 'migration';
  /** Index of the operation, from 0; absent for manifest, settings and data migrations. */
  readonly index?: number;
  /** Path of the file, for `copyTemplates` and data migrations. */
  readonly path?: string;
  /** `added`: only in the run. `removed`: only in the lockfile's operations. */
  readonly change: 'added' | 'removed' | 'changed';
}

/** Result of running one plugin again. */
export interface Rerun {
  readonly name: string;
  readonly version: string;
  /** `bundled:…` or `folder:…` */
  readonly source: string;
  /**
   * `same`: the run matches the lockfile. `different`: the run does not match it. `other-bytes`: the source does not
   * match the lockfile, so the plugin did not run. `other-version`: the bundled plugin of another Genlock version is
   * installed. `no-source`, `other-inputs`: the original run cannot be repeated. `off`: the plugin is disabled.
   */
  readonly outcome: 'same' | 'different' | 'other-bytes' | 'other-version' | 'no-source' | 'other-inputs' | 'off';
  /** Differences by operation; only for `different`. */
  readonly differences: readonly Difference[];
}

/** Policies and progress output for running plugins again. */
export interface RerunPorts extends PolicyPorts {
  readonly progress: Progress;
}

/**
 * Runs every installed plugin again in the sandbox, with its recorded source and settings, and compares the operations
 * with the lockfile.
 *
 * @throws GenlockError all errors of a run
 */
export async function rerunPlugins(recorded: Recorded, cwd: string, ports: RerunPorts): Promise<readonly Rerun[]> {
  const { workspace, configuration, plugins } = recorded;
  const { root, lockfile } = workspace;
  const policy = await resolvePolicy({ cwd, root, network: false }, ports);
  const load = installedLoader({ root, offline: true, policy }, ports);
  const candidates = await Promise.all(plugins.map((installed) => candidate(installed, recorded, load)));
  const toRun = candidates.flatMap(({ plugin }) => plugin ?? []);
  enforcePolicy(
    toRun.map((plugin) => subjectOf(plugin, { locked: lockfile.plugins.get(plugin.manifest.name) })),
    policy,
  );
  ports.progress(`Running ${toRun.map(({ manifest }) => manifest.name).join(', ')} in the sandbox`);
  const compared = await compareRuns(candidates, { config: configuration.config, policy });
  const off = [...lockfile.plugins].flatMap(([name, { disabled, version, source }]): readonly Rerun[] =>
    disabled === true ? [{ name, version, source, outcome: 'off', differences: [] }] : [],
  );
  return [...compared, ...off];
}

/**
 * Runs the enabled bundled plugins again. Genlock itself contains them, so no policy applies and no request is sent.
 *
 * @throws GenlockError all errors of a run
 */
export async function rerunBundled(recorded: Recorded): Promise<readonly Rerun[]> {
  const { configuration, plugins } = recorded;
  const bundled = plugins.filter(({ plugin }) => plugin.source.kind === 'bundled');
  const candidates = await Promise.all(bundled.map((one) => candidate(one, recorded, loadBundled)));
  return compareRuns(candidates, { config: configuration.config, policy: unrestricted });
}

const loadBundled: LoadInstalled = (name) => Promise.resolve(loadPlugin({ kind: 'bundled', name }));

/** Runs the candidates and compares the operations with the stored ones. */
async function compareRuns(
  candidates: readonly Candidate[],
  { config, policy }: { readonly config: Config; readonly policy: EffectivePolicy },
): Promise<readonly Rerun[]> {
  const toRun = candidates.flatMap(({ plugin }) => plugin ?? []);
  const recorded = new Map(candidates.map(({ rerun: { name }, installed }) => [name, installed.received]));
  const received = ({ name }: Manifest) => recorded.get(name) ?? {};
  const ran = await runPlugins(toRun, { config: withSettings(config, candidates), received }, policy);
  return candidates.map(({ rerun, installed }): Rerun => {
    const again = ran.find(({ plugin }) => plugin.manifest.name === rerun.name);
    if (again === undefined) return rerun;
    const isSame = again.stored.digest === installed.stored.digest;
    const migrations = migrationDifferences(installed, again.plugin, config.database);
    if (isSame && migrations.length === 0) return rerun;
    const own = isSame ? [] : differencesOf(installed.stored.contribution, again.stored.contribution);
    return { ...rerun, outcome: 'different', differences: [...own, ...migrations] };
  });
}

interface Candidate {
  /** `same` until the run shows a difference. */
  readonly rerun: Rerun;
  readonly installed: InstalledPlugin;
  /** The pinned plugin and its settings; absent if it cannot run. */
  readonly plugin?: Plugin;
  readonly settings?: Contribution['settings'];
}

async function candidate(
  installed: InstalledPlugin,
  { workspace, configuration }: Recorded,
  load: LoadInstalled,
): Promise<Candidate> {
  const { name, version } = installed.plugin.manifest;
  const locked = workspace.lockfile.plugins.get(name);
  const rerun = (outcome: Rerun['outcome']): Rerun => ({
    name,
    version,
    source: locked?.source ?? '',
    outcome,
    differences: [],
  });
  const settings = settingsOf(installed, configuration);
  if (settings === undefined) return { installed, rerun: rerun('other-inputs') };
  const plugin = locked === undefined ? undefined : await sourceNow(load(name, locked));
  if (plugin === undefined) return { installed, rerun: rerun('no-source') };
  if (!isPinned(plugin, locked)) {
    const isOther = plugin.source.kind === 'bundled' && workspace.lockfile.genlock !== ownPackage().version;
    return { installed, rerun: rerun(isOther ? 'other-version' : 'other-bytes') };
  }
  return { installed, plugin, settings, rerun: rerun('same') };
}

/**
 * Returns the settings that match the digest in the lockfile: the stored ones or those in genlock.json; `undefined` if
 * neither match.
 */
function settingsOf(
  { inputs, received = {}, stored: { contribution } }: InstalledPlugin,
  { config, places }: Recorded['configuration'],
): Contribution['settings'] | undefined {
  const { manifest, settings: recorded } = contribution;
  if (inputsDigest(recorded, config, received) === inputs) return recorded;
  const given = config.plugins.get(manifest.name)?.settings ?? {};
  const { settings } = resolveSettings(contribution, given, places);
  return inputsDigest(settings, config, received) === inputs ? settings : undefined;
}

function isPinned(plugin: Plugin, locked: LockedPlugin | undefined): boolean {
  return plugin.integrity === locked?.integrity;
}

/** Returns `undefined` if the plugin cannot be read. */
async function sourceNow(loading: Promise<Plugin>): Promise<Plugin | undefined> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof GenlockError) return undefined;
    throw error;
  }
}

function withSettings(config: Config, candidates: readonly Candidate[]): Config {
  const given = candidates.flatMap(({ rerun: { name }, settings }): [string, PluginConfig][] =>
    settings === undefined ? [] : [[name, { enabled: true, settings }]],
  );
  return { ...config, plugins: new Map([...config.plugins, ...given]) };
}

/** Compares two contributions of the same plugin. */
function differencesOf(before: Contribution, after: Contribution): readonly Difference[] {
  const count = Math.max(before.operations.length, after.operations.length);
  const operations = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const [one, other] = [before.operations[index], after.operations[index]];
    if (one?.kind === 'copyTemplates' && other?.kind === 'copyTemplates') {
      const files = { before: digestsOf(one.files, before), after: digestsOf(other.files, after) };
      return fileDifferences(files).map((difference) => ({ ...difference, index }));
    }
    if (isDeepStrictEqual(one, other)) return [];
    if (one !== undefined && one.kind === other?.kind) return [{ kind: one.kind, index, change: 'changed' } as const];
    return [
      ...(one === undefined ? [] : [{ kind: one.kind, index, change: 'removed' } as const]),
      ...(other === undefined ? [] : [{ kind: other.kind, index, change: 'added' } as const]),
    ];
  });
  return [
    ...(isDeepStrictEqual(before.manifest, after.manifest) ? [] : [{ kind: 'manifest', change: 'changed' } as const]),
    ...(isDeepStrictEqual(before.settings, after.settings) ? [] : [{ kind: 'settings', change: 'changed' } as const]),
    ...operations,
  ];
}

/** Compares the recorded data migrations with the scripts in the package. */
function migrationDifferences(
  { stored: { contribution } }: InstalledPlugin,
  { manifest, files }: Plugin,
  database: DatabaseKind,
): readonly Difference[] {
  const { migrations: recorded = [] } = contribution;
  if (recorded.length === 0) return [];
  const { name } = manifest;
  const scripts = new Map(
    dataMigrations(files, { manifest, place: name }).map((one) => [one.version, one.scripts[database]]),
  );
  return recorded.flatMap(({ version, script }): readonly Difference[] => {
    const now = scripts.get(version);
    if (now === script) return [];
    const change = now === undefined ? 'removed' : 'changed';
    return [{ kind: 'migration', path: dataMigrationPath(name, version), change }];
  });
}

/** Returns the content digest and the source of each file, by path. */
function digestsOf(files: readonly ContributedFile[], { files: bytes }: Contribution): ReadonlyMap<string, string> {
  return new Map(
    files.map((file) => {
      const text = 'content' in file ? file.content : (bytes.get(file.source) ?? '');
      return [file.path, `${digestOf(text)} ${'content' in file ? file.template : file.source}`];
    }),
  );
}

function fileDifferences({
  before,
  after,
}: {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}): readonly Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted(compareText).flatMap((path) => {
    const [one, other] = [before.get(path), after.get(path)];
    if (one === other) return [];
    const change = one === undefined ? 'added' : other === undefined ? 'removed' : 'changed';
    return [{ kind: 'copyTemplates', path, change } as const];
  });
}
