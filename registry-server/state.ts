import type { Attestations } from './attestations.ts';
import type { RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import type { Records } from './package-records.ts';
import type { Revisions } from './revisions.ts';

/** The state of a registry, which its reads and writes share. */
export interface RegistryState {
  readonly configuration: RegistryConfiguration;
  readonly folder: RegistryFolder;
  readonly records: Records;
  readonly revisions: Revisions;
  readonly attestations: Attestations;
}
