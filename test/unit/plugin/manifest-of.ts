import { readManifest } from '../../../src/plugin/manifest.ts';
import type { Manifest } from '../../../src/plugin/plugin.ts';

/** Reads a manifest from JSON text, with a default name and version. */
export function manifestOf(keys: Readonly<Record<string, unknown>> = {}): Manifest {
  return readManifest(JSON.stringify({ name: 'mail', version: '1.0.0', ...keys }), { file: 'manifest.json' }).manifest;
}
