import { applyPlan } from '../../apply/apply.ts';
import { GenlockError } from '../../errors/error.ts';
import { addChanges } from '../../plan/changes.ts';
import type { Change, Contents, NextStep, Plan } from '../../plan/plan.ts';
import { planRecords } from '../../plan/records.ts';
import { digestOf } from '../../core/digest.ts';
import { decodeUtf8 } from '../../core/utf8.ts';
import { obstacleError, readProjectFile } from '../../project/file-reader.ts';
import { readConflicts, readKept } from '../../project/file-records.ts';
import { configPath, isTransient, lockfilePath, policyPath, recordsFolder } from '../../project/records.ts';
import type { Drift } from '../../project/compare-with-disk.ts';
import { listFiles, detectDrift } from '../../project/drift.ts';
import { isUnderGit } from '../../project/version-control.ts';
import { readWorking } from '../../project/working.ts';
import { withoutGenlock } from './eject-texts.ts';
import { openWorkspace, type Workspace } from '../../engine/workspace.ts';
import { pendingDataMigrations } from '../db/data-migrations.ts';
import { projectStatus } from '../status/status.ts';

/** Options of `genlock eject`. */
export interface EjectRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** Functions for interaction with the user. */
export interface EjectPorts {
  readonly interactive: boolean;
  /** Shows the planned changes. */
  readonly preview: (result: EjectResult) => void;
  readonly agree: () => Promise<boolean>;
}

/** Result of `genlock eject`; `--json` prints exactly this object. */
export interface EjectResult {
  readonly status: 'ejected' | 'planned';
  readonly healed: Workspace['healed'];
  readonly project: { readonly root: string };
  /** Plan that deletes the records and removes references to Genlock from the application's files. */
  readonly plan: Plan;
  /** Generated files that still mention Genlock, because of a plugin or a user edit. */
  readonly mentions: readonly string[];
  /** Data that is lost with the records. */
  readonly warnings: readonly string[];
  readonly steps: readonly NextStep[];
}

/**
 * Removes Genlock from a project: deletes its records and removes references to Genlock from all files. Applies all
 * changes or none. The application's behaviour is unchanged.
 *
 * @throws GenlockError PROJECT_CONFLICT if conflicts are open; DECLINED, CONSENT_NEEDED; PROJECT_…
 */
export async function ejectProject(request: EjectRequest, ports: EjectPorts): Promise<EjectResult> {
  const command = 'genlock eject';
  const workspace = await openWorkspace({ ...request, command });
  const { root, healed } = workspace;
  requireResolved(root);
  const { changes, contents, mentions } = ejectedFiles(root);
  const records = deletedRecords(root);
  const plan = addChanges({ version: 1, changes: records, conflicts: [] }, changes);
  const warnings = await warningsOf(workspace, request.cwd);
  const result = { status: 'planned', healed, project: { root }, plan, mentions, warnings, steps: [] } as const;
  if (request.dryRun) return result;
  await agreeOn(result, request, ports);
  await applyPlan({ root, plan, contents, command });
  return { ...result, status: 'ejected', steps: isUnderGit(root) ? [undo] : [] };
}

const undo: NextStep = {
  command: 'git restore .',
  reason: 'Undoes all changes since the last commit.',
};

/** Checks that no conflict is open, because files with markers are not a valid version of the project. */
function requireResolved(root: string): void {
  const [first, ...rest] = [...readConflicts(root).keys()].map((path) => ({
    code: 'PROJECT_CONFLICT' as const,
    message: `${path} has an unresolved conflict`,
    where: { file: path },
    hint: 'Run `genlock resolve --continue` or `genlock resolve --abort` first.',
  }));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
}

/** Returns the changes to generated files, and the files that still mention Genlock afterwards. */
function ejectedFiles(root: string): {
  readonly changes: readonly Change[];
  readonly contents: Contents;
  readonly mentions: readonly string[];
} {
  const contents = new Map<string, string>();
  const mentions: string[] = [];
  const changes = filesOf(detectDrift(root)).flatMap(({ path, from, owner, mode, digest }): readonly Change[] => {
    const bytes = readProjectFile({ root }, path);
    const before = bytes && decodeUtf8(bytes);
    if (before === undefined) return [];
    const text = withoutGenlock(from, before);
    if (/genlock/iu.test(text)) mentions.push(path);
    if (text === before) return [];
    const after = digestOf(text);
    contents.set(after, text);
    return [{ kind: 'update', path, owner, mode, before: digest, after }];
  });
  return { changes, contents, mentions };
}

/** Returns the existing files of the baseline with their current paths. */
function filesOf({ baseline, working, moved }: Drift) {
  const places = new Map(moved.map(({ from, to }) => [from, to]));
  return [...baseline].flatMap(([from, { owner, mode }]) => {
    const path = places.get(from) ?? from;
    const found = working.get(path);
    return found?.kind === 'file' ? [{ path, from, owner, mode: found.mode ?? mode, digest: found.digest }] : [];
  });
}

/** Plans the deletion of all project records, including `genlock.json` and the policy. */
function deletedRecords(root: string): readonly Change[] {
  const kept = listFiles(root, recordsFolder).filter((path) => !isTransient(path.split('/')[1] ?? ''));
  const paths = [configPath, lockfilePath, policyPath, ...kept];
  const working = readWorking(root, paths);
  for (const [path, found] of working) if (found.kind === 'obstacle') throw obstacleError(path, found);
  return planRecords({ files: new Map(paths.map((path) => [path, undefined])), working, digestOf }).changes;
}

async function warningsOf({ root, lockfile }: Workspace, cwd: string): Promise<readonly string[]> {
  const { changes, problem } = (await projectStatus(cwd)).pending;
  const off = [...(lockfile?.plugins ?? [])].flatMap(([name, { disabled }]) => (disabled === true ? [name] : []));
  const edits = [...readKept(root).keys()];
  return [
    ...(changes.length > 0 || problem !== undefined
      ? ['genlock.json has changes that `genlock sync` has not applied. They are lost']
      : []),
    ...pendingDataMigrations(root).map(
      ({ title }) => `The data migration ${title} is not applied and is lost. Run \`genlock db migrate dev\` first`,
    ),
    ...off.map((name) => `${name} is disabled: its contributions are lost`),
    ...edits.map((path) => `${path}: your edit of a disabled plugin is lost`),
    ...(isUnderGit(root) ? [] : ['The project is not under version control: this cannot be undone']),
  ];
}

async function agreeOn(result: EjectResult, { yes }: EjectRequest, ports: EjectPorts): Promise<void> {
  if (yes) return;
  const message = 'Removing Genlock from a project needs your agreement';
  ports.preview(result);
  if (!ports.interactive) throw new GenlockError({ code: 'CONSENT_NEEDED', message });
  if (!(await ports.agree()))
    throw new GenlockError({ code: 'DECLINED', message: 'You did not agree to remove Genlock' });
}
