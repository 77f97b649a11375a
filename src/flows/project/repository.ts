import { relative } from 'node:path';
import { GenlockError } from '../../errors/error.ts';
import type { NextStep } from '../../plan/plan.ts';
import { createRepository, hasGit, type NewRepository } from '../../processes/git.ts';
import { isUnderGit } from '../../project/version-control.ts';
import { commandWord } from '../../core/command-word.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Git repository of a new project. `present`: the folder was already inside a repository. */
export type Repository = NewRepository | 'present';

/**
 * Checks whether `genlock init` can create a repository. @param cwd an existing folder; `root` might not exist. Both
 * are absolute
 */
export async function canCreateRepository(
  { cwd, root }: { readonly cwd: string; readonly root: string },
  env: Environment,
): Promise<boolean> {
  return !isUnderGit(root) && (await hasGit(cwd, env));
}

/** @throws GenlockError USAGE if a repository is needed and git is missing */
export async function requireGit(
  place: { readonly cwd: string; readonly root: string },
  env: Environment,
): Promise<void> {
  if (isUnderGit(place.root) || (await hasGit(place.cwd, env))) return;
  throw new GenlockError({
    code: 'USAGE',
    message: 'git was not found on the PATH',
    hint: 'Install git, or pass --no-git.',
  });
}

/** Creates the repository of a new project, unless its folder is inside one. */
export async function repositoryAt(root: string, env: Environment): Promise<Repository | undefined> {
  return isUnderGit(root) ? 'present' : createRepository(root, env);
}

/** Conditions for the remaining step. Paths are absolute. */
interface RepositoryStep {
  readonly root: string;
  /** The folder in which the step is typed. */
  readonly shell: string;
  /** The command was stopped before it created the repository. */
  readonly isMissing: boolean;
}

/** Returns the remaining step if the first commit is missing. */
export function repositorySteps(
  repository: Repository | undefined,
  { root, shell, isMissing }: RepositoryStep,
): readonly NextStep[] {
  const folder = relative(shell, root);
  const git = folder === '' ? 'git' : `git -C ${commandWord(folder)}`;
  const commit = `${git} add --all && ${git} commit -m 'Initial commit'`;
  if (isMissing) return [{ command: `${git} init && ${commit}`, reason: 'Creates the git repository.' }];
  if (repository !== 'initialized') return [];
  return [{ command: commit, reason: 'git refused the first commit: check user.name, user.email and hooks.' }];
}
