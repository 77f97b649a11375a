import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import { GenlockError } from '../../errors/error.ts';
import { readBaseline } from '../../project/baseline.ts';
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

/**
 * Returns the user's changes since Genlock last wrote the project.
 *
 * @throws GenlockError USAGE for a path that does not exist, PROJECT_…
 */
export function diffProject(request: DiffRequest): Promise<DiffResult> {
  return readSteadily(request.cwd, () => differences(request));
}

async function differences({ cwd, paths }: DiffRequest): Promise<DiffResult> {
  const { root, healed } = await openWorkspace({ cwd, dryRun: false, command: 'genlock diff' });
  for (const path of paths) requireExisting(path, root);
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

/** @throws GenlockError USAGE if a path is neither on the disk nor a file or folder that Genlock wrote */
function requireExisting(path: string, root: string): void {
  if (existsSync(path)) return;
  const name = relative(root, path).split(sep).join('/');
  const written = [...readBaseline(root).files.keys()];
  if (written.some((file) => file === name || file.startsWith(`${name}/`))) return;
  const hint = 'Run `genlock diff` without a path to see all edits.';
  throw new GenlockError({ code: 'USAGE', message: `the project has no file or folder ${name}`, hint });
}
