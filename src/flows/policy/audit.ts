import { basePlugin } from '../../plugin/bundled.ts';
import type { LockedPlugin, Lockfile } from '../../lockfile/lockfile.ts';
import { missingPlugins } from '../../policy/evaluate/rules.ts';
import type { Subject } from '../../policy/subject.ts';
import type { Opinion, Verdict } from '../../policy/verdict.ts';
import { isAtLeast, knownFaults, type AdvisoryReport, type AuditLevel } from './advisories.ts';
import { presentConfiguration, type Configuration } from '../../engine/configuration.ts';
import { changedReleases, type ReleaseReport } from './releases.ts';
import { installedPlugin } from '../../engine/installed-plugin.ts';
import { evaluateSubjects, writeVerdicts } from '../../engine/policy/enforce.ts';
import { subjectOf } from '../../engine/policy/subject.ts';
import { resolvePolicy } from '../../engine/policy/resolve.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** Installed plugin with its verdicts from the current policies. */
export interface AuditedPlugin {
  readonly name: string;
  readonly version: string;
  /** Source as written in the lockfile. */
  readonly source: string;
  /** Whether the plugin is enabled. */
  readonly enabled: boolean;
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
}

/** Result of `genlock audit`; `--json` prints exactly this object. */
export interface AuditResult {
  /**
   * `true` if no plugin is denied or missing, all vulnerabilities are below `level`, and no release was unpublished or
   * replaced; otherwise the command exits with 3.
   */
  readonly passed: boolean;
  readonly project: { readonly name: string; readonly root: string };
  /** Sorted by name. The base plugin is not evaluated. */
  readonly plugins: readonly AuditedPlugin[];
  /** Required plugins that are not installed. */
  readonly missing: readonly (Verdict & { readonly name: string })[];
  /** Known vulnerabilities of plugins and of packages that they added. */
  readonly advisories: AdvisoryReport & { readonly level: AuditLevel };
  /** Releases that were deprecated, unpublished or replaced since they were installed. */
  readonly releases: ReleaseReport;
}

/** Options of `genlock audit`. */
export interface AuditRequest {
  /** Absolute. */
  readonly cwd: string;
  /** Sends no request to registries. */
  readonly offline: boolean;
  /** Minimum severity of a vulnerability that fails the audit. */
  readonly level: AuditLevel;
}

/**
 * Checks installed plugins against current policies, and queries registries for known vulnerabilities and for releases
 * that changed since they were installed. No plugin code runs. Missing release data and registries that do not respond
 * are reported.
 *
 * @throws GenlockError PROJECT_…, POLICY_… if a policy is invalid, POLICY_LOG, REGISTRY_CONFIG_INVALID
 */
export async function auditProject({ cwd, offline, level }: AuditRequest, ports: PolicyPorts): Promise<AuditResult> {
  const workspace = await openWorkspace({ cwd, dryRun: false, command: 'genlock audit' });
  const { root, lockfile } = workspace;
  const policy = await resolvePolicy({ cwd, root, network: !offline }, ports);
  const configuration = await presentConfiguration({ ...workspace, cwd });
  const recorded = [...(lockfile?.plugins ?? [])].filter(([name]) => name !== basePlugin);
  const evaluations = evaluateSubjects(
    recorded.map(([name, locked]) => storedSubject({ name, locked }, { workspace, configuration })),
    policy,
  );
  // The version in the stored manifest is reliable. A version in the lockfile can be wrong after a manual merge.
  const installed = recorded.map(([name, locked], at): (typeof recorded)[number] => {
    return [name, { ...locked, version: evaluations[at]?.subject.version ?? locked.version }];
  });
  writeVerdicts(evaluations, policy);
  const enabled = installed.filter(([, { disabled }]) => disabled !== true).map(([name]) => name);
  const missing = missingPlugins(enabled, policy.policies, policy.now);
  const asked = { root, plugins: installed, policy, offline };
  const [advisories, releases] = await Promise.all([knownFaults(asked, ports), changedReleases(asked, ports)]);
  const isSound = advisories.faults.every((found) => !isAtLeast(found, level));
  const isPublished = releases.changed.every(({ state }) => state === 'deprecated');
  return {
    passed: missing.length === 0 && evaluations.every(({ verdict }) => verdict !== 'deny') && isSound && isPublished,
    project: { name: configuration.config.name, root },
    plugins: installed.flatMap(([name, { version, source }], at) => {
      const { verdict = 'allow', verdicts = [] } = evaluations[at] ?? {};
      return [{ name, version, source, enabled: enabled.includes(name), verdict, verdicts }];
    }),
    missing,
    advisories: { ...advisories, level },
    releases,
  };
}

/** Creates the policy subject of an installed plugin from stored data. @throws GenlockError PROJECT_OBJECT_INVALID */
export async function installedSubject(
  name: string,
  { workspace, cwd }: { readonly workspace: Workspace & { readonly lockfile: Lockfile }; readonly cwd: string },
): Promise<Subject> {
  const locked = workspace.lockfile.plugins.get(name);
  if (locked === undefined) throw new Error(`${name} is not installed`);
  return storedSubject(
    { name, locked },
    { workspace, configuration: await presentConfiguration({ ...workspace, cwd }) },
  );
}

function storedSubject(
  named: { readonly name: string; readonly locked: LockedPlugin },
  { workspace, configuration }: { readonly workspace: Workspace; readonly configuration: Configuration },
): Subject {
  const { plugin, stored } = installedPlugin(named, { root: workspace.root, configuration });
  // The packages of an installed plugin were evaluated when they were added.
  return { ...subjectOf(plugin, { contribution: stored.contribution }), packages: [] };
}
