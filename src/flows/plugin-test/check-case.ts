import type { Digest } from '../../core/digest.ts';
import { GenlockError, type Problem, type Where } from '../../errors/error.ts';
import type { PreparedProject } from '../../engine/render-project.ts';
import type { RanPlugin } from '../../engine/run-plugins.ts';
import type { Change } from '../../plan/plan.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import type { StoredOperations } from '../../project/operations.ts';
import type { TestCase } from './cases.ts';
import { unformattedFiles, type Formatter } from './formatting.ts';
import type { Law } from './laws.ts';
import { withPlugin, type ProjectState, type Projects } from './projects.ts';
import { differences, snapshot, type Snapshot } from './snapshot.ts';
import type { StartProject, Starts } from './starts.ts';

/** A law that does not hold in a case. */
export interface Fault {
  readonly law: Law;
  readonly message: string;
  readonly where?: Where;
  readonly hint?: string;
  /** Last lines of a failed script. */
  readonly output?: readonly string[];
}

/** Result of one case. */
export interface CaseResult {
  readonly faults: readonly Fault[];
  /** Facts of the consent; absent if the plugin could not be added. */
  readonly consent?: readonly string[];
  /** Clear refusal of a project whose entities have the plugin's names, or of a special text. */
  readonly refusal?: Problem;
}

/** Tools of a check. */
export interface Bench {
  readonly plugin: Plugin;
  readonly projects: Projects;
  /** `undefined` if the formatter is not installed. */
  readonly format: Formatter | undefined;
  readonly starts: Starts;
  readonly neighbour: Plugin;
  /** Returns the facts of the consent to operations. */
  readonly consentOf: (stored: StoredOperations) => Promise<readonly string[]>;
  /** Digests of the operations by the inputs of the run. */
  readonly digests: Map<Digest, Digest>;
  /** Files of the projects in which the plugin was added after the neighbour, by `keyOf` of the case. */
  readonly afterNeighbour: Map<string, Snapshot>;
}

/** Checks all laws that need no code of the project in one case. */
export async function checkCase(testCase: TestCase, bench: Bench): Promise<CaseResult> {
  try {
    const start = await bench.starts.take(testCase, { hasNeighbour: testCase.neighbour === 'before' });
    let left: Snapshot | undefined;
    try {
      const { after, ...result } = await checkAddition({ testCase, bench, start });
      left = after;
      return result;
    } finally {
      bench.starts.giveBack(start, left);
    }
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    const [problem] = error.problems;
    if (testCase.graph === 'names' || testCase.isText === true) return { faults: [], refusal: problem };
    return { faults: error.problems.map(faultOf) };
  }
}

interface Check {
  readonly testCase: TestCase;
  readonly bench: Bench;
  readonly start: StartProject;
}

/** The project after the last step of a check. */
interface LastStep {
  readonly faults: readonly Fault[];
  readonly after: Snapshot;
}

/** Checks the plugin in a project from its addition to its removal. */
async function checkAddition(check: Check): Promise<CaseResult & LastStep> {
  const { testCase, bench, start } = check;
  const { projects, plugin } = bench;
  const { state } = start;
  const text = withPlugin(state.text, plugin.manifest.name, testCase.settings);
  const ran = await projects.run(plugin, text);
  const differing = await sameRuns(ran, bench, text);
  const added = await projects.add(state, ran, testCase.settings);
  const files = snapshot(state.root);
  if (testCase.neighbour === 'before') bench.afterNeighbour.set(keyOf(testCase), files);
  const found = [
    ...differing,
    ...(await sameProject(check, { added: added.state, files })),
    ...confined(added.prepared, { plugin, before: start.files, files }),
    ...(await wellFormatted(check, added.prepared)),
    ...(await idle(check, added.state)),
  ];
  const last = await (testCase.neighbour === 'after' ? anyOrder(check, added.state) : removed(check, added.state));
  const consent = await bench.consentOf(ran.stored);
  return { faults: [...found, ...last.faults], consent, after: last.after };
}

/**
 * Determinism: two runs with the same inputs return the same operations. Runs the plugin again only if no earlier run had
 * these inputs.
 */
async function sameRuns(
  { inputs, stored }: RanPlugin,
  { digests, projects, plugin }: Bench,
  text: string,
): Promise<readonly Fault[]> {
  const other = digests.get(inputs) ?? (await projects.run(plugin, text)).stored.digest;
  digests.set(inputs, other);
  if (stored.digest === other) return [];
  const message = 'Two runs with the same inputs return different operations.';
  return [{ law: 'determinism', message, where: { file: 'generator.js' } }];
}

/** Determinism: a new project with the plugin equals a project to which the plugin was added. */
async function sameProject(
  { bench: { projects } }: Check,
  { added, files }: { readonly added: ProjectState; readonly files: Snapshot },
): Promise<readonly Fault[]> {
  const { plan } = await projects.prepare({ ...added, root: projects.newRoot() });
  const wanted = new Map(
    plan.changes.map((change) => [change.path, change.kind === 'delete' ? undefined : change.after]),
  );
  const differing = [...files].filter(([path, held]) => !held.endsWith('folder') && held.slice(4) !== wanted.get(path));
  return differing.slice(0, 1).map(([path]) => ({
    law: 'determinism',
    message: `${path} is different in a new project with the plugin and in a project to which the plugin was added.`,
    where: { file: path },
  }));
}

