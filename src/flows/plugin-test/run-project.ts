import { dirname } from 'node:path';
import { GenlockError } from '../../errors/error.ts';
import type { Progress } from '../../engine/progress.ts';
import { migrateDev } from '../../database/migrate-dev.ts';
import { confinedRunner, type RunConfined } from '../../processes/confined-script.ts';
import { choosing, installPackages } from '../../processes/package-manager.ts';
import { projectRenames } from '../db/renames.ts';
import { authsOf, databasesOf, type TestCase } from './cases.ts';
import type { Bench, Fault } from './check-case.ts';
import { sampleSettings } from '../../plugin/sample-settings.ts';
import type { Law } from './laws.ts';
import { withPlugin } from './projects.ts';
import type { LawResult } from './result.ts';

/** Machine access for running code of the project. */
export interface RunPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly clock: () => Date;
  /** Ends a script that takes too long. */
  readonly signal: () => AbortSignal;
  /** Whether the project has authentication. By default, it has, if the plugin permits it. */
  readonly auth?: boolean;
}

/** Script of the project → law that it checks. */
const scripts: readonly (readonly [script: string, law: Law])[] = [
  ['format:check', 'formatting'],
  ['lint', 'lint'],
  ['typecheck', 'types'],
  ['test', 'tests'],
];

/** Result of the scripts with the plugin. */
export interface ScriptResults {
  readonly testCase: TestCase;
  readonly faults: readonly Fault[];
  readonly laws: readonly LawResult[];
}

/**
 * Runs the scripts of one project without and with the plugin, confined. Packages are installed before, outside the
 * confinement, from the user's registry and without install scripts.
 *
 * @throws GenlockError PLUGIN_TEST_NOT_CONFINED, DATA_INSTALL_FAILED
 */
export async function runScripts(bench: Bench, ports: RunPorts): Promise<ScriptResults> {
  const { plugin, projects } = bench;
  const [database = 'file'] = databasesOf(plugin);
  const settings = sampleSettings(plugin.manifest.settings);
  const auth = ports.auth ?? authsOf(plugin).at(-1) ?? false;
  const testCase: TestCase = { database, graph: 'relations', auth, neighbour: 'none', settings };
  const state = projects.copy((await bench.starts.take(testCase, false)).state);
  try {
    const run = await requireConfined(state.root);
    const each = scriptsIn(state.root, run, ports);
    await install(state.root, ports);
    await migrate(state.root, testCase, ports);
    const before = await each('without the plugin', scripts);
    await projects.add(
      state,
      await projects.run(plugin, withPlugin(state.text, plugin.manifest.name, settings)),
      settings,
    );
    await install(state.root, ports);
    await migrate(state.root, testCase, ports);
    // From here on, code of the plugin can change the folder. No later step outside the confinement uses the folder.
    // A script that fails without the plugin proves nothing about the plugin.
    const usable = scripts.filter(([script]) => before.get(script) === undefined);
    const after = await each(`with ${plugin.manifest.name}`, usable);
    return { testCase, ...summary(testCase, before, after) };
  } finally {
    projects.delete(state);
  }
}

/** @throws GenlockError PLUGIN_TEST_NOT_CONFINED */
async function requireConfined(root: string): Promise<RunConfined> {
  const run = await confinedRunner(root, dirname(root));
  if (run !== undefined) return run;
  const message = 'types, lint and tests are not verified: this system cannot confine the code of the project';
  throw new GenlockError({ code: 'PLUGIN_TEST_NOT_CONFINED', message });
}

async function install(root: string, { env, progress }: RunPorts): Promise<void> {
  progress('Installing packages without their scripts');
  await installPackages(root, { env: choosing('npm', { ...env, npm_config_ignore_scripts: 'true' }) });
}

/** Writes the migrations that the tests apply. The database is a file in the temporary project. */
async function migrate(root: string, { database }: TestCase, { clock }: RunPorts): Promise<void> {
  if (database !== 'file') return;
  const env = { DATABASE_URL: 'file:./dev.db' };
  const renames = await projectRenames(root);
  await migrateDev({ root, env, renames, now: clock(), createOnly: false, acceptDataLoss: true });
}

type ScriptRun = (when: string, wanted: typeof scripts) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Returns a function that runs scripts one after the other. Its result has the last lines of each failed script. */
function scriptsIn(root: string, run: RunConfined, { progress, signal }: RunPorts): ScriptRun {
  return async (when, wanted) => {
    const failed = new Map<string, readonly string[]>();
    for (const [script] of wanted) {
      progress(`Running ${script} ${when}`);
      const { exitCode, lines } = await run({ root, script, signal: signal() });
      const last = lines.filter((line) => line.trim() !== '').slice(-20);
      if (exitCode !== 0) failed.set(script, last);
    }
    return failed;
  };
}

/** Why a script that fails without the plugin is not checked. */
function reasonOf(script: string, { database }: TestCase): string {
  if (script === 'test' && database !== 'file') return `The tests need a ${database} database.`;
  return `\`npm run ${script}\` fails without the plugin.`;
}

function summary(
  testCase: TestCase,
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): Pick<ScriptResults, 'faults' | 'laws'> {
  const faults = scripts.flatMap(([script, law]): readonly Fault[] => {
    const output = after.get(script);
    if (output === undefined) return [];
    const where = { file: 'package.json', key: `scripts.${script}` };
    return [{ law, message: `\`npm run ${script}\` fails with the plugin.`, where, output }];
  });
  const laws = scripts.map(([script, law]): LawResult => {
    if (before.has(script)) {
      return { law, status: 'unchecked', cases: 0, reason: reasonOf(script, testCase) };
    }
    return { law, status: after.has(script) ? 'broken' : 'held', cases: 1 };
  });
  return { faults, laws: laws.filter(({ law }) => law !== 'formatting') };
}
