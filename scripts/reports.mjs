// `npm run reports`: tests the bundled plugins, and writes their reports to dist/reports. `prepack` runs it after the build.
// A build removes the reports: they belong to the exact files of a package, and templates change more often than releases.
// With `--examples`, renews the reports of the example plugins instead, and also runs the scripts of a project.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printReport } from '../src/flows/plugin-test/report.ts';
import { testPlugin } from '../src/flows/plugin-test/test-plugin.ts';
import { availablePlugins, bundledFolder } from '../src/plugin/bundled.ts';
import { bundledReportFolder, bundledReportState } from '../src/plugin/bundled-report.ts';
import { findPlugins, loadPlugin } from '../src/plugin/load.ts';
import { reportFile } from '../src/plugin/test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, bundledReportFolder);
// npm reads its registry from the environment.
const ports = { env: process.env, clock: () => new Date(), progress: () => undefined };

if (process.argv.includes('--examples')) await renewExamples();
else await writeBundled();

async function writeBundled() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  for (const name of availablePlugins()) {
    const result = await tested(bundledFolder(name), { run: false, report: false });
    writeFileSync(join(reports, `${name}.json`), printReport(result));
    const { state } = bundledReportState(loadPlugin({ kind: 'bundled', name }));
    if (state !== 'current') throw new Error(`the report of ${name} is ${state}`);
  }
}

async function renewExamples() {
  const folders = findPlugins(join(root, 'examples', 'plugins'));
  const reported = folders.filter((folder) => existsSync(join(folder, reportFile)));
  for (const folder of reported) await tested(folder, { run: true, report: true });
}

/** @param {string} folder of a plugin @param {{ run: boolean, report: boolean }} options */
async function tested(folder, options) {
  const result = await testPlugin({ cwd: root, spec: folder, grid: 'small', ...options }, ports);
  const { plugin, status, broken, laws } = result;
  const unchecked = laws.filter((law) => law.status === 'unchecked');
  if (status === 'failed' || unchecked.length > 0)
    throw new Error(`${plugin.name}: ${JSON.stringify({ broken, unchecked }, undefined, 2)}`);
  console.log(`${plugin.name}: ${laws.length} laws, ${result.cases.length} projects`);
  return result;
}
