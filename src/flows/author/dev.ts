import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prestartWorker } from '../../../sandbox/index.ts';
import type { DatabaseKind } from '../../config/config.ts';
import { authPlugin } from '../../config/names.ts';
import type { ChangePorts, ChangeResult } from '../../engine/change.ts';
import { openWithPolicies } from '../../engine/policy-workspace.ts';
import { proposalDiff } from '../../engine/code-diff.ts';
import { changeResult, confirmAndApply } from '../../engine/execute.ts';
import type { FileDiff } from '../../engine/patch.ts';
import { proposeChange } from '../../engine/propose.ts';
import { selectPlugins } from '../../engine/select-plugins.ts';
import { companionsOf } from '../../plugin/bundled-requirements.ts';
import { loadPlugin } from '../../plugin/load.ts';
import { watchFolder } from '../../plugin/watch-folder.ts';
import { configPath } from '../../project/records.ts';
import { initProject, type InitPorts } from '../project/init.ts';
import type { DevApplication, DevApplicationPorts } from './dev-application.ts';

/** Options of `genlock plugin dev`; every path is absolute. */
export interface PluginDevRequest {
  /** The plugin's folder. */
  readonly folder: string;
  /** The project that receives the plugin. It is created if absent. Default: a temporary project. */
  readonly project?: string;
  /** Runs the plugin once and does not watch. */
  readonly once: boolean;
  /** Runs the application of the project. */
  readonly run?: boolean;
}

/** Result of one run of the plugin. */
export interface DevRound {
  readonly result: ChangeResult;
  readonly diff: readonly FileDiff[];
  /** Milliseconds from the change of the folder to the changed project. */
  readonly elapsed: number;
}

/** Functions of `genlock plugin dev` that reach the terminal and the machine. */
export interface PluginDevPorts extends Pick<ChangePorts, 'env' | 'clock' | 'random' | 'progress'> {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Receives the project before the first run. */
  readonly onProject: (root: string) => void;
  /** Receives each finished run, before the next one starts. */
  readonly onRound: (round: DevRound) => void | Promise<void>;
  /** Receives the error of a failed run. The watch continues. */
  readonly onError: (error: unknown) => void;
  /** Functions of the running application; required by `run`. */
  readonly application?: Pick<DevApplicationPorts, 'onReady' | 'onLine' | 'onSchemaChange'>;
}

/**
 * Applies a plugin to a project, and again after each edit of its folder, until the signal is aborted. Code of the
 * project runs only with `run`. Deletes a temporary project at the end.
 *
 * @returns whether the last run succeeded
 * @throws GenlockError if the project cannot be created
 */
export async function developPlugin(request: PluginDevRequest, ports: PluginDevPorts): Promise<boolean> {
  const { project = temporaryRoot() } = request;
  let stopWorker: (() => void) | undefined;
  let application: DevApplication | undefined;
  try {
    const database = await requireProject(project, request, ports);
    ports.onProject(project);
    application = await applicationOf(project, { request, database }, ports);
    let succeeded = await round(project, request.folder, ports);
    if (request.once) return succeeded;
    const next = async (): Promise<void> => {
      // A worker that waits makes the next run faster.
      stopWorker = prestartWorker();
      if (succeeded) await updated(application, ports);
    };
    const onChange = async (): Promise<void> => {
      succeeded = await round(project, request.folder, ports);
      await next();
    };
    await watchFolder(request.folder, { signal: ports.signal, onChange, onStart: next });
    return succeeded;
  } finally {
    stopWorker?.();
    await application?.stop();
    if (request.project === undefined) await deleteProject(project, ports);
  }
}

function temporaryRoot(): string {
  return join(realpathSync(mkdtempSync(join(tmpdir(), 'genlock-plugin-dev-'))), 'sample');
}

async function deleteProject(root: string, { progress }: PluginDevPorts): Promise<void> {
  progress('Deleting the temporary project');
  await rm(dirname(root), { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Creates the project, with the first database kind of the plugin and with sign-in if the plugin needs it, unless the
 * project exists.
 *
 * @returns the database kind of a new project
 */
async function requireProject(
  root: string,
  { folder }: PluginDevRequest,
  ports: PluginDevPorts,
): Promise<DatabaseKind | undefined> {
  if (existsSync(join(root, configPath))) return undefined;
  const { manifest } = loadPlugin({ kind: 'folder', path: folder });
  const { databases } = manifest;
  const database = databases.includes('file') ? 'file' : databases[0];
  const plan = { plugins: [], yes: true, dryRun: false, install: false };
  const needsSignIn = companionsOf(manifest).includes(authPlugin) && !existsSync(join(folder, configPath));
  const beginning = needsSignIn ? { beginning: { signIn: 'jwt' } as const } : {};
  await initProject({ cwd: folder, root, ...plan, ...beginning, ...(database && { database }) }, silent(ports));
  return database;
}

/** Returns the application that should run, if any. */
async function applicationOf(
  root: string,
  { request, database }: { readonly request: PluginDevRequest; readonly database: DatabaseKind | undefined },
  ports: PluginDevPorts,
): Promise<DevApplication | undefined> {
  if (request.run !== true || ports.application === undefined) return undefined;
  const { devApplication } = await import('./dev-application.ts');
  const { devTools } = await import('./dev-tools.ts');
  const all = { ...ports, ...ports.application };
  const isTemporary = request.project === undefined;
  const place = { root, isTemporary, isScratch: isTemporary && database === 'file' };
  return devApplication(root, await devTools(place, all), all);
}

/** Updates the application. A failure does not end the watch. */
async function updated(application: DevApplication | undefined, { signal, onError }: PluginDevPorts): Promise<void> {
  try {
    await application?.update();
  } catch (error) {
    if (!signal.aborted) onError(error);
  }
}

/** The user started the command to apply the plugin, so the plan needs no further answer. */
function silent({ env, clock, random, progress }: PluginDevPorts): ChangePorts & InitPorts {
  return { env, clock, random, progress, interactive: false, preview: () => undefined, agree: async () => false };
}

/** Runs the plugin once and applies the result. @returns whether the run succeeded */
async function round(root: string, folder: string, ports: PluginDevPorts): Promise<boolean> {
  const began = performance.now();
  try {
    const applied = await apply(root, folder, ports);
    await ports.onRound({ ...applied, elapsed: performance.now() - began });
    return true;
  } catch (error) {
    ports.onError(error);
    return false;
  }
}

async function apply(root: string, folder: string, given: PluginDevPorts): Promise<Omit<DevRound, 'elapsed'>> {
  const ports = silent(given);
  const request = { cwd: root, yes: true, dryRun: false, install: false };
  const command = `genlock plugin dev ${folder}`;
  const workspace = await openWithPolicies({ ...request, command }, ports);
  const policy = await workspace.policy();
  const context = { cwd: root, root, lockfile: workspace.lockfile, offline: true, policy };
  const { plugins, names, typed, versions } = await selectPlugins([folder], context, ports);
  const edits = { plugins: names, versions };
  const intent = { workspace, command, given: plugins, typed, edits, topic: 'plugin-dev', rerun: 'inputs' } as const;
  const proposal = await proposeChange(intent, request, ports);
  const diff = proposalDiff(proposal);
  return { result: changeResult(proposal, await confirmAndApply(proposal, ports)), diff };
}
