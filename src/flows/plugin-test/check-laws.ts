import { codes } from '../../errors/codes.ts';
import type { Progress } from '../../engine/progress.ts';
import { GenlockError } from '../../errors/error.ts';
import { namedEntities } from '../../validation/named-entities.ts';
import { bundledWithRequired } from '../../plugin/bundled-requirements.ts';
import { basePlugin } from '../../plugin/bundled.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { sampleSettings } from '../../plugin/sample-settings.ts';
import { developmentPins } from '../../render/dependencies.ts';
import { authPlugin } from '../../config/names.ts';
import { authsOf, databasesOf, type TestCase } from './cases.ts';
import { checkCase, type Bench, type Fault } from './check-case.ts';
import { consentChanges, unstableConsent, type ConsentedCase } from './check-consent.ts';
import { checkMigrations } from './check-migrations.ts';
import { keptConsents } from './consent.ts';
import { loadFormatter } from './formatting.ts';
import type { WrittenEntity } from './graphs.ts';
import { lawCodes, lawNames, type Law } from './laws.ts';
import { Projects, realEngine, withPlugin, type Engine } from './projects.ts';
import type { BrokenLaw, LawResult, PluginTestResult, RefusedCase } from './result.ts';
import { runScripts, type RunPorts } from './run-project.ts';
import { shrink } from './shrink.ts';
import { Starts } from './starts.ts';

/** Plugin to check, and the projects to check it in. */
export interface LawRequest {
  readonly policy: EffectivePolicy;
  readonly plugin: Plugin;
  readonly cases: readonly TestCase[];
}

export interface LawPorts {
  readonly progress: Progress;
  /** Receives the result of each law as soon as it is known. */
  readonly checked?: (law: LawResult) => void;
  /** Runs the scripts of a project, if requested. */
  readonly scripts?: RunPorts;
  /** Stages of the engine. Tests replace stages; the default is the engine of the commands. */
  readonly engine?: (real: Engine) => Engine;
}

/** Results of all laws. */
export type LawFindings = Pick<PluginTestResult, 'cases' | 'laws' | 'broken' | 'consent' | 'refused'>;

/**
 * Checks a plugin against the laws on generated projects in a temporary folder. Runs code of the projects only with
 * `ports.scripts`.
 *
 * @throws GenlockError PLUGIN_TEST_NOT_CONFINED, DATA_INSTALL_FAILED if code of a project should run
 */
export async function checkLaws({ policy, plugin, cases }: LawRequest, ports: LawPorts): Promise<LawFindings> {
  const real = realEngine(policy);
  const base = loadPlugin({ kind: 'bundled', name: basePlugin });
  const { name, provides } = plugin.manifest;
  using projects = new Projects(ports.engine?.(real) ?? real, base, provides === 'auth' ? [name] : []);
  const bench = await benchFor(plugin, projects, cases[0]);
  const consented: ConsentedCase[] = [];
  const found: { readonly testCase: TestCase; readonly fault: Fault }[] = [];
  const refused: RefusedCase[] = [];
  for (const [at, testCase] of cases.entries()) {
    ports.progress(`Checking project ${at + 1} of ${cases.length}`);
    const { faults, consent, refusal } = await checkCase(testCase, bench);
    found.push(...faults.map((fault) => ({ testCase, fault })));
    if (consent !== undefined) consented.push({ testCase, consent });
    if (refusal !== undefined) refused.push({ code: refusal.code, message: refusal.message, case: testCase });
  }
  found.push(...unstableConsent(consented, plugin.manifest));
  ports.progress('Searching for the smallest project');
  const smallest = await smallestOf(found, bench);
  const migrations = await checkMigrations(bench);
  const resultsOf = (broken: readonly BrokenLaw[]): readonly LawResult[] =>
    lawNames.map((law) => lawResult(law, { broken, cases: checkedIn(law, cases, refused), bench }));
  for (const law of [...resultsOf(smallest), ...migrations.laws]) ports.checked?.(law);
  const run = ports.scripts && (await runScripts(bench, ports.scripts));
  // A script can break the law of formatting, too.
  const more = [migrations, ...(run === undefined ? [] : [run])];
  const broken = [
    ...smallest,
    ...more.flatMap(({ faults, testCase }) => faults.map((fault) => brokenLaw(fault, testCase))),
  ];
  const consentOf = consentIn(bench);
  return {
    cases,
    laws: [...resultsOf(broken), ...more.flatMap(({ laws }) => laws)],
    broken,
    consent: await consentChanges(comparable(consented, plugin), consentOf),
    refused,
  };
}

