import { run } from './run.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The first commit is missing if git has no name and e-mail address, or a hook refused the commit. */
export type NewRepository = 'committed' | 'initialized';

/**
 * Returns whether git is installed.
 *
 * @param cwd an existing folder, absolute
 */
export async function hasGit(cwd: string, env: Environment): Promise<boolean> {
  return git(['--version'], { cwd, env });
}

/**
 * Creates a repository in a folder and commits its files.
 *
 * @param root absolute path of a folder outside any repository
 * @returns `undefined` if git cannot create a repository there
 */
export async function createRepository(root: string, env: Environment): Promise<NewRepository | undefined> {
  const options = { cwd: root, env: { ...env, GIT_TERMINAL_PROMPT: '0' } };
  if (!(await git(['init', '--quiet'], options))) return undefined;
  const isCommitted =
    (await git(['add', '--all'], options)) && (await git(['commit', '--quiet', '-m', 'Initial commit'], options));
  return isCommitted ? 'committed' : 'initialized';
}

async function git(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Environment },
): Promise<boolean> {
  // If the command does not exist, `run` rejects with a system error.
  const result = await run('git', args, options).catch(() => undefined);
  return result?.exitCode === 0;
}
