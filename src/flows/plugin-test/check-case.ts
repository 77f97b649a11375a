import type { Tree } from '../../core/tree.ts';
import { GenlockError, type Problem, type Where } from '../../errors/error.ts';
import type { Prepared } from '../../engine/render-project.ts';
import type { RanPlugin } from '../../engine/run-plugins.ts';
import type { Change } from '../../plan/plan.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import type { TestCase } from './cases.ts';
import { consentFacts } from './consent.ts';
import { unformattedFiles, type Formatter } from './formatting.ts';
import type { Law } from './laws.ts';
import { withPlugin, type ProjectState, type Projects } from './projects.ts';
import { differences, snapshot, type Snapshot } from './snapshot.ts';

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
  /** Returns the project of a case before the plugin is added, with or without the neighbour. */
  readonly start: (testCase: TestCase, hasNeighbour: boolean) => Promise<StartProject>;
  readonly neighbour: Plugin;
}

/** Project without the tested plugin. Its folder must not change. */
export interface StartProject {
  readonly state: ProjectState;
  readonly files: Snapshot;
  readonly tree: Tree;
}

/** Checks all laws that need no code of the project in one case. */
export async function checkCase(testCase: TestCase, bench: Bench): Promise<CaseResult> {
  try {
    const start = await bench.start(testCase, testCase.neighbour === 'before');
    const state = bench.projects.copy(start.state);
    try {
      return await checkAddition({ testCase, bench, start, state });
    } finally {
      bench.projects.delete(state);
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
  /** Copy of the start. */
  readonly state: ProjectState;
}

/** Checks the plugin in a project from its addition to its removal. */
async function checkAddition(check: Check): Promise<CaseResult> {
  const { testCase, bench, start, state } = check;
  const { projects, plugin } = bench;
  const text = withPlugin(state.text, plugin.manifest.name, testCase.settings);
  const [ran, again] = await Promise.all([projects.run(plugin, text), projects.run(plugin, text)]);
  const added = await projects.add(state, ran, testCase.settings);
  const files = snapshot(state.root);
  const faults = [
    ...sameRuns(ran, again),
    ...(await sameProject(check, { added: added.state, files })),
    ...confined(added.prepared, { plugin, before: start.files, files }),
    ...(await wellFormatted(check, added.prepared)),
    ...(await idle(check, added.state, again)),
    ...(testCase.neighbour === 'after' ? await anyOrder(check, added.state) : await removed(check, added.state)),
  ];
  return { faults, consent: await consentFacts(ran.stored.contribution) };
}

/** Determinism: two runs with the same inputs return the same operations. */
function sameRuns(one: RanPlugin, other: RanPlugin): readonly Fault[] {
  if (one.stored.digest === other.stored.digest) return [];
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
  { plan }: Prepared,
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
async function wellFormatted({ testCase, bench, start }: Check, { tree }: Prepared): Promise<readonly Fault[]> {
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
async function idle({ bench: { projects } }: Check, added: ProjectState, again: RanPlugin): Promise<readonly Fault[]> {
  const others = added.plugins.filter(({ plugin }) => plugin.manifest.name !== again.plugin.manifest.name);
  const { plan } = await projects.prepare({ ...added, plugins: [...others, again] }, added.text);
  return plan.changes.slice(0, 1).map(({ kind, path }) => ({
    law: 'idempotence',
    message: `After adding the plugin, \`genlock sync\` would ${kind} ${path}.`,
    where: { file: path },
  }));
}

/** Inverse: removing the plugin restores the project byte for byte. */
async function removed({ bench, start }: Check, added: ProjectState): Promise<readonly Fault[]> {
  const state = await bench.projects.remove(added, bench.plugin.manifest.name);
  return restored(start.files, snapshot(state.root));
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
async function anyOrder({ testCase, bench, start, state }: Check, added: ProjectState): Promise<readonly Fault[]> {
  const { projects, plugin, neighbour } = bench;
  const base = await bench.start(testCase, true);
  const last = await projects.add(added, await projects.runOnce(neighbour, projects.configOf(start.state.text)));
  const other = projects.copy(base.state);
  try {
    const [ran] = added.plugins.slice(-1);
    if (ran === undefined) throw new Error('the plugin is not installed');
    await projects.add(
      other,
      await projects.run(plugin, withPlugin(other.text, plugin.manifest.name, testCase.settings)),
      testCase.settings,
    );
    const differing = differences(snapshot(state.root), snapshot(other.root)).filter((path) => path !== 'genlock.json');
    const faults = differing.slice(0, 1).map((path): Fault => ({
      law: 'order',
      message: `${path} depends on whether the plugin is added before or after ${neighbour.manifest.name}.`,
      where: { file: path },
    }));
    const rest = await projects.remove(last.state, plugin.manifest.name);
    return [...faults, ...restored(base.files, snapshot(rest.root))];
  } finally {
    projects.delete(other);
  }
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
