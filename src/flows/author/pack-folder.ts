import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GenlockError, throwProblems, type Problem } from '../../errors/error.ts';
import type { PackagePorts } from '../../engine/packages/machine-settings.ts';
import { checkFolder } from '../../plugin/check-folder.ts';
import { requireSoundFiles } from '../../plugin/package-files.ts';
import { reportFile, reportState, summaryOf, type ReportSummary } from '../../plugin/test-report.ts';
import { reportReasons } from '../../policy/evaluate/tests.ts';
import { unpublishable } from './publish-files.ts';
import { requireManifest, type PackageJson } from './publish-package.ts';
import { validatePlugin, type PluginValidateRequest, type PluginValidateResult } from './validate.ts';

/** Archive of a plugin, as a registry receives it. */
export interface PackedFolder extends Pick<PluginValidateResult, 'unformatted' | 'warnings'> {
  readonly archive: Buffer;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly integrity: string;
  readonly report: ReportSummary | undefined;
}

/**
 * Packs the files that npm would pack. Checks and runs the plugin as on installation, and scans its files for secrets.
 * Equal files result in an equal archive.
 *
 * @throws GenlockError with every problem; PUBLISH_…
 */
export async function packFolder(
  { cwd, folder }: PluginValidateRequest,
  manifest: PackageJson,
  ports: PackagePorts,
): Promise<PackedFolder> {
  const { packArchive, packedPaths } = await import('../../../registry-client/index.ts');
  const only = new Set([...(await packedPaths(folder, manifest)), reportFile]);
  requireManifest(only, folder);
  const files = checkFolder(folder, only).plugin?.files ?? new Map<string, Uint8Array>();
  const report = requireCurrentReport(files, folder);
  const found = await unpublishable(files);
  throwProblems(found.map((problem) => ({ ...problem, where: near(problem.where, folder) })));
  ports.progress('Running the plugin in the sandbox');
  const { warnings, unformatted } = await validatePlugin({ cwd, folder, only }, ports);
  const archive = packArchive(files);
  // Checks the archive as on installation.
  const { inspectArchive } = await import('../../../registry-client/archive/inspect.ts');
  requireSoundFiles(inspectArchive(archive), folder);
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  return { archive, files, integrity, report, warnings, ...(unformatted && { unformatted }) };
}

/**
 * Checks the report of a package, if it has one.
 *
 * @throws GenlockError PUBLISH_REPORT_INVALID if the report does not match the files or lists a broken law
 */
function requireCurrentReport(files: PackedFolder['files'], folder: string): ReportSummary | undefined {
  const found = reportState(files);
  if (found.state === 'absent') return undefined;
  if (found.state === 'current') return summaryOf(found.report);
  const message = reportReasons[found.state];
  throw new GenlockError({ code: 'PUBLISH_REPORT_INVALID', message, where: { file: join(folder, reportFile) } });
}

function near(where: Problem['where'], folder: string): NonNullable<Problem['where']> {
  return where === undefined ? { file: folder } : { ...where, file: join(folder, where.file) };
}
