import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from '../core/own-package.ts';
import type { Plugin } from './plugin.ts';
import { stateOf, type ReportState } from './test-report.ts';

/**
 * Folder in Genlock's package with the reports of the bundled plugins, `<name>.json`. Packing Genlock creates it. The
 * reports are not in the folders of the plugins, so that a plugin has the same bytes with and without a report.
 */
export const bundledReportFolder = 'dist/reports';

/** Reads the report of a bundled plugin and compares it with the files. `absent` without a packed Genlock. */
export function bundledReportState(
  { manifest, files }: Pick<Plugin, 'manifest' | 'files'>,
  { root } = ownPackage(),
): ReportState {
  return stateOf(bytesOf(join(root, bundledReportFolder, `${manifest.name}.json`)), files);
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
