import type { ReleaseState } from '../../../registry-client/release-state.ts';
import { redact } from '../../errors/redact.ts';
import { registrySettings } from '../../engine/packages/registry-settings.ts';
import { asGenlockErrors } from '../../engine/packages/machine-settings.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import type { AdvisoryRequest } from './advisories.ts';
import { offlineReason, registryPlugins, type PinnedPlugin, type Unchecked } from './registry-plugins.ts';

/** Installed release that its registry changed after it was installed. */
export interface ChangedRelease {
  readonly name: string;
  readonly version: string;
  /** URL. */
  readonly registry: string;
  /** Address or folder of the mirror that was queried instead. */
  readonly mirror?: string;
  /** `unpublished`: the registry no longer has it, or hides it. `replaced`: the version now has other bytes. */
  readonly state: 'deprecated' | 'unpublished' | 'replaced';
  /** Deprecation message, or the registry's response for a missing package. */
  readonly message?: string;
}

/** Releases of installed plugins that their registries changed. */
export interface ReleaseReport {
  /** Whether the release of every plugin from a registry was compared. */
  readonly checked: boolean;
  readonly changed: readonly ChangedRelease[];
  /** Plugins whose releases could not be compared, with the reason. */
  readonly unchecked: readonly Unchecked[];
}

/** Maximum length of a message from a registry, in characters. */
const longest = 500;

/**
 * Compares the pinned releases of installed plugins with their registries. A registry that does not respond is listed
 * with the reason.
 *
 * @throws GenlockError REGISTRY_CONFIG_INVALID
 */
export async function changedReleases(request: AdvisoryRequest, ports: PolicyPorts): Promise<ReleaseReport> {
  const { root, plugins, offline } = request;
  const { pinned, reserved } = registryPlugins(plugins, root);
  if (pinned.length === 0) return reportOf([], reserved);
  if (offline) return reportOf([], [...reserved, { names: pinned.map(({ name }) => name), reason: offlineReason }]);
  return asGenlockErrors(async () => {
    const { releaseState } = await import('../../../registry-client/release-state.ts');
    const { RegistryError } = await import('../../../registry-client/errors.ts');
    const settings = await registrySettings(request, ports);
    const answers = await Promise.all(
      pinned.map(async (release): Promise<Partial<Pick<ReleaseReport, 'changed' | 'unchecked'>>> => {
        try {
          return { changed: changeOf(release, await releaseState(release, settings)) };
        } catch (error) {
          if (!(error instanceof RegistryError)) throw error;
          return { unchecked: [{ names: [release.name], reason: error.message }] };
        }
      }),
    );
    return reportOf(
      answers.flatMap(({ changed = [] }) => changed),
      [...reserved, ...answers.flatMap(({ unchecked = [] }) => unchecked)],
    );
  });
}

function reportOf(changed: readonly ChangedRelease[], unchecked: readonly Unchecked[]): ReleaseReport {
  return { checked: unchecked.length === 0, changed, unchecked };
}

function changeOf(
  { name, version, registry }: PinnedPlugin,
  { state, message, mirror }: ReleaseState,
): readonly ChangedRelease[] {
  if (state === 'unchanged') return [];
  return [
    {
      name,
      version,
      registry,
      ...(mirror !== undefined && { mirror }),
      state,
      ...(message !== undefined && { message: redact(message).slice(0, longest) }),
    },
  ];
}
