import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { GenlockError } from '../errors/error.ts';
import { pathProblems } from '../core/paths.ts';
import type { Baseline } from '../plan/plan.ts';
import { sortedMap } from '../core/tree.ts';
import { digestPattern } from '../core/digest.ts';
import { readProjectFile } from './file-reader.ts';
import { isJson } from '../core/json.ts';
import { splitGitMerge } from './git-merge-sides.ts';
import { baselinePath } from './records.ts';
import { readWorking } from './working.ts';

const modes = { '644': 0o644, '755': 0o755 } as const;

const baselineSchema = z.strictObject({
  version: z.literal(1),
  files: z.record(
    z.string(),
    z.strictObject({
      digest: z.string().regex(digestPattern),
      mode: z.enum(['644', '755']),
      owner: z.string().max(214),
      movedTo: z.string().exactOptional(),
    }),
  ),
});

/** Prints `.genlock/baseline.json`: sorted, one line per file, for merges and reviews in version control. */
export function printBaseline(baseline: Baseline): string {
  const lines = [...sortedMap(baseline)].map(([path, { digest, mode, owner, movedTo }]) => {
    const [file, by] = [JSON.stringify(path), JSON.stringify(owner)];
    const at = movedTo === undefined ? '' : `, "movedTo": ${JSON.stringify(movedTo)}`;
    return `    ${file}: { "digest": "${digest}", "mode": "${mode.toString(8)}", "owner": ${by}${at} }`;
  });
  const files = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "version": 1,\n  "files": ${files}\n}\n`;
}

/** Result of reading a baseline. */
export interface BaselineReading {
  readonly files: Baseline;
  /** After an unfinished git merge: the other side's entries of equal paths. */
  readonly rivals: Baseline;
  /** `merged`: the file contains both sides of a merge. `lost`: the file is missing or only partly readable. */
  readonly state: 'whole' | 'merged' | 'lost';
}

/**
 * Reads the baseline of a project. A missing baseline is empty and `lost`. For a truncated or merged file, uses every
 * complete line.
 *
 * @throws GenlockError PROJECT_BASELINE_INVALID if it contains data that Genlock never writes.
 */
export function readBaseline(root: string): BaselineReading {
  const bytes = readProjectFile({ root }, baselinePath);
  if (bytes === undefined) return { files: new Map(), rivals: new Map(), state: 'lost' };
  const text = Buffer.from(bytes).toString('utf8');
  const sides = splitGitMerge(text);
  if (sides !== undefined) return { ...united(salvaged(sides.ours), salvaged(sides.theirs)), state: 'merged' };
  if (!isJson(text)) return { files: salvaged(text), rivals: new Map(), state: 'lost' };
  return { files: parseBaseline(text), rivals: new Map(), state: 'whole' };
}

/** Reads the baseline for display. After a merge, uses the entry of the side that matches the file on disk. */
export function baselineIn(root: string): Baseline {
  const { files, rivals } = readBaseline(root);
  const working = readWorking(root, rivals.keys());
  const theirs = [...rivals].filter(([path, { digest }]) => {
    const found = working.get(path);
    return found?.kind === 'file' && found.digest === digest;
  });
  return new Map([...files, ...theirs]);
}

function united(ours: Baseline, theirs: Baseline): Pick<BaselineReading, 'files' | 'rivals'> {
  const rivals = [...theirs].filter(([path, file]) => !isDeepStrictEqual(file, ours.get(path) ?? file));
  const files = sortedMap([...theirs, ...ours]);
  checkPaths([...files.keys()]);
  return { files, rivals: new Map(rivals) };
}

/** Parses the complete entry lines of a damaged file and ignores all other lines. */
function salvaged(text: string): Baseline {
  const lines = text.split(/\r?\n/u).filter((line) => /^ {4}"/u.test(line));
  const whole = lines.map((line) => line.trimEnd().replace(/,$/u, '')).filter((line) => isJson(`{${line}}`));
  return parseBaseline(`{ "version": 1, "files": {${whole.join(',')}} }`);
}

/** @throws GenlockError PROJECT_BASELINE_INVALID */
export function parseBaseline(text: string): Baseline {
  const { files } = checked(text);
  checkPaths([...Object.keys(files), ...Object.values(files).flatMap(({ movedTo }) => movedTo ?? [])]);
  return sortedMap(Object.entries(files).map(([path, file]) => [path, { ...file, mode: modes[file.mode] }] as const));
}

function checkPaths(paths: readonly string[]): void {
  const [wrong] = pathProblems(paths);
  if (wrong !== undefined) throw invalid(`the path ${JSON.stringify(wrong.path)} ${wrong.problem}`);
}

function checked(text: string): z.infer<typeof baselineSchema> {
  const json = parseJson(text);
  const result = baselineSchema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid('it is not JSON', cause);
  }
}

function invalid(reason: string, cause?: unknown): GenlockError {
  const message = `${baselinePath} cannot be used: ${reason}`;
  return new GenlockError({ code: 'PROJECT_BASELINE_INVALID', message, where: { file: baselinePath } }, { cause });
}
