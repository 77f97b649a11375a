import { resolve } from 'node:path';
import { GenlockError, type Problem } from '../../errors/error.ts';
import type { Lockfile } from '../../lockfile/lockfile.ts';
import { availablePlugins } from '../../plugin/bundled.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { knownRegistries } from '../../policy/known-registries.ts';
import type { SourceKind, Subject } from '../../policy/subject.ts';
import { evaluateMirror } from '../../policy/evaluate/origin.ts';
import { everywhere, strictest, type Opinion, type Verdict } from '../../policy/verdict.ts';
import { nearestRoot } from '../../project/open.ts';
import { loadPlugin } from '../../plugin/load.ts';
import { installedSubject } from './audit.ts';
import { asGenlockErrors, machineSettings } from '../../engine/packages/machine-settings.ts';
import { readArchive } from '../../engine/packages/fetch-plugin.ts';
import { isArchive, isPath } from '../../engine/select-plugins.ts';
import { evaluateSubjects } from '../../engine/policy/enforce.ts';
import { subjectOf } from '../../engine/policy/subject.ts';
import { withList } from '../../engine/policy/resolve.ts';
import { readPolicies, validPoliciesOnly, type ReadPolicy } from '../../engine/policy/inspect.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** Result of `genlock policy explain`; `--json` prints exactly this object. */
export interface PolicyExplainResult {
  readonly plugin: {
    readonly name: string;
    readonly version?: string;
    readonly source: SourceKind;
    readonly registry?: string;
    readonly installed: boolean;
  };
  /** Combined verdict. `ask`: the plugin needs consent, or a fact is unknown until it is fetched. */
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
  /** Problems of the policies. With any problem, no plugin can be added, updated or run. */
  readonly problems: readonly Problem[];
}

/** Options of `genlock policy explain`. */
export interface PolicyExplainRequest {
  /** Absolute. */
  readonly cwd: string;
  /** An installed plugin, or an argument of `genlock add`. */
  readonly plugin: string;
}

/**
 * Explains which policies and keys decide about a plugin. No request is sent and no plugin code runs. Invalid policies
 * are reported together with the verdicts.
 *
 * @throws GenlockError REGISTRY_SPEC_INVALID, and everything that reading a plugin's folder or archive throws
 */
export async function explainPlugin(
  { cwd, plugin }: PolicyExplainRequest,
  ports: PolicyPorts,
): Promise<PolicyExplainResult> {
  const root = nearestRoot(cwd);
  const written = await readPolicies({ cwd, root: root ?? cwd, network: false }, ports);
  const read = await withLists(written, { root, ports });
  const policy = validPoliciesOnly(read, ports);
  const workspace = root === undefined ? undefined : await projectAt(cwd);
  const installed = workspace?.lockfile?.plugins.has(plugin) === true;
  const subject = installed
    ? await installedSubject(plugin, { workspace, cwd })
    : await comingSubject(plugin, { cwd, root, policy, ports });
  const [evaluation] = evaluateSubjects([subject], policy);
  if (evaluation === undefined) throw new Error('no verdict for the plugin');
  const reach = installed
    ? []
    : [...(await mirrorVerdicts(subject, policy)), ...(await knownVerdicts(subject, { root, policy, ports }))];
  const verdicts = [...evaluation.verdicts, ...reach, ...changedCodeVerdicts(subject, policy)];
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

/** Adds cached revocation lists to the policies. A missing list is reported as a problem. */
async function withLists(
  policies: readonly ReadPolicy[],
  { root, ports }: Pick<Surroundings, 'root' | 'ports'>,
): Promise<readonly ReadPolicy[]> {
  const criteria = { policies: policies.flatMap(({ policy }) => policy ?? []), now: ports.clock() };
  return Promise.all(
    policies.map(async (one) => {
      if (one.policy === undefined) return one;
      try {
        return { ...one, policy: await withList(one.policy, { root, network: false, criteria }, ports) };
      } catch (error) {
        if (error instanceof GenlockError) return { ...one, problems: error.problems };
        throw error;
      }
    }),
  );
}

async function projectAt(cwd: string): Promise<(Workspace & { readonly lockfile: Lockfile }) | undefined> {
  const { lockfile, ...workspace } = await openWorkspace({ cwd, dryRun: true, command: 'genlock policy explain' });
  return lockfile === undefined ? undefined : { ...workspace, lockfile };
}

/** Returns the verdicts on the mirror that replaces the registry. A denied mirror blocks the plugin. */
async function mirrorVerdicts({ source }: Subject, { policies }: EffectivePolicy): Promise<readonly Verdict[]> {
  const { chosenMirror } = await import('../../policy/client.ts');
  const place = source === 'registry' ? chosenMirror(policies)?.place : undefined;
  if (place === undefined || !('url' in place)) return [];
  return policies.flatMap((policy) => evaluateMirror(place.url, policy));
}

/** Returns the policies' rules about changed code. They do not apply to bundled plugins. */
function changedCodeVerdicts({ source }: Subject, { policies, changedCode }: EffectivePolicy): readonly Verdict[] {
  if (source === 'bundled') return [];
  const reason =
    changedCode === undefined
      ? 'an update that changes its code needs consent'
      : 'an update that changes its code needs consent only for new permissions, new findings or another origin';
  return policies.flatMap(({ file, updates }) =>
    updates?.code === undefined ? [] : [{ file, key: 'updates.code', verdict: 'allow', reason }],
  );
}

/** Denies a registry that only the project names. */
async function knownVerdicts(
  { registry }: Subject,
  { root, policy, ports }: Omit<Surroundings, 'cwd'>,
): Promise<readonly Verdict[]> {
  if (registry === undefined) return [];
  const { npm } = await asGenlockErrors(() => machineSettings({ root, offline: true }, ports));
  if (knownRegistries([registry], { npm, policies: policy.policies }).length > 0) return [];
  const reason = `only this project names ${registry}`;
  const message = 'If you trust this registry, add it to your user .npmrc.';
  return [{ file: everywhere, key: 'registries', verdict: 'deny', reason, message }];
}

interface Surroundings {
  readonly cwd: string;
  readonly root: string | undefined;
  readonly policy: EffectivePolicy;
  readonly ports: PolicyPorts;
}

async function comingSubject(spec: string, { cwd, root, policy, ports }: Surroundings): Promise<Subject> {
  if (/^(?:git[+:]|github:|gitlab:|bitbucket:)/u.test(spec)) return { name: spec, source: 'git' };
  if (/^https?:/u.test(spec)) return { name: spec, source: 'url' };
  if (isPath(spec)) {
    const path = resolve(cwd, spec);
    return subjectOf(isArchive(path) ? await readArchive(path, policy) : loadPlugin({ kind: 'folder', path }));
  }
  if (spec === 'base' || availablePlugins().includes(spec))
    return subjectOf(loadPlugin({ kind: 'bundled', name: spec }));
  return asGenlockErrors(async () => {
    const { parseSpec } = await import('../../../registry-client/index.ts');
    const { registryOf } = await import('../../../registry-client/registries.ts');
    const { clientRules } = await import('../../policy/client.ts');
    const { name, scope, wanted, kind } = parseSpec(spec);
    const { npm } = await machineSettings({ root, offline: true }, ports);
    const registry = registryOf({ scope }, clientRules(npm, policy));
    return { name, source: 'registry', registry, ...(kind === 'version' ? { version: wanted } : {}) };
  });
}
