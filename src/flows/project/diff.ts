import { join, relative } from 'node:path';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import { readObject } from '../../project/objects.ts';
import { readProjectFile } from '../../project/file-reader.ts';
import { detectDrift } from '../../project/drift.ts';
import { readSteadily } from '../../engine/read-steadily.ts';
import { openWorkspace } from '../../engine/workspace.ts';
import { patchOf, type FileDiff } from '../../engine/patch.ts';

/** Result of `genlock diff`; `--json` prints exactly this object. */
export interface DiffResult {
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: RecoveryOutcome;
  readonly project: { readonly root: string };
  /** Sorted by path. */
  readonly files: readonly FileDiff[];
}

/** Options of `genlock diff`. */
export interface DiffRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  /** Absolute paths of files or folders to include; all if empty. */
  readonly paths: readonly string[];
}

/** Returns the user's changes since Genlock last wrote the project. @throws GenlockError PROJECT_… */
export function diffProject(request: DiffRequest): Promise<DiffResult> {
  return readSteadily(request.cwd, () => differences(request));
}

async function differences({ cwd, paths }: DiffRequest): Promise<DiffResult> {
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
