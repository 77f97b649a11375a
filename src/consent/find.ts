import { styleFile } from '../plugin/style-sheets.ts';
import type { FileContents } from './contents.ts';
import { findingKinds, type Finding } from './findings.ts';

/**
 * Scans all contributed files for the actions in `findingKinds`. Loads the parsers of scripts and style sheets only if
 * needed.
 *
 * @returns by kind, then by file and line
 */
export async function findingsIn(contents: FileContents): Promise<readonly Finding[]> {
  const hasStyles = [...contents.keys()].some((path) => styleFile.test(path));
  const [{ scanCode }, styles] = await Promise.all([
    import('./scan.ts'),
    hasStyles ? import('./scan-styles.ts') : undefined,
  ]);
  const findings = [...scanCode(contents), ...(styles?.scanStyles(contents) ?? [])];
  return findings.toSorted((one, other) => findingKinds.indexOf(one.kind) - findingKinds.indexOf(other.kind));
}
