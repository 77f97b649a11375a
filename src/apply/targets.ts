import { GenlockError } from '../errors/error.ts';
import { pathProblems } from '../core/paths.ts';
import type { Change, Contents, Plan } from '../plan/plan.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import type { Target } from './stage.ts';

/** File that only its owner can read, e.g. `.env`. It has mode 600 and is not in a plan, baseline or object. */
export interface SecretFile {
  readonly path: string;
  readonly content: string;
  /**
   * Digest of the file to replace. If absent, the file is written only if it does not exist. An existing file is kept.
   */
  readonly before?: Digest;
}

/** Plan, contents and secret files to write. */
export interface TargetSources {
  readonly plan: Plan;
  readonly contents: Contents;
  readonly secrets?: readonly SecretFile[];
}

/**
 * Converts a plan to the files to write or delete. A plan can come from an untrusted file, so its bytes are verified
 * and its paths checked again.
 *
 * @throws GenlockError PROJECT_PLAN_INVALID, PROJECT_PATH_INVALID
 */
export function targetsOf({ plan, contents, secrets = [] }: TargetSources): readonly Target[] {
  if (plan.version !== 1) throw planInvalid(`its version ${JSON.stringify(plan.version)} is not known`);
  const targets = [...plan.changes.map((change) => targetOf(change, contents)), ...secrets.map(secretTarget)];
  const [first, ...rest] = pathProblems(targets.map(({ path }) => path)).map(({ path, problem }) => ({
    code: 'PROJECT_PATH_INVALID' as const,
    message: `the path ${JSON.stringify(path)} ${problem}`,
    where: { file: path },
  }));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
  return targets;
}

function targetOf(change: Change, contents: Contents): Target {
  const { path } = change;
  if (change.kind === 'delete') return { path, before: change.before };
  const content = contents.get(change.after);
  if (content === undefined || digestOf(content) !== change.after) {
    throw planInvalid(`the bytes for ${JSON.stringify(path)} do not match its digest`);
  }
  if (change.mode !== 0o644 && change.mode !== 0o755)
    throw planInvalid(`it gives ${JSON.stringify(path)} an unsupported mode`);
  const after = { content, digest: change.after, mode: change.mode };
  return change.kind === 'create' ? { path, after } : { path, before: change.before, after };
}

function secretTarget({ path, content, before }: SecretFile): Target {
  return { path, ...(before !== undefined && { before }), after: { content, digest: digestOf(content), mode: 0o600 } };
}

function planInvalid(reason: string): GenlockError {
  return new GenlockError({ code: 'PROJECT_PLAN_INVALID', message: `the plan is not applied: ${reason}` });
}
