/** Runs a case of the corpus like a user, and collects the outcome. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runPlugin, type Operation } from '../../sandbox/index.ts';
import { toErrorReport } from '../../src/errors/report.ts';
import { addPlugins } from '../../src/flows/plugins/add.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { loadFolders } from '../../src/engine/load-folders.ts';
import { requireValidOperations } from '../../src/validation/validate.ts';
import { errorView } from '../../src/ui/error.ts';
import { page } from '../../src/ui/terminal.ts';
import { treeHash } from '../support/tree-hash.ts';
import { pluginInput } from '../unit/sandbox/plugin.ts';
import { placeCase, type Case } from './cases.ts';
import { controls } from './controls.ts';
import { runLoaded, shop, shopProject, type Run } from './sandboxed.ts';
import { quietPorts } from '../support/ports.ts';

export interface Outcome {
  /** Code of the first problem, or `none` if the run succeeded. */
  readonly code: string;
  readonly log: readonly string[];
  readonly operations: readonly unknown[];
  /** The error as the user sees it. */
  readonly shown: string;
  /** Whether the folder that contains the project is unchanged. */
  readonly isUntouched: boolean;
  /** Files of a generated project that contain the forbidden string. */
  readonly tainted: readonly string[];
  /** Whether the payload works without guards. */
  readonly bites: boolean;
  /** Whether a run after the last payload of a folder returns the same result as before. */
  readonly isHealthyAfter: boolean;
}

/** Attacks from a folder of its own, which is gone afterwards. */
export async function attack(given: Case): Promise<Outcome> {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-hostile-')));
  try {
    return await attackIn(outer, given);
  } finally {
    rmSync(outer, { recursive: true, force: true });
  }
}

async function attackIn(outer: string, given: Case): Promise<Outcome> {
  const plugin = join(outer, 'plugin');
  mkdirSync(join(outer, 'neighbour'));
  writeFileSync(join(outer, 'secret.txt'), 'the secret beside the project');
  writeFileSync(join(outer, 'neighbour/package.json'), '{}');
  placeCase(given, plugin);
  const before = stateOf(outer);
  const run = await runCase(outer, given);
  const isUntouched = stateOf(outer) === before;
  const { absent } = given.expected;
  const tainted = absent === undefined ? [] : await taintedBy(outer, absent);
  const isHealthyAfter = !given.isLast || (await isHealthy());
  const control = controls[given.expected.control];
  if (control === undefined) throw new Error(`there is no control ${given.expected.control}`);
  const bites = await control({ ...given, plugin, outer, run });
  return { ...run, isUntouched, tainted, bites, isHealthyAfter };
}

/**
 * Runs a case. The first payload of a folder runs through `init`, the others directly through the sandbox and the
 * judges.
 */
async function runCase(outer: string, { expected, payload, isFirst }: Case): Promise<Run> {
  const folder = join(outer, 'plugin');
  let operations: readonly Operation[] = [];
  try {
    if (expected.userFiles !== undefined) {
      await addToProject(folder, expected.userFiles);
      return { code: 'none', log: [], operations, shown: '' };
    }
    if (isFirst && expected.code !== undefined && expected.limits === undefined) {
      const root = join(outer, 'app');
      const request = { cwd: outer, root, config: shop, plugins: [folder], yes: true, dryRun: false, install: false };
      await initProject(request, quietPorts);
      return { code: 'none', log: [], operations, shown: '' };
    }
    const [plugin] = loadFolders([folder]);
    if (plugin === undefined) throw new Error(`no plugin with ${String(payload)}`);
    const report = await runLoaded(plugin, expected.limits);
    ({ operations } = report);
    const { manifest, files } = plugin;
    if (expected.code !== undefined)
      requireValidOperations(operations, { manifest, files, model: shopProject().model, isSkeleton: false });
    return { code: 'none', log: report.log.map(({ text }) => text), operations, shown: '' };
  } catch (error) {
    const report = toErrorReport(error);
    const log = (report.problems[0]?.run?.log ?? []).map(({ text }) => text);
    const code = report.code === 'BUG' ? `BUG: ${String(error)}` : report.code;
    return { code, log, operations, shown: errorView(report, page) };
  }
}

/**
 * Adds the plugin to an existing project with files of the user, as if its folder was typed without a terminal.
 *
 * @throws {Error} If a refused command changed the project
 */
async function addToProject(plugin: string, files: readonly string[]): Promise<void> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-hostile-project-')));
  try {
    const root = join(cwd, 'app');
    await initProject({ cwd, root, config: shop, plugins: [], yes: true, dryRun: false, install: false }, quietPorts);
    for (const path of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), 'export const from = "user";\n');
    }
    const before = stateOf(root);
    const request = { cwd: root, plugins: [plugin], yes: false, dryRun: false, install: false };
    await addPlugins(request, quietPorts).catch((error: unknown) => {
      if (stateOf(root) !== before) throw new Error('the refused command changed the project', { cause: error });
      throw error;
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Returns the files of a project generated with the plugin that contain a string. */
async function taintedBy(outer: string, text: string): Promise<readonly string[]> {
  const root = join(outer, 'app');
  const plugins = [join(outer, 'plugin')];
  await initProject({ cwd: outer, root, config: shop, plugins, yes: true, dryRun: false, install: false }, quietPorts);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== join(root, '.genlock/objects'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/.genlock/') && readFileSync(path, 'utf8').includes(text));
}

async function isHealthy(): Promise<boolean> {
  const { operations, log } = await runPlugin(pluginInput(`sdk.registerCSS({ a: 'red' })`));
  const clean = [{ kind: 'registerCSS', variables: { '--a': 'red' } }];
  return JSON.stringify(operations) === JSON.stringify(clean) && log.length === 0;
}

function stateOf(outer: string): string {
  const folders = readdirSync(outer, { recursive: true }).map(String).toSorted();
  return JSON.stringify([folders, [...treeHash(outer)]]);
}
