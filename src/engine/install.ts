import type { Progress } from './progress.ts';
import { recordsOwner, type Plan } from '../plan/plan.ts';
import { interruptible } from './packages/interruptible.ts';
import { installPackages, packageManagerOf } from '../processes/package-manager.ts';

/** Functions for offering and running an installation. */
export interface InstallPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks whether to run a command now; absent without a terminal. No answer means no. */
  readonly offer?: (command: string) => Promise<boolean>;
  readonly progress: Progress;
}

/** A change that is about to be written. */
export interface WriteRequest {
  /** Absolute. */
  readonly root: string;
  /** Writes the whole change or fails without writing. */
  readonly write: () => Promise<unknown>;
  readonly plan: Plan;
  /** `--install` was given. */
  readonly wanted: boolean;
}

/** Result of writing and installing. */
export interface Written {
  readonly installed: boolean;
  /** Step during which Ctrl-C was pressed. This step and later ones are incomplete, but a write is always finished. */
  readonly interrupted?: Interrupted;
}

/** `write`: the files are written. `install`: the files are written, but `node_modules` can be incomplete. */
export type Interrupted = 'write' | 'install';

/**
 * Writes a change and installs the project's packages, if requested or accepted. After Ctrl-C, a write is finished
 * because it is short, but an installation is stopped.
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
