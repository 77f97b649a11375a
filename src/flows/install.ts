import { installPackages, packageManagerOf } from '../processes/package-manager.ts';

/** Who may be asked whether to install. */
export interface InstallPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asks whether to run a command now; absent where nobody is to be asked. A question left open is a no. */
  readonly offer?: (command: string) => Promise<boolean>;
  /** A line about what is going on now, for people who wait. */
  readonly progress: (message: string) => void;
}

/** A project was just written. */
export interface InstallRequest {
  /** Absolute. */
  readonly root: string;
  /** `--install` was given. */
  readonly wanted: boolean;
  /** What was written asks for it. */
  readonly asks: boolean;
}

/**
 * Installs the project's packages if that was wanted, or is when offered.
 *
 * @returns whether they were installed
 * @throws GenlockError DATA_INSTALL_FAILED; the project stays as it was written
 */
export async function installAfter({ root, wanted, asks }: InstallRequest, ports: InstallPorts): Promise<boolean> {
  const { env, offer, progress } = ports;
  const command = `${packageManagerOf(env, root)} install`;
  const isWanted = wanted || (asks && (await offer?.(command)) === true);
  if (isWanted) await installPackages(root, { env, onLine: progress });
  return isWanted;
}
