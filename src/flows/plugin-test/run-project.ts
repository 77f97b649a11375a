import { dirname } from 'node:path';
import { GenlockError } from '../../errors/error.ts';
import type { Progress } from '../../engine/progress.ts';
import { schemaFolder } from '../../data-layer/prisma-schema.ts';
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
  /** Receives the result of each law as soon as it is known. */
  readonly checked?: (law: LawResult) => void;
  /** Ends a script that takes too long. */
  readonly signal: () => AbortSignal;
  /** Project to use. By default, it has relations, and authentication if the plugin permits it. */
  readonly project?: Pick<TestCase, 'graph' | 'auth'>;
}

/** A script of the project and the law that it checks. */
type Script = readonly [script: string, law: Law];

/** Scripts that do not depend on each other. The type check also generates the database client that the tests need. */
const checks: readonly Script[] = [
  ['format:check', 'formatting'],
  ['lint', 'lint'],
  ['typecheck', 'types'],
];
const tests: Script = ['test', 'tests'];
const scripts: readonly Script[] = [...checks, tests];

/** Result of the scripts with the plugin. */
export interface ScriptResults {
  readonly testCase: TestCase;
  readonly faults: readonly Fault[];
  readonly laws: readonly LawResult[];
}

/**
 * Runs the scripts of one project with the plugin, confined. Runs failed scripts again without the plugin, because a script
 * that fails without the plugin proves nothing about the plugin. Packages are installed before, outside the confinement,
 * from the user's registry and without install scripts.
 *
 * @throws GenlockError PLUGIN_TEST_NOT_CONFINED, DATA_INSTALL_FAILED
 */
export async function runScripts(bench: Bench, ports: RunPorts): Promise<ScriptResults> {
  const { plugin, projects } = bench;
  const [database = 'file'] = databasesOf(plugin);
  const settings = sampleSettings(plugin.manifest.settings);
  const project = ports.project ?? { graph: 'relations', auth: authsOf(plugin).at(-1) ?? false };
  const testCase: TestCase = { ...project, database, neighbour: 'none', settings };
  const start = await bench.starts.take(testCase, { hasNeighbour: false });
  const [state, plain] = [projects.copy(start.state), projects.copy(start.state)];
  try {
    const run = await requireConfined(state.root);
    const text = withPlugin(state.text, plugin.manifest.name, settings);
    const { prepared } = await projects.add(state, await projects.run(plugin, text), settings);
    await makeReady(state.root, testCase, ports);
    // From here on, code of the plugin can change this folder. No later step outside the confinement uses the folder.
    // The tests of the other databases need a server.
    const wanted = database === 'file' ? scripts : checks;
    const changed = prepared.plan.changes.flatMap(({ kind, path }) => (kind === 'delete' ? [] : [path]));
    const passed = (law: Law): void => ports.checked?.({ law, status: 'held', cases: 1 });
    const when = `with ${plugin.manifest.name}`;
    const after = await failed(wanted, { root: state.root, run, changed, when, ports, passed });
    if (after.size === 0) return { testCase, ...summary(testCase, { before: after, after }) };
    await makeReady(plain.root, testCase, ports);
    const again = wanted.filter(([script]) => after.has(script));
    const before = await failed(again, { root: plain.root, run, changed, when: 'without the plugin', ports });
    const results = summary(testCase, { before, after });
    for (const law of results.laws) if (law.status !== 'held') ports.checked?.(law);
    return { testCase, ...results };
  } finally {
    projects.delete(state);
    projects.delete(plain);
  }
}

/** @throws GenlockError PLUGIN_TEST_NOT_CONFINED */
async function requireConfined(root: string): Promise<RunConfined> {
  const run = await confinedRunner(root, dirname(root));
  if (run !== undefined) return run;
  const message = 'types, lint and tests are not verified: this system cannot confine the code of the project';
  throw new GenlockError({ code: 'PLUGIN_TEST_NOT_CONFINED', message });
}

/**
 * Installs the packages, and writes the migrations that the tests apply. The database is a file in the temporary project.
 */
