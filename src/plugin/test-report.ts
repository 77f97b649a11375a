import * as z from 'zod';
import { tryParseJson } from '../core/json.ts';
import { integrityOf, type PackageFiles } from './package-files.ts';

/** Package file with the report of `genlock plugin test`. The report's digest does not cover this file. */
export const reportFile = 'genlock-report.json';

const reportSchema = z.object({
  version: z.literal(1),
  plugin: z.object({ name: z.string(), version: z.string() }),
  digest: z.string(),
  genlock: z.string(),
  grid: z.enum(['small', 'large']),
  laws: z
    .array(
      z.object({
        law: z.string(),
        status: z.enum(['held', 'broken', 'unchecked']),
        cases: z.int().nonnegative(),
        reason: z.string().optional(),
      }),
    )
    .min(1),
  cases: z.array(z.unknown()).min(1),
});

/** Statement of a publisher about the laws that a plugin obeys. Bound to the files of the package. */
export interface TestReport extends z.infer<typeof reportSchema> {}

/**
 * State of a package's report. `current`: the report is about exactly these files and all checked laws held. `stale`: it is
 * about other files. `broken`: a law did not hold. `invalid`: it cannot be read.
 */
export type ReportState =
  | { readonly state: 'absent' | 'invalid' | 'stale' }
  | { readonly state: 'current' | 'broken'; readonly report: TestReport };

/** Computes the digest that a report is bound to: of all files of a package except the report. */
export function reportDigest(files: PackageFiles): string {
  const covered = [...files].filter(([path]) => path !== reportFile);
  return integrityOf(new Map(covered.toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

/** Reads the report of a package and compares it with the files. */
export function reportState(files: PackageFiles): ReportState {
  return stateOf(files.get(reportFile), files);
}

/** Compares a report with the files of a package. */
export function stateOf(bytes: Uint8Array | undefined, files: PackageFiles): ReportState {
  if (bytes === undefined) return { state: 'absent' };
  const report = reportSchema.safeParse(tryParseJson(new TextDecoder().decode(bytes))).data;
  if (report === undefined) return { state: 'invalid' };
  if (report.digest !== reportDigest(files)) return { state: 'stale' };
  return { state: report.laws.some(({ status }) => status === 'broken') ? 'broken' : 'current', report };
}

/** Number of laws that held, and number of projects of a report. */
export interface ReportSummary {
  readonly laws: number;
  readonly cases: number;
  /** Version of Genlock that wrote the report. */
  readonly genlock: string;
}

export function summaryOf({ laws, cases, genlock }: TestReport): ReportSummary {
  return { laws: laws.filter(({ status }) => status === 'held').length, cases: cases.length, genlock };
}
