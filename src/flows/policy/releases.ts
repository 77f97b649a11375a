import type { ReleaseState } from '../../../registry-client/release-state.ts';
import { redact } from '../../errors/redact.ts';
import { registrySettings } from '../../engine/packages/registry-settings.ts';
import { asGenlockErrors } from '../../engine/packages/machine-settings.ts';
import type { PolicyPorts } from '../../engine/policy/load.ts';
import { sourceOf } from '../../lockfile/source.ts';
import { reservedNames } from '../../plugin/reserved-names.ts';
import type { AdvisoryReport, AdvisoryRequest } from './advisories.ts';

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
  readonly unchecked: AdvisoryReport['unchecked'];
}

/** Maximum length of a message from a registry, in characters. */
const longest = 500;

/**
 * Compares the pinned releases of installed plugins with their registries. A registry that does not respond is listed
 * with the reason. Names that are reserved for bundled plugins are not sent.
 *
 * @throws GenlockError REGISTRY_CONFIG_INVALID
 */
export async function changedReleases(request: AdvisoryRequest, ports: PolicyPorts): Promise<ReleaseReport> {
  const { root, plugins, offline } = request;
  const reserved = reservedNames();
  const pinned = plugins.flatMap(([name, locked]) => {
    const source = sourceOf(locked, root);
    const { version, integrity } = locked;
    return source.kind === 'registry' && !reserved.has(name)
      ? [{ name, version, integrity, registry: source.url }]
      : [];
  });
  if (pinned.length === 0) return { checked: true, changed: [], unchecked: [] };
  if (offline) {
    const unchecked = [{ names: pinned.map(({ name }) => name), reason: 'no registry was queried' }];
    return { checked: false, changed: [], unchecked };
  }
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
    const unchecked = answers.flatMap((one) => one.unchecked ?? []);
    return { checked: unchecked.length === 0, changed: answers.flatMap(({ changed = [] }) => changed), unchecked };
  });
}

function changeOf(
  { name, version, registry }: Pick<ChangedRelease, 'name' | 'version' | 'registry'>,
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