/** Confinement: only the plan is written, and it changes no files of other plugins. */
function confined(
  { plan }: PreparedProject,
  { plugin, before, files }: { readonly plugin: Plugin; readonly before: Snapshot; readonly files: Snapshot },
): readonly Fault[] {
  const planned = new Set(plan.changes.map(({ path }) => path));
  const isParent = (path: string): boolean => [...planned].some((other) => other.startsWith(`${path}/`));
  const unplanned = differences(before, files).filter((path) => !planned.has(path) && !isParent(path));
  const foreign = plan.changes.filter((change) => isForeign(change, plugin)).map(({ path }) => path);
  return [
    ...unplanned.map((path) => ({ path, message: `${path} was changed, but it is not part of the plan.` })),
    ...foreign.map((path) => ({ path, message: `The plugin changes ${path}, which belongs to another owner.` })),
  ]
    .slice(0, 1)
    .map(({ path, message }) => ({ law: 'confinement', message, where: { file: path } }));
}

function isForeign(change: Change, { manifest }: Plugin): boolean {
  if (change.path.startsWith('.genlock/')) return false;
  if (change.owner === manifest.name) return change.kind !== 'create';
  return (change.owner !== 'core' && change.owner !== 'genlock') || change.kind === 'delete';
}

/** Formatting: the files of the plugin, and the files that it changes, pass the format check of the project. */
async function wellFormatted({ testCase, bench, start }: Check, { tree }: PreparedProject): Promise<readonly Fault[]> {
  if (bench.format === undefined) return [];
  const files = await unformattedFiles({ tree, without: start.tree }, bench.format);
  return files
    .filter(({ error }) => testCase.isText !== true || error !== undefined)
    .map(({ path, line, error }) => ({
      law: 'formatting',
      message: error === undefined ? `The format check changes ${path}.` : `${path} has a syntax error: ${error}.`,
      where: { file: path, line, column: 1 },
    }));
}

/** Idempotence: after the plugin was added, a second run changes no file. */
async function idle({ bench: { projects } }: Check, added: ProjectState): Promise<readonly Fault[]> {
  const { plan } = await projects.prepare(added, added.text);
  return plan.changes.slice(0, 1).map(({ kind, path }) => ({
    law: 'idempotence',
    message: `After adding the plugin, \`genlock sync\` would ${kind} ${path}.`,
    where: { file: path },
  }));
}

/** Inverse: removing the plugin restores the project byte for byte. */
async function removed({ bench, start }: Check, added: ProjectState): Promise<LastStep> {
  const { root } = await bench.projects.remove(added, bench.plugin.manifest.name);
  const after = snapshot(root);
  return { faults: restored(start.files, after), after };
}

function restored(before: Snapshot, after: Snapshot): readonly Fault[] {
  return differences(before, after)
    .slice(0, 1)
    .map((path) => ({
      law: 'inverse',
      message: `After adding and removing the plugin, ${path} ${change(before.has(path), after.has(path))}.`,
      where: { file: path },
    }));
}

function change(isBefore: boolean, isAfter: boolean): string {
  if (!isAfter) return 'is missing';
  return isBefore ? 'has other bytes than before' : 'is left';
}

/** Order and inverse: the neighbour is added after the plugin, then before it; then the plugin is removed. */
async function anyOrder({ testCase, bench, start }: Check, added: ProjectState): Promise<LastStep> {
  const { projects, plugin, neighbour } = bench;
  const last = await projects.add(added, await projects.runOnce(neighbour, projects.configOf(start.state.text)));
  const files = snapshot(last.state.root);
  const base = await bench.starts.take(testCase, { hasNeighbour: true });
  const other = await addedAfterNeighbour(testCase, bench, base);
  const differing = differences(files, other).filter((path) => path !== 'genlock.json');
  const faults = differing.slice(0, 1).map((path): Fault => ({
    law: 'order',
    message: `${path} depends on whether the plugin is added before or after ${neighbour.manifest.name}.`,
    where: { file: path },
  }));
  const after = snapshot((await projects.remove(last.state, plugin.manifest.name)).root);
  return { faults: [...faults, ...restored(base.files, after)], after };
}

/** Returns the files of the project in which the plugin is added after the neighbour. A case before may have added it. */
async function addedAfterNeighbour(testCase: TestCase, bench: Bench, base: StartProject): Promise<Snapshot> {
  const known = bench.afterNeighbour.get(keyOf(testCase));
  if (known !== undefined) return known;
  const { projects, plugin, starts } = bench;
  const text = withPlugin(base.state.text, plugin.manifest.name, testCase.settings);
  try {
    const { state } = await projects.add(base.state, await projects.run(plugin, text), testCase.settings);
    return snapshot(state.root);
  } finally {
    starts.giveBack(base);
  }
}

function keyOf({ database, graph, auth, settings }: TestCase): string {
  return JSON.stringify([database, graph, auth, settings]);
}

/** Codes of refusals that protect the files and names of other owners. */
const confining = /^(?:JUDGE_PATH|JUDGE_ROUTE|JUDGE_GUARD|RENDER_(?:PATH|ROUTE|NAME|PORT)_CLASH)/u;

function faultOf({ code, message, where, hint }: Problem): Fault {
  return {
    law: confining.test(code) ? 'confinement' : 'addition',
    message: `${message} (${code})`,
    ...(where !== undefined && { where }),
    ...(hint !== undefined && { hint }),
  };
}
