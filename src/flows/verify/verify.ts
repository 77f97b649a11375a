import { isDeepStrictEqual } from 'node:util';
import type { RecoveryOutcome } from '../../apply/recover-transaction.ts';
import { footprintOf } from '../../consent/footprint.ts';
import { printFootprint } from '../../consent/footprint-increase.ts';
import { readBaseline } from '../../project/baseline.ts';
import { digestOf } from '../../core/digest.ts';
import { baselinePath, configPath, lockfilePath, policyPath } from '../../project/records.ts';
import type { Drift } from '../../project/compare-with-disk.ts';
import { listFiles, detectDrift } from '../../project/drift.ts';
import { compareText } from '../../core/tree.ts';
import { readSteadily } from '../../engine/read-steadily.ts';
import { readRecorded, type Recorded } from './recorded.ts';
import { rerunBundled, rerunPlugins, type Rerun, type RerunPorts } from './rerun.ts';
import { rendererVersion } from '../../render/render.ts';

/**
 * Kind of a file. `core` and `plugin`: matches `genlock.json` and the lockfile. `edited`, `missing`: changed or deleted
 * by the user. `stale`: written by Genlock, but `genlock.json` or the records have changed since. `unknown`: never
 * written by Genlock. `record`: a Genlock record.
 */
export type FileKind = 'core' | 'plugin' | 'edited' | 'missing' | 'stale' | 'unknown' | 'record';

/** One file of a project. */
export interface VerifiedFile {
  readonly path: string;
  readonly kind: FileKind;
  /** `core`, or the plugin that contributes the file; absent for unknown files. */
  readonly owner?: string;
}

/** Result of `genlock verify`; `--json` prints exactly this object. */
export interface VerifyResult {
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: RecoveryOutcome;
  /**
   * `unsound`: the records contradict each other or a plugin run. `edited`: with `--strict`, a file differs from the
   * records. `unproven`: a plugin could not run again.
   */
  readonly status: 'verified' | 'edited' | 'unsound' | 'unproven';
  readonly project: { readonly name: string; readonly root: string };
  /** All plugins with their pinned hashes. */
  readonly plugins: readonly { readonly name: string; readonly version: string; readonly integrity: string }[];
  /** Sorted by path. */
  readonly files: readonly VerifiedFile[];
  /** Contradictions between the lockfile and the stored operations. */
  readonly contradictions: readonly string[];
  /** Results of running the bundled plugins again; with `--rerun`, of all plugins. */
  readonly reruns: readonly Rerun[];
}

/** Options of `genlock verify`. */
export interface VerifyRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  /** Whether every file must match the records. */
  readonly strict: boolean;
  /** If present, runs every plugin again and compares the results. Otherwise only the bundled plugins run again. */
  readonly rerun?: RerunPorts;
}

/**
 * Renders the project from its records, offline, and classifies every file. The bundled plugins run again, because the
 * records alone cannot show that their operations were replaced. With `rerun`, all plugins run again.
 *
 * @throws GenlockError PROJECT_… if the records are damaged, JUDGE_… if a stored operation is not allowed
 */
export function verifyProject(request: VerifyRequest): Promise<VerifyResult> {
  return readSteadily(request.cwd, () => verifyOnce(request));
}

async function verifyOnce({ cwd, strict, rerun }: VerifyRequest): Promise<VerifyResult> {
  const recorded = await readRecorded(cwd, 'genlock verify');
  const { workspace, configuration, plugins } = recorded;
  const files = sortFiles(recorded, detectDrift(workspace.root));
  const contradictions = contradictionsIn(recorded);
  const reruns = await (rerun === undefined ? rerunBundled(recorded) : rerunPlugins(recorded, cwd, rerun));
  return {
    healed: workspace.healed,
    status: statusOf({ files, contradictions, reruns }, strict),
    project: { name: configuration.config.name, root: workspace.root },
    plugins: plugins.map(({ plugin: { manifest, integrity } }) => ({
      name: manifest.name,
      version: manifest.version,
      integrity,
    })),
    files,
    contradictions,
    reruns,
  };
}

function statusOf(
  { files, contradictions, reruns }: Pick<VerifyResult, 'files' | 'contradictions' | 'reruns'>,
  strict: boolean,
): VerifyResult['status'] {
  const has = (...outcomes: readonly Rerun['outcome'][]): boolean =>
    reruns.some(({ outcome }) => outcomes.includes(outcome));
  if (contradictions.length > 0 || has('different', 'other-bytes')) return 'unsound';
  const isLoose = files.some(({ kind, path }) => !exact.has(kind) && !(kind === 'unknown' && isTools(path)));
  if (strict && isLoose) return 'edited';
  return has('no-source', 'other-inputs', 'other-version') ? 'unproven' : 'verified';
}

const exact: ReadonlySet<FileKind> = new Set(['core', 'plugin', 'record']);

/** Checks whether a file belongs to a package manager or to migrations. Such files are not checked. */
function isTools(path: string): boolean {
  return (
    /^prisma\/migrations(?:-[^/]+)?\//u.test(path) ||
    /^(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/u.test(path)
  );
}

function sortFiles({ workspace, tree }: Recorded, { working, baseline, moved }: Drift): readonly VerifiedFile[] {
  const places = new Map(moved.map(({ from, to }) => [from, to]));
  const wanted = [...tree].map(([path, { content, owner }]): VerifiedFile => {
    const at = places.get(path) ?? path;
    const onDisk = working.get(at);
    if (onDisk === undefined) return { path, kind: 'missing', owner };
    if (onDisk.kind === 'file' && onDisk.digest === digestOf(content)) {
      return { path: at, kind: owner === 'core' ? 'core' : 'plugin', owner };
    }
    const isWritten = onDisk.kind === 'file' && onDisk.digest === baseline.get(path)?.digest;
    return { path: at, kind: isWritten ? 'stale' : 'edited', owner };
  });
  const known = new Set(wanted.map(({ path }) => path));
  const others = listFiles(workspace.root)
    .filter((path) => !known.has(path))
    .map((path): VerifiedFile => otherFile(path, baseline));
  return [...wanted, ...others].toSorted((one, other) => compareText(one.path, other.path));
}

function otherFile(path: string, baseline: Drift['baseline']): VerifiedFile {
  if ([configPath, lockfilePath, policyPath].includes(path)) return { path, kind: 'record' };
  const owner = baseline.get(path)?.owner;
  return owner === undefined ? { path, kind: 'unknown' } : { path, kind: 'stale', owner };
}

function contradictionsIn({ workspace, plugins }: Recorded): readonly string[] {
  const { lockfile } = workspace;
  const broken = [
    ...workspace.repairs.map(({ file }) => file),
    ...(readBaseline(workspace.root).state === 'whole' ? [] : [baselinePath]),
  ].map((file) => `${file} is damaged or contains both sides of a merge. Run \`genlock sync\` to repair it`);
  const renderer =
    lockfile.renderer === rendererVersion
      ? []
      : [`the lockfile names renderer ${lockfile.renderer}, but this Genlock has renderer ${rendererVersion}`];
  const footprints = plugins.flatMap(({ plugin, stored }) => {
    const { name, version } = plugin.manifest;
    const locked = lockfile.plugins.get(name);
    if (locked?.version !== version)
      return [`${name}: the lockfile has version ${locked?.version ?? ''}, but the plugin has version ${version}`];
    const footprint = printFootprint(footprintOf(stored.contribution));
    return isDeepStrictEqual(locked.footprint, footprint)
      ? []
      : [`${name}: the footprint in the lockfile does not match its operations`];
  });
  return [...broken, ...renderer, ...footprints];
}
