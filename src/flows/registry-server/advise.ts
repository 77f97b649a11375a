import { storeAdvisory, type StoredAdvisory } from '../../../registry-server/advisories.ts';
import { registryFolder } from '../../../registry-server/folder.ts';
import { GenlockError } from '../../errors/error.ts';
import { packageEntry } from '../../policy/globs.ts';
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
  const { name, range } = packageEntry(spec);
  if (range === undefined) {
    const message = `${JSON.stringify(spec)} has no range of vulnerable versions`;
    throw new GenlockError({ code: 'REGISTRY_ADVISORY_INVALID', message });
  }
  const { storage } = configurationOf(request);
  const advisory = {
    package: name,
    vulnerable_versions: range,
    severity,
    title,
    ...(url !== undefined && { url }),
    ...(patched !== undefined && { patched_versions: patched }),
  };
  return { ...storeAdvisory(advisory, registryFolder(storage)), storage };
}
