import { resolve } from 'node:path';
import { GenlockError, type Problem } from '../../errors/error.ts';
import type { Lockfile } from '../../lockfile/lockfile.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import { knownPlaces } from '../../policy/known-registries.ts';
import type { SourceKind, Subject } from '../../policy/subject.ts';
import { judgeMirror } from '../../policy/evaluate/origin.ts';
import { everywhere, strictest, type Opinion, type Verdict } from '../../policy/verdict.ts';
import { nearestRoot } from '../../project/open.ts';
import { loadPlugin } from '../../plugin/load.ts';
import { installedSubject } from './audit.ts';
import { asGenlockErrors, machineSettings } from '../../engine/packages/machine-settings.ts';
import { readArchive } from '../../engine/packages/fetch-plugin.ts';
import { availablePlugins, isArchive, isPath } from '../../engine/select-plugins.ts';
import { evaluateSubjects, subjectOf } from '../../engine/policy/enforce.ts';
import { withList } from '../../engine/policy/resolve.ts';
import { readPolicies, validPoliciesOnly, type ReadPolicy } from '../../engine/policy/inspect.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** What policies say of one plugin, as data; `--json` prints exactly this. */
export interface PolicyExplainResult {
  readonly plugin: {
    readonly name: string;
    readonly version?: string;
    readonly source: SourceKind;
    readonly registry?: string;
    readonly installed: boolean;
  };
  /** All verdicts together. `ask`: somebody has to agree, or something isn't known before it is fetched. */
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
  /** Why some policies can't be relied on; with any, nothing is added, updated or run. */
  readonly problems: readonly Problem[];
}

/** What `genlock policy explain` was asked for. */
export interface PolicyExplainRequest {
  /** Absolute. */
  readonly cwd: string;
  /** An installed plugin, or what `genlock add` takes. */
  readonly plugin: string;
}

/**
 * Says which policy and which key decides on a plugin. No registry is asked, nothing of the plugin runs, and a policy
 * that can't be relied on is told beside the others.
 *
 * @throws GenlockError REGISTRY_SPEC_INVALID, and what reading a plugin's folder or archive throws
 */
export async function explainPlugin(
  { cwd, plugin }: PolicyExplainRequest,
  ports: PolicyPorts,
): Promise<PolicyExplainResult> {
  const root = nearestRoot(cwd);
  const read = await withLists(readPolicies({ cwd, root: root ?? cwd }, ports), { root, ports });
  const decision = validPoliciesOnly(read, ports);
  const start = root === undefined ? undefined : await projectAt(cwd);
  const installed = start?.lockfile?.plugins.has(plugin) === true;
  const subject = installed
    ? installedSubject(plugin, { start, cwd })
    : await comingSubject(plugin, { cwd, root, decision, ports });
  const [judged] = evaluateSubjects([subject], decision);
  if (judged === undefined) throw new Error('one was to be judged');
  const reach = installed
    ? []
    : [...(await mirrorVerdicts(subject, decision)), ...(await knownVerdicts(subject, { root, decision, ports }))];
  const verdicts = [...judged.verdicts, ...reach];
  const { name, version, source, registry } = subject;
  return {
    plugin: {
      name,
      ...(version === undefined ? {} : { version }),
      source,
      ...(registry === undefined ? {} : { registry }),
      installed,
    },
    verdict: strictest(verdicts),
    verdicts,
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** From what was fetched before; a list that isn't there is a problem to tell. */
async function withLists(
  policies: readonly ReadPolicy[],
  { root, ports }: Pick<Surroundings, 'root' | 'ports'>,
): Promise<readonly ReadPolicy[]> {
  const decision = { policies: policies.flatMap(({ policy }) => policy ?? []), now: ports.clock() };
  return Promise.all(
    policies.map(async (one) => {
      if (one.policy === undefined) return one;
      try {
        return { ...one, policy: await withList(one.policy, { root, network: false, decision }, ports) };
      } catch (error) {
        if (error instanceof GenlockError) return { ...one, problems: error.problems };
        throw error;
      }
    }),
  );
}

async function projectAt(cwd: string): Promise<(Workspace & { readonly lockfile: Lockfile }) | undefined> {
  const { lockfile, ...start } = await openWorkspace({ cwd, dryRun: true, command: 'genlock policy explain' });
  return lockfile === undefined ? undefined : { ...start, lockfile };
}

/** Of what would be asked in place of the registry: who adds the plugin gets nothing from a mirror that may not be reached. */
async function mirrorVerdicts({ source }: Subject, { policies }: EffectivePolicy): Promise<readonly Verdict[]> {
  const { chosenMirror } = await import('../../policy/client.ts');
  const place = source === 'registry' ? chosenMirror(policies)?.place : undefined;
  if (place === undefined || !('url' in place)) return [];
  return policies.flatMap((policy) => judgeMirror(place.url, policy));
}

/** Nothing comes of a registry that the project alone has chosen, whatever its policies say of it. */
async function knownVerdicts(
  { registry }: Subject,
  { root, decision, ports }: Omit<Surroundings, 'cwd'>,
): Promise<readonly Verdict[]> {
  if (registry === undefined) return [];
  const { npm } = await asGenlockErrors(() => machineSettings({ root, offline: true }, ports));
  if (knownPlaces([registry], { npm, policies: decision.policies }).length > 0) return [];
  const reason = `nobody but this project names ${registry}`;
  const message = 'Name it in your own .npmrc, if you trust it.';
  return [{ file: everywhere, key: 'registries', verdict: 'deny', reason, message }];
}

interface Surroundings {
  readonly cwd: string;
  readonly root: string | undefined;
  readonly decision: EffectivePolicy;
  readonly ports: PolicyPorts;
}

async function comingSubject(spec: string, { cwd, root, decision, ports }: Surroundings): Promise<Subject> {
  if (/^(?:git[+:]|github:|gitlab:|bitbucket:)/u.test(spec)) return { name: spec, source: 'git' };
  if (/^https?:/u.test(spec)) return { name: spec, source: 'url' };
  if (isPath(spec)) {
    const path = resolve(cwd, spec);
    return subjectOf(isArchive(path) ? await readArchive(path, decision) : loadPlugin({ kind: 'folder', path }));
  }
  if (spec === 'base' || availablePlugins().includes(spec))
    return subjectOf(loadPlugin({ kind: 'bundled', name: spec }));
  return asGenlockErrors(async () => {
    const { parseSpec } = await import('../../../registry-client/index.ts');
    const { registryOf } = await import('../../../registry-client/registries.ts');
    const { clientRules } = await import('../../policy/client.ts');
    const { name, scope, wanted, kind } = parseSpec(spec);
    const { npm } = await machineSettings({ root, offline: true }, ports);
    const registry = registryOf({ scope }, clientRules(npm, decision));
    return { name, source: 'registry', registry, ...(kind === 'version' ? { version: wanted } : {}) };
  });
}
