import { readManifest } from '../../../src/plugin/manifest.ts';
import type { Manifest } from '../../../src/plugin/plugin.ts';

/** A manifest read from its text, as every real one is; name and version are given. */
export function manifestOf(keys: Readonly<Record<string, unknown>> = {}): Manifest {
  return readManifest(JSON.stringify({ name: 'mail', version: '1.0.0', ...keys }), { file: 'manifest.json' }).manifest;
}
