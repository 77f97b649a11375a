import type { Advisory } from '../../../registry-client/advisories.ts';
import type { ClientSettings } from '../../../registry-client/index.ts';
import { severities, type Severity } from '../../../registry-client/severities.ts';
import { scopeOf } from '../../../registry-client/scope.ts';
import type { LockedPlugin } from '../../lockfile/lockfile.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { lockedVersions } from '../../project/package-lock.ts';
import { compareText } from '../../core/tree.ts';
import { asGenlockErrors } from '../../engine/packages/machine-settings.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { npmSettings, registrySettings } from '../../engine/packages/registry-settings.ts';
import { offlineReason, registryPlugins, type Unchecked } from './registry-plugins.ts';

/** Known vulnerabilities of installed plugins and packages. */
export interface AdvisoryReport {
  /** Whether every plugin and package was checked. */
  readonly checked: boolean;
  /** Sorted by severity, the highest first. */
  readonly faults: readonly KnownFault[];
  /** Plugins and packages that could not be checked, with the reason. */
  readonly unchecked: readonly Unchecked[];
}

export interface KnownFault extends Advisory {
  /** A plugin, or a package that plugins added to the project. */
  readonly kind: 'plugin' | 'package';
}

/** Plugins to check, and the policies for the requests. */
export interface AdvisoryRequest {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Installed plugins by name, without the base. */
  readonly plugins: readonly (readonly [name: string, locked: LockedPlugin])[];
  readonly policy: EffectivePolicy;
  /** Sends no request. */
  readonly offline: boolean;
}

interface Question {
  readonly kind: KnownFault['kind'];
  readonly name: string;
  readonly version: string;
  /** URL of the registry. */
  readonly registry: string;
}

/**
 * Queries the registries of installed plugins and npm's registries for known vulnerabilities. Registries that do not
 * respond are listed with the reason.
 *
 * @throws GenlockError REGISTRY_CONFIG_INVALID; PROJECT_… if package-lock.json cannot be read
 */
export async function knownFaults(request: AdvisoryRequest, ports: PolicyPorts): Promise<AdvisoryReport> {
  const { root, plugins, offline } = request;
  const names = namesIn(plugins);
  const versions = lockedVersions(root, names);
  const packages = [...versions].map(([name, version]) => ({ name, version }));
  const { pinned, reserved } = registryPlugins(plugins, root);
  const unpinned = names.filter((name) => !versions.has(name));
  const open = [...reserved, ...unknowable(plugins, unpinned)];
  const all = [...pinned, ...packages];
  if (all.length === 0) return reportOf([], open);
  if (offline) return reportOf([], [...open, { names: all.map(({ name }) => name), reason: offlineReason }]);
  return asGenlockErrors(async () => {
    const { mirrorAlone, registryOf } = await import('../../../registry-client/registries.ts');
    const settings = { plugin: await registrySettings(request, ports), package: await npmSettings(request, ports) };
    const questions: readonly Question[] = [
      ...pinned.map((plugin) => {
        return { kind: 'plugin' as const, ...plugin, registry: mirrorAlone(settings.plugin) ?? plugin.registry };
      }),
      ...packages.map((one) => {
        return { kind: 'package' as const, ...one, registry: registryOf(scopeIn(one), settings.package) };
      }),
    ];
    // A token can be limited to one scope, so each scope has a separate request.
    const places = ({ kind, registry, ...one }: Question) => `${kind} ${registry} ${scopeIn(one).scope ?? ''}`;
    const groups = [...Map.groupBy(questions, places).values()];
    const answers = await Promise.all(groups.map((asked) => ask(asked, settings)));
    return reportOf(
      answers.flatMap(({ faults }) => faults),
      [...open, ...answers.flatMap(({ unchecked }) => unchecked)],
    );
  });
}

/**
 * Returns the plugins and packages that no registry can check.
 *
 * @param unpinned packages of plugins without a known version
 */
function unknowable(plugins: AdvisoryRequest['plugins'], unpinned: readonly string[]): readonly Unchecked[] {
  const own = plugins.filter(([, { source }]) => /^(?:folder|archive):/u.test(source)).map(([name]) => name);
  const all = [
    { names: own, reason: 'it is not from a registry' },
    { names: unpinned, reason: 'the installed version is not in package-lock.json' },
  ];
  return all.filter(({ names }) => names.length > 0);
}

function reportOf(faults: readonly KnownFault[], unchecked: readonly Unchecked[]): AdvisoryReport {
  return { checked: unchecked.length === 0, faults: faults.toSorted(worstFirst), unchecked };
}

function worstFirst(one: KnownFault, other: KnownFault): number {
  return severities.indexOf(other.severity) - severities.indexOf(one.severity) || compareText(one.name, other.name);
}

/** Minimum severity that fails an audit. */
export type AuditLevel = Severity | 'none';

/** Checks whether a vulnerability has at least the given severity. */
export function isAtLeast({ severity }: Pick<Advisory, 'severity'>, level: AuditLevel): boolean {
  return level !== 'none' && severities.indexOf(severity) >= severities.indexOf(level);
}

const scopeIn = ({ name }: { readonly name: string }) => ({ scope: scopeOf(name) });

/** @param asked plugins or packages with one kind, scope and registry */
async function ask(
  asked: readonly Question[],
  settings: Readonly<Record<Question['kind'], ClientSettings>>,
): Promise<Pick<AdvisoryReport, 'faults' | 'unchecked'>> {
  const { fetchAdvisories } = await import('../../../registry-client/advisories.ts');
  const { RegistryError } = await import('../../../registry-client/index.ts');
  const { forName, mirrorAlone } = await import('../../../registry-client/registries.ts');
  const names = asked.map(({ name }) => name);
  const [first] = asked;
  if (first === undefined) throw new Error('no plugin or package to check');
  const { kind, name, registry } = first;
  const named = forName(name, settings[kind]);
  try {
    const advisories = await fetchAdvisories({ registry, installed: asked }, named);
    const isMirror = kind === 'plugin' && mirrorAlone(named) === registry;
    const reason = `${isMirror ? 'the mirror ' : ''}${new URL(registry).host} has no advisories`;
    if (advisories === undefined) return { faults: [], unchecked: [{ names, reason }] };
    return { faults: advisories.map((found) => ({ kind, ...found })), unchecked: [] };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { faults: [], unchecked: [{ names, reason: error.message }] };
  }
}

/** Returns the names of packages that plugins added. */
function namesIn(plugins: AdvisoryRequest['plugins']): readonly string[] {
  const packages = plugins.flatMap(([, { disabled, footprint }]) => (disabled === true ? [] : footprint.packages));
  return [...new Set(packages.map((text) => text.slice(0, text.lastIndexOf('@'))))].toSorted(compareText);
}
