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
import { readRecorded, type Recorded } from './recorded.ts';
import { rerunPlugins, type Rerun, type RerunPorts } from './rerun.ts';
import { rendererVersion } from '../../render/render.ts';

/**
 * What a file is. `core` and `plugin`: exactly what `genlock.json` and the lockfile give. `edited`, `missing`: by its
 * owner. `stale`: what Genlock wrote, but `genlock.json` or the records ask for something else now. `unknown`: Genlock
 * never wrote it. `record`: Genlock's own.
 */
export type FileKind = 'core' | 'plugin' | 'edited' | 'missing' | 'stale' | 'unknown' | 'record';

/** One file of a project. */
export interface VerifiedFile {
  readonly path: string;
  readonly kind: FileKind;
  /** `core`, or the plugin that contributes it; absent for what is unknown. */
  readonly owner?: string;
}

/** What was verified, as data; `--json` prints exactly this. */
export interface VerifyResult {
  /** What became of an earlier command that was interrupted. */
  readonly healed: RecoveryOutcome;
  /**
   * `unsound`: the records contradict each other, or with `--rerun` a plugin's run. `edited`: with `--strict`, a file isn't what
   * the records give. `unproven`: with `--rerun`, a plugin couldn't be run again.
   */
  readonly status: 'verified' | 'edited' | 'unsound' | 'unproven';
  readonly project: { readonly name: string; readonly root: string };
  /** Every plugin with the bytes it is pinned to. */
  readonly plugins: readonly { readonly name: string; readonly version: string; readonly integrity: string }[];
  /** By path. */
  readonly files: readonly VerifiedFile[];
  /** What in the lockfile isn't what the stored operations say. */
  readonly contradictions: readonly string[];
  /** What every plugin's second run gave; only with `--rerun`. */
  readonly reruns?: readonly Rerun[];
}

/** What `genlock verify` was asked for. */
export interface VerifyRequest {
  /** Absolute; the project is the one it lies in. */
  readonly cwd: string;
  /** Every file must be what the records give. */
  readonly strict: boolean;
  /** Run every plugin again, and compare; nothing runs if absent. */
  readonly rerun?: RerunPorts;
}

/**
 * Renders the project again from what is stored, offline, and sorts every file by what it is. With `rerun` the plugins
 * run again too.
 *
 * @throws GenlockError PROJECT_… if the records are damaged, JUDGE_… if a stored plugin may not do what it says
 */
export async function verifyProject({ cwd, strict, rerun }: VerifyRequest): Promise<VerifyResult> {
  const recorded = await readRecorded(cwd, 'genlock verify');
  const { start, configuration, plugins } = recorded;
  const files = sortFiles(recorded, detectDrift(start.root));
  const contradictions = contradictionsIn(recorded);
  const reruns = rerun && (await rerunPlugins(recorded, cwd, rerun));
  return {
    healed: start.healed,
    status: statusOf({ files, contradictions, reruns }, strict),
    project: { name: configuration.config.name, root: start.root },
    plugins: plugins.map(({ plugin: { manifest, integrity } }) => ({
      name: manifest.name,
      version: manifest.version,
      integrity,
    })),
    files,
    contradictions,
    ...(reruns === undefined ? {} : { reruns }),
  };
}

function statusOf(
  {
    files,
    contradictions,
    reruns = [],
  }: Pick<VerifyResult, 'files' | 'contradictions'> & { readonly reruns: readonly Rerun[] | undefined },
  strict: boolean,
): VerifyResult['status'] {
  const has = (...outcomes: readonly Rerun['outcome'][]): boolean =>
    reruns.some(({ outcome }) => outcomes.includes(outcome));
  if (contradictions.length > 0 || has('different', 'other-bytes')) return 'unsound';
  const isLoose = files.some(({ kind, path }) => !exact.has(kind) && !(kind === 'unknown' && isTools(path)));
  if (strict && isLoose) return 'edited';
  return has('no-source', 'other-inputs') ? 'unproven' : 'verified';
}

const exact: ReadonlySet<FileKind> = new Set(['core', 'plugin', 'record']);

/** What package managers and migrations write is never Genlock's, and no sign of anything. */
function isTools(path: string): boolean {
  return (
    path.startsWith('prisma/migrations/') ||
    /^(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/u.test(path)
  );
}

function sortFiles({ start, tree }: Recorded, { working, baseline, moved }: Drift): readonly VerifiedFile[] {
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
  const others = listFiles(start.root)
    .filter((path) => !known.has(path))
    .map((path): VerifiedFile => otherFile(path, baseline));
  return [...wanted, ...others].toSorted((one, other) => compareText(one.path, other.path));
}

function otherFile(path: string, baseline: Drift['baseline']): VerifiedFile {
  if ([configPath, lockfilePath, policyPath].includes(path)) return { path, kind: 'record' };
  const owner = baseline.get(path)?.owner;
  return owner === undefined ? { path, kind: 'unknown' } : { path, kind: 'stale', owner };
}

function contradictionsIn({ start, plugins }: Recorded): readonly string[] {
  const { lockfile } = start;
  const broken = [
    ...start.repairs.map(({ file }) => file),
    ...(readBaseline(start.root).state === 'whole' ? [] : [baselinePath]),
  ].map((file) => `${file} is damaged, or holds both sides of a merge: \`genlock sync\` repairs it`);
  const renderer =
    lockfile.renderer === rendererVersion
      ? []
      : [`the lockfile names renderer ${lockfile.renderer}, and this one is ${rendererVersion}`];
  const footprints = plugins.flatMap(({ plugin, stored }) => {
    const { name, version } = plugin.manifest;
    const locked = lockfile.plugins.get(name);
    if (locked?.version !== version) return [`${name}: the lockfile says ${locked?.version ?? ''}, it is ${version}`];
    const footprint = printFootprint(footprintOf(stored.contribution));
    return isDeepStrictEqual(locked.footprint, footprint)
      ? []
      : [`${name}: the footprint in the lockfile is not what its operations do`];
  });
  return [...broken, ...renderer, ...footprints];
}
