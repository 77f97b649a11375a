import { join } from 'node:path';
import { overwriteFile } from '../../apply/write-file.ts';
import { GenlockError } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { loadPolicy } from '../../engine/policy/load.ts';
import type { PackagePorts } from '../../engine/packages/machine-settings.ts';
import { reportDigest, reportFile } from '../../plugin/test-report.ts';
import { nearestRoot } from '../../project/open.ts';
import { casesOf, type GridSize } from './cases.ts';
import { checkLaws, type LawPorts } from './check-laws.ts';
import { printReport } from './report.ts';
import type { PluginTestResult } from './result.ts';
import { testedPlugin } from './subject.ts';

/** Options of `genlock plugin test`. */
export interface PluginTestRequest {
  /** Absolute. */
  readonly cwd: string;
  /** Folder, archive or package name. */
  readonly spec: string;
  readonly grid: GridSize;
  /** Whether to run the scripts of a project, confined. */
  readonly run: boolean;
  /** Whether to write the report into the plugin's folder. */
  readonly report: boolean;
}

export interface PluginTestPorts extends PackagePorts, LawPorts {}

/** Time limit of one script, in milliseconds. */
const scriptMs = 20 * 60_000;

function noFolder(spec: string): GenlockError {
  const message = `${spec} is not a folder, so no report can be written`;
  return new GenlockError({
    code: 'PLUGIN_FOLDER_INVALID',
    message,
    hint: 'Omit --report, or test the folder of the plugin.',
  });
}

function withScripts(ports: PluginTestPorts): LawPorts {
  return { ...ports, scripts: { ...ports, signal: () => AbortSignal.timeout(scriptMs) } };
}

/**
 * Checks a plugin against the laws on generated projects. Writes the report only if no law is broken.
 *
 * @throws GenlockError PLUGIN_…, POLICY_…, REGISTRY_…; PLUGIN_FOLDER_INVALID if a report is requested without a folder
 */
export async function testPlugin(request: PluginTestRequest, ports: PluginTestPorts): Promise<PluginTestResult> {
  const { cwd, grid } = request;
  const started = process.cpuUsage();
  const policy = await loadPolicy({ cwd, root: nearestRoot(cwd) }, ports);
  const { plugin, folder } = await testedPlugin({ ...request, policy }, ports);
  if (request.report && folder === undefined) throw noFolder(request.spec);
  const findings = await checkLaws(
    { policy, plugin, cases: casesOf(plugin, grid) },
    request.run ? withScripts(ports) : ports,
  );
  const { name, version } = plugin.manifest;
  const { user, system } = process.cpuUsage(started);
  const result: PluginTestResult = {
    status: findings.broken.length === 0 ? 'passed' : 'failed',
    plugin: { name, version, ...(folder !== undefined && { folder }) },
    digest: reportDigest(plugin.files),
    genlock: ownPackage().version,
    grid,
    ...findings,
    processorMs: Math.round((user + system) / 1000),
  };
  if (!request.report || folder === undefined || result.status === 'failed') return result;
  const report = join(folder, reportFile);
  await overwriteFile(report, printReport(result));
  return { ...result, report };
}
