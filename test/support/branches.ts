import { execFileSync } from 'node:child_process';
import { newLife, type Life } from './life.ts';

/** A project in a git repository. */
export interface Branches extends Life {
  readonly git: (...command: readonly string[]) => string;
  /** Creates a branch from `main`, does the work there, and commits it. */
  readonly on: (branch: string, work: () => Promise<unknown>) => Promise<void>;
  /** Merges a branch into the current branch. Returns the paths that git could not merge. */
  readonly merge: (branch: string) => readonly string[];
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
/** Newer ones tidy up behind the command, in a folder that may be gone by then. */
const atOnce = ['-c', 'maintenance.auto=false'];

/** A new project, from the sample configuration or another one, committed as `main`; work done first is part of it. */
export async function newBranches(
  first: (life: Life) => Promise<unknown> = () => Promise.resolve(),
  config?: string,
): Promise<Branches> {
  const life = await newLife(config);
  await first(life);
  const git = (...command: readonly string[]): string =>
    execFileSync('git', [...identity, ...atOnce, ...command], {
      cwd: life.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  git('init', '--quiet', '--initial-branch=main');
  commit('start');
  return {
    ...life,
    git,
    on: async (branch, work) => {
      git('checkout', '--quiet', '-b', branch, 'main');
      await work();
      commit(branch);
    },
    merge: (branch) => {
      try {
        git('merge', '--quiet', '--no-edit', branch);
      } catch {
        // The conflicts are listed below.
      }
      return git('diff', '--name-only', '--diff-filter=U')
        .split('\n')
        .filter((path) => path !== '');
    },
  };
}
