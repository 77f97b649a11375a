import { z } from 'zod';
import { GenlockError } from '../errors/error.ts';
import { pathProblems } from '../plan/paths.ts';
import type { Baseline } from '../plan/plan.ts';
import { sortedMap } from '../render/tree.ts';
import { digestPattern } from './digest.ts';
import { readProjectFile } from './file-reader.ts';
import { baselinePath } from './records.ts';

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

/** `.genlock/baseline.json`: sorted, one line a file, so that it merges and reads well in version control. */
export function printBaseline(baseline: Baseline): string {
  const lines = [...sortedMap(baseline)].map(([path, { digest, mode, owner, movedTo }]) => {
    const [file, by] = [JSON.stringify(path), JSON.stringify(owner)];
    const at = movedTo === undefined ? '' : `, "movedTo": ${JSON.stringify(movedTo)}`;
    return `    ${file}: { "digest": "${digest}", "mode": "${mode.toString(8)}", "owner": ${by}${at} }`;
  });
  const files = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "version": 1,\n  "files": ${files}\n}\n`;
}

/**
 * The baseline of a project; empty if it has none.
 *
 * @throws GenlockError PROJECT_BASELINE_INVALID if it isn't what Genlock writes, e.g. holds merge markers.
 */
export function readBaseline(root: string): Baseline {
  const bytes = readProjectFile({ root }, baselinePath);
  return bytes === undefined ? new Map() : parseBaseline(Buffer.from(bytes).toString('utf8'));
}

/** @throws GenlockError PROJECT_BASELINE_INVALID */
export function parseBaseline(text: string): Baseline {
  const { files } = checked(text);
  const [wrong] = pathProblems([
    ...Object.keys(files),
    ...Object.values(files).flatMap(({ movedTo }) => movedTo ?? []),
  ]);
  if (wrong !== undefined) throw invalid(`the path ${JSON.stringify(wrong.path)} ${wrong.problem}`);
  return sortedMap(Object.entries(files).map(([path, file]) => [path, { ...file, mode: modes[file.mode] }] as const));
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
