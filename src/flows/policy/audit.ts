import type { LockedPlugin, Lockfile } from '../../lockfile/lockfile.ts';
import { missingPlugins } from '../../policy/evaluate/rules.ts';
import type { Subject } from '../../policy/subject.ts';
import type { Opinion, Verdict } from '../../policy/verdict.ts';
import { isAtLeast, knownFaults, type AdvisoryReport, type AuditLevel } from './advisories.ts';
import { presentConfiguration } from '../../engine/configuration.ts';
import { authPluginsOf, installedPlugin } from '../../engine/installed-plugin.ts';
import { basePlugin } from '../../engine/run-plugins.ts';
import { evaluateSubjects, subjectOf, writeVerdicts } from '../../engine/policy/enforce.ts';
import { resolvePolicy } from '../../engine/policy/resolve.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';

/** One installed plugin, held against the policies of today. */
export interface AuditedPlugin {
  readonly name: string;
  readonly version: string;
  /** As the lockfile names it. */
  readonly source: string;
  /** Part of the project; otherwise it is kept switched off. */
  readonly enabled: boolean;
  readonly verdict: Opinion;
  readonly verdicts: readonly Verdict[];
}

/** How the installed plugins stand to the policies, as data; `--json` prints exactly this. */
export interface AuditResult {
  /** Nothing is denied, nothing missing and no fault as bad as `level`; otherwise the command exits with 3. */
  readonly passed: boolean;
  readonly project: { readonly name: string; readonly root: string };
  /** By name; the base of every project isn't judged. */
  readonly plugins: readonly AuditedPlugin[];
  /** What a policy requires and isn't installed. */
  readonly missing: readonly (Verdict & { readonly name: string })[];
  /** What registries know to be wrong with plugins, and with packages they brought. */
  readonly advisories: AdvisoryReport & { readonly level: AuditLevel };
}

/** What `genlock audit` was asked for. */
export interface AuditRequest {
  /** Absolute. */
  readonly cwd: string;
  /** No registry is asked. */
  readonly offline: boolean;
  /** From which severity on a known fault fails the audit. */
  readonly level: AuditLevel;
}

/**
 * Holds every installed plugin, with all it puts into the project, against today's policies, and asks registries for
 * known faults. Nothing runs; what isn't recorded of a release, and whoever doesn't answer, is said.
 *
 * @throws GenlockError PROJECT_…, POLICY_… if a policy can't be relied on, POLICY_LOG,
 * REGISTRY_CONFIG_INVALID
 */
export async function auditProject({ cwd, offline, level }: AuditRequest, ports: PolicyPorts): Promise<AuditResult> {
  const start = await openWorkspace({ cwd, dryRun: false, command: 'genlock audit' });
  const { root, lockfile } = start;
  const policy = await resolvePolicy({ cwd, root, network: !offline }, ports);
  const configuration = configurationOf(start, cwd);
  const recorded = [...(lockfile?.plugins ?? [])].filter(([name]) => name !== basePlugin);
  const judged = evaluateSubjects(
    recorded.map(([name, locked]) => storedSubject({ name, locked }, { start, configuration })),
    policy,
  );
  // What is there says its version itself; a line of the lockfile may have been merged by hand.
  const installed = recorded.map(([name, locked], at): (typeof recorded)[number] => {
    return [name, { ...locked, version: judged[at]?.subject.version ?? locked.version }];
  });
  writeVerdicts(judged, policy);
  const enabled = installed.filter(([, { disabled }]) => disabled !== true).map(([name]) => name);
  const missing = missingPlugins(enabled, policy.policies, policy.now);
  const advisories = await knownFaults({ root, plugins: installed, policy, offline }, ports);
  const isSound = advisories.faults.every((found) => !isAtLeast(found, level));
  return {
    passed: missing.length === 0 && judged.every(({ verdict }) => verdict !== 'deny') && isSound,
    project: { name: configuration.config.name, root },
    plugins: installed.flatMap(([name, { version, source }], at) => {
      const { verdict = 'allow', verdicts = [] } = judged[at] ?? {};
      return [{ name, version, source, enabled: enabled.includes(name), verdict, verdicts }];
    }),
    missing,
    advisories: { ...advisories, level },
  };
}

function configurationOf(start: Workspace, cwd: string) {
  const { root } = start;
  return presentConfiguration({ root, cwd, authPlugins: authPluginsOf([], start) });
}

/** An installed plugin as policies see it, from what the project keeps. @throws GenlockError PROJECT_OBJECT_INVALID */
export function installedSubject(
  name: string,
  { start, cwd }: { readonly start: Workspace & { readonly lockfile: Lockfile }; readonly cwd: string },
): Subject {
  const locked = start.lockfile.plugins.get(name);
  if (locked === undefined) throw new Error(`${name} is not installed`);
  return storedSubject({ name, locked }, { start, configuration: configurationOf(start, cwd) });
}

function storedSubject(
  named: { readonly name: string; readonly locked: LockedPlugin },
  { start, configuration }: { readonly start: Workspace; readonly configuration: ReturnType<typeof configurationOf> },
): Subject {
  const { plugin, stored } = installedPlugin(named, { root: start.root, configuration });
  // Its packages were judged when they came.
  return { ...subjectOf(plugin, { contribution: stored.contribution }), packages: [] };
}
