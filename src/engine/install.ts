import type { Progress } from './progress.ts';
import { recordsOwner, type Plan } from '../plan/plan.ts';
import { interruptible } from './packages/interruptible.ts';
import { installPackages, packageManagerOf } from '../processes/package-manager.ts';

/** Who may be asked whether to install. */
export interface InstallPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks whether to run a command now; absent where nobody is to be asked. A question left open is a no. */
  readonly offer?: (command: string) => Promise<boolean>;
  readonly progress: Progress;
}

/** A change that is about to be written. */
export interface WriteRequest {
  /** Absolute. */
  readonly root: string;
  /** Writes the change: all of it or nothing. */
  readonly write: () => Promise<unknown>;
  readonly plan: Plan;
  /** `--install` was given. */
  readonly wanted: boolean;
}

/** The steps that were done. */
export interface Written {
  readonly installed: boolean;
  /** The step during which Ctrl-C was pressed; it and the steps after it are missing, except that a write is finished. */
  readonly interrupted?: Interrupted;
}

/** `write`: the files are written. `install`: they are, too, but `node_modules` may be incomplete. */
export type Interrupted = 'write' | 'install';

/**
 * Writes a change and installs the project's packages, if requested or accepted. After Ctrl-C the write is finished,
 * because it takes moments, and an installation is ended.
 *
 * @throws GenlockError DATA_INSTALL_FAILED, after the files were written; everything `write` throws
 */
export async function writeAndInstall(request: WriteRequest, ports: InstallPorts): Promise<Written> {
  const { root, write, plan, wanted } = request;
  const { env, offer, progress } = ports;
  const manager = packageManagerOf(env, root);
  const files = plan.changes.filter(({ owner }) => owner !== recordsOwner).length;
  const asks = plan.changes.some(({ path }) => path === 'package.json');
  return interruptible(async (signal) => {
    progress(`Writing ${files} file${files === 1 ? '' : 's'}`);
    await write();
    if (signal.aborted) return { installed: false, interrupted: 'write' };
    const isWanted = wanted || (asks && (await offer?.(`${manager} install`)) === true);
    if (!isWanted) return { installed: false };
    progress(`Installing packages with ${manager}`);
    try {
      await installPackages(root, { env, signal });
    } catch (error) {
      if (signal.aborted) return { installed: false, interrupted: 'install' };
      throw error;
    }
    return { installed: true };
  });
}
