import { storeAdvisory, type StoredAdvisory } from '../../../registry-server/advisories.ts';
import { registryFolder } from '../../../registry-server/folder.ts';
import { GenlockError } from '../../errors/error.ts';
import { configurationOf, type RegistryServerRequest } from './serve.ts';

/** Options of `genlock registry advise`. */
export interface AdviseRequest {
  /** Package name with the range of vulnerable versions, such as `@acme/chat@<1.2.0`. */
  readonly spec: string;
  readonly severity: string;
  readonly title: string;
  /** Range of fixed versions. */
  readonly patched?: string | undefined;
  readonly url?: string | undefined;
}

/** Published advisory; `--json` prints exactly this object. */
export interface RegistryAdviseResult extends StoredAdvisory {
  readonly storage: string;
}

/**
 * Publishes an advisory about a plugin of a registry. The registry can be running.
 *
 * @throws GenlockError REGISTRY_ADVISORY_INVALID, REGISTRY_SERVER_…
 */
export function adviseRegistry(
  { spec, severity, title, patched, url }: AdviseRequest,
  request: RegistryServerRequest,
): RegistryAdviseResult {
  const at = spec.indexOf('@', 1);
  if (at < 0) {
    const message = `${JSON.stringify(spec)} has no range of vulnerable versions`;
    throw new GenlockError({ code: 'REGISTRY_ADVISORY_INVALID', message });
  }
  const { storage } = configurationOf(request);
  const advisory = {
    package: spec.slice(0, at),
    vulnerable_versions: spec.slice(at + 1),
    severity,
    title,
    ...(url !== undefined && { url }),
    ...(patched !== undefined && { patched_versions: patched }),
  };
  return { ...storeAdvisory(advisory, registryFolder(storage)), storage };
}
