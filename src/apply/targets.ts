import { GenlockError } from '../errors/error.ts';
import { pathProblems } from '../core/paths.ts';
import type { Change, Contents, Plan } from '../plan/plan.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import type { Target } from './stage.ts';

/** A file only its owner may read, e.g. `.env`: written with mode 600, in no plan, baseline or object. */
export interface SecretFile {
  readonly path: string;
  readonly content: string;
  /** Digest of what it replaces. If absent the file is only written where there is none; an existing one is kept. */
  readonly before?: Digest;
}

/** Everything that is to be written. */
export interface TargetSources {
  readonly plan: Plan;
  readonly contents: Contents;
  readonly secrets?: readonly SecretFile[];
}

/**
 * A plan as files to bring about. A plan may come from a file somebody sent: its bytes are proved, its paths judged
 * again.
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
    throw planInvalid(`the bytes for ${JSON.stringify(path)} are not those it names`);
  }
  if (change.mode !== 0o644 && change.mode !== 0o755)
    throw planInvalid(`it gives ${JSON.stringify(path)} a mode of its own`);
  const after = { content, digest: change.after, mode: change.mode };
  return change.kind === 'create' ? { path, after } : { path, before: change.before, after };
}

function secretTarget({ path, content, before }: SecretFile): Target {
  return { path, ...(before !== undefined && { before }), after: { content, digest: digestOf(content), mode: 0o600 } };
}

function planInvalid(reason: string): GenlockError {
  return new GenlockError({ code: 'PROJECT_PLAN_INVALID', message: `the plan is not applied: ${reason}` });
}
