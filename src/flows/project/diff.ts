import { join, relative } from 'node:path';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import { readObject } from '../../project/objects.ts';
import { readProjectFile } from '../../project/file-reader.ts';
import { detectDrift } from '../../project/drift.ts';
import { openWorkspace } from '../../engine/workspace.ts';
import { patchOf, type FileDiff } from '../../engine/patch.ts';

/** All edits, as data; `--json` prints exactly this. */
export interface DiffResult {
  /** What became of an earlier command that was interrupted. */
  readonly healed: RecoveryOutcome;
  readonly project: { readonly root: string };
  /** By path. */
  readonly files: readonly FileDiff[];
}

/** What was asked for. */
export interface DiffRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  /** Absolute: only these files, or files below these folders; all if empty. */
  readonly paths: readonly string[];
}

/** Shows what the user changed since Genlock last wrote the project. @throws GenlockError PROJECT_… */
export async function diffProject({ cwd, paths }: DiffRequest): Promise<DiffResult> {
  const { root, healed } = await openWorkspace({ cwd, dryRun: false, command: 'genlock diff' });
  const { edited } = detectDrift(root);
  const files = [...edited]
    .filter(
      ([path]) => paths.length === 0 || paths.some((wanted) => !relative(wanted, join(root, path)).startsWith('..')),
    )
    .map(([path, { digest, owner }]) => {
      const sides = { before: readObject(root, digest), after: readProjectFile({ root }, path) ?? new Uint8Array() };
      const patch = patchOf(path, sides);
      return { path, owner, ...(patch === undefined ? {} : { patch }) };
    });
  return { healed, project: { root }, files };
}