const bundled = (name: string): Plugin => loadPlugin({ kind: 'bundled', name });

async function benchFor(plugin: Plugin, projects: Projects, usual: TestCase | undefined): Promise<Bench> {
  const { manifest } = plugin;
  const required = bundledWithRequired(manifest.requires ?? []).filter((name) => name !== authPlugin);
  const neighbour = bundled(manifest.provides === 'mail' || required.includes('mail-smtp') ? authPlugin : 'mail-smtp');
  const named = usual === undefined ? [] : await entitiesNamedBy(plugin, projects, usual);
  return {
    plugin,
    projects,
    neighbour,
    format: await loadFormatter(),
    starts: new Starts(projects, { plugin, neighbour, required, named }),
    consentOf: keptConsents(),
    digests: new Map(),
    afterNeighbour: new Map(),
  };
}

/** Returns the cases that differ in settings and databases only, if the plugin receives data about the project. */
function comparable(cases: readonly ConsentedCase[], { manifest: { inputs } }: Plugin): readonly ConsentedCase[] {
  const [first] = cases;
  if (first === undefined || inputs === undefined) return cases;
  const { graph, auth } = first.testCase;
  return cases.filter(({ testCase }) => testCase.graph === graph && testCase.auth === auth);
}

/** Returns the entities that the plugin names with the usual settings. Every project has them. */
async function entitiesNamedBy(
  plugin: Plugin,
  projects: Projects,
  { database, settings }: TestCase,
): Promise<readonly WrittenEntity[]> {
  const text = withPlugin(projects.textOf({ database, entities: [] }, []), plugin.manifest.name, settings);
  try {
    const { stored } = await projects.run(plugin, text);
    return namedEntities(stored.contribution.operations).map(({ name }) => ({ name }));
  } catch (error) {
    // The cases report the problem.
    if (error instanceof GenlockError) return [];
    throw error;
  }
}

/** Returns each broken law once, with the smallest case that breaks it. */
async function smallestOf(
  found: readonly { readonly testCase: TestCase; readonly fault: Fault }[],
  bench: Bench,
): Promise<readonly BrokenLaw[]> {
  const first = new Map(found.toReversed().map((one) => [one.fault.law, one]));
  const { settings } = bench.plugin.manifest;
  const smallest = {
    needed: sampleSettings(settings),
    databases: databasesOf(bench.plugin),
    auths: authsOf(bench.plugin),
  };
  const broken: BrokenLaw[] = [];
  for (const { testCase, fault } of first.values()) {
    let last = fault;
    const least = await shrink(testCase, smallest, async (simpler) => {
      const same = (await checkCase(simpler, bench)).faults.find(({ law }) => law === fault.law);
      last = same ?? last;
      return same !== undefined;
    });
    broken.push(brokenLaw(last, least));
  }
  return broken.toSorted(
    (one, other) => lawNames.findIndex((law) => law === one.law) - lawNames.findIndex((law) => law === other.law),
  );
}

function brokenLaw(fault: Fault, testCase: TestCase): BrokenLaw {
  const code = lawCodes[fault.law];
  return { ...fault, code, hint: fault.hint ?? codes[code].hint, case: testCase };
}

/** Returns a function that runs the plugin with the settings of a case. */
function consentIn({ plugin, projects, consentOf }: Bench): (testCase: TestCase) => Promise<readonly string[]> {
  return async ({ database, settings }) => {
    const text = projects.textOf({ database, entities: [] }, []);
    return consentOf((await projects.run(plugin, withPlugin(text, plugin.manifest.name, settings))).stored);
  };
}

/** Returns in how many projects a law was checked. The order needs a second plugin that is added later. */
function checkedIn(law: Law, cases: readonly TestCase[], refused: readonly RefusedCase[]): number {
  const checked = cases.filter((testCase) => !refused.some((one) => one.case === testCase));
  return checked.filter(({ neighbour }) => law !== 'order' || neighbour === 'after').length;
}

function lawResult(
  law: Law,
  { broken, cases, bench }: { readonly broken: readonly BrokenLaw[]; readonly cases: number; readonly bench: Bench },
): LawResult {
  if (broken.some((one) => one.law === law)) return { law, status: 'broken', cases };
  if (law !== 'formatting' || bench.format !== undefined) return { law, status: 'held', cases };
  const install = `npm install --save-dev oxfmt@${developmentPins['oxfmt']}`;
  const reason = `The formatter of generated projects is not installed next to Genlock. Run \`${install}\`.`;
  return { law, status: 'unchecked', cases: 0, reason };
}