async function makeReady(
  root: string,
  { database }: TestCase,
  { env: given, progress, clock }: RunPorts,
): Promise<void> {
  progress('Installing packages without their scripts');
  const quick = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  const env = choosing('npm', { ...given, ...quick, npm_config_ignore_scripts: 'true' });
  await installPackages(root, { env });
  if (database !== 'file') return;
  const renames = await projectRenames(root);
  const url = { DATABASE_URL: 'file:./dev.db' };
  await migrateDev({ root, env: url, renames, now: clock(), createOnly: false, acceptDataLoss: true });
}

/** A project whose scripts run. */
interface ScriptRun {
  readonly root: string;
  readonly run: RunConfined;
  /** Files that the plugin adds or changes. */
  readonly changed: readonly string[];
  readonly when: string;
  readonly ports: RunPorts;
  /** Receives the law of each script that succeeds. */
  readonly passed?: (law: Law) => void;
}

/** Runs scripts: the checks at the same time, then the tests. @returns the last lines of each failed script */
async function failed(wanted: readonly Script[], project: ScriptRun): Promise<ReadonlyMap<string, readonly string[]>> {
  const { when, ports, passed } = project;
  const outputs = new Map<string, readonly string[]>();
  const runAll = async (group: readonly Script[]): Promise<void> => {
    if (group.length === 0) return;
    ports.progress(`Running ${group.map(([script]) => script).join(', ')} ${when}`);
    await Promise.all(
      group.map(async ([script, law]) => {
        const lines = await output(script, project);
        if (lines === undefined) passed?.(law);
        else outputs.set(script, lines);
      }),
    );
  };
  await runAll(wanted.filter((script) => script !== tests));
  await runAll(wanted.filter((script) => script === tests));
  return outputs;
}

/** @returns the last lines of a script that failed */
async function output(
  script: string,
  { root, run, changed, ports }: ScriptRun,
): Promise<readonly string[] | undefined> {
  const args = script === tests[0] ? testing(changed) : ['--run', script];
  const { exitCode, lines } = await run({ root, args, signal: ports.signal() });
  return exitCode === 0 ? undefined : lines.filter((line) => line.trim() !== '').slice(-20);
}

/**
 * Arguments of Node that run the tests whose modules the plugin adds or changes. The other tests have the same content and
 * test the same code without the plugin.
 */
function testing(changed: readonly string[]): readonly string[] {
  const modules = changed.filter((path) => /^(?:server|client|shared|test)\/.*\.[jt]sx?$/u.test(path));
  const hasModels = changed.some((path) => path.startsWith(`${schemaFolder}/`));
  return ['node_modules/vitest/vitest.mjs', 'related', '--run', ...modules, ...(hasModels ? [databaseClient] : [])];
}

/** Module of the project that contains all models. */
const databaseClient = 'server/generated/prisma/client.ts';

function summary(
  { database }: TestCase,
  { before, after }: Readonly<Record<'before' | 'after', ReadonlyMap<string, readonly string[]>>>,
): Pick<ScriptResults, 'faults' | 'laws'> {
  const broken = new Map([...after].filter(([script]) => !before.has(script)));
  const faults = scripts.flatMap(([script, law]): readonly Fault[] => {
    const lines = broken.get(script);
    if (lines === undefined) return [];
    const where = { file: 'package.json', key: `scripts.${script}` };
    return [{ law, message: `\`npm run ${script}\` fails with the plugin.`, where, output: lines }];
  });
  const laws = scripts.map(([script, law]): LawResult => {
    const reason = before.has(script)
      ? `\`npm run ${script}\` fails without the plugin.`
      : script === tests[0] && database !== 'file'
        ? `The tests need a ${database} database.`
        : undefined;
    if (reason !== undefined) return { law, status: 'unchecked', cases: 0, reason };
    return { law, status: broken.has(script) ? 'broken' : 'held', cases: 1 };
  });
  return { faults, laws: laws.filter(({ law }) => law !== 'formatting') };
}
