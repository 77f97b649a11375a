import { printJson } from '../../core/json.ts';
import type { TestReport } from '../../plugin/test-report.ts';
import type { PluginTestResult } from './result.ts';

/** Prints the report for the package. Contains no time and no path, so that the same package has the same report. */
export function printReport({
  plugin,
  digest,
  genlock,
  grid,
  laws,
  cases,
  consent,
  refused,
}: PluginTestResult): string {
  const report: TestReport = {
    version: 1,
    plugin: { name: plugin.name, version: plugin.version },
    digest,
    genlock,
    grid,
    laws: [...laws],
    cases: [...cases],
  };
  return printJson({ ...report, consent, refused });
}
