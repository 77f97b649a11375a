import { probeSandbox, type SandboxLayer, type SandboxProbe } from '../../../sandbox/index.ts';
import { GenlockError, type Problem } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { nearestRoot } from '../../project/open.ts';
import { loadPolicy, type PolicyPorts } from '../../engine/policy/load.ts';

/** What this machine gives to a run of a plugin. */
export interface DoctorResult {
  /** Version of Genlock. */
  readonly version: string;
  /** Version of Node, e.g. `v24.21.0`. */
  readonly node: string;
  /** Operating system and processor, e.g. `linux x64`. */
  readonly platform: string;
  /** A plugin can be run here: the sandbox works, and so as every policy demands. */
  readonly canRun: boolean;
  readonly sandbox: SandboxProbe;
  readonly policy: PolicyFindings;
}

/** What the policies that hold in the current folder demand of this machine. */
export interface PolicyFindings {
  readonly require: readonly SandboxLayer[];
  /** Of those, the ones that aren't live here. */
  readonly missing: readonly SandboxLayer[];
  /** Why the policies can't be relied on; with any, no plugin is run. */
  readonly problems: readonly Problem[];
}

export interface DoctorPorts extends PolicyPorts {
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly node: string;
  readonly platform: string;
}

/** Finds out what works here by trying it; changes nothing. */
export async function doctor(ports: DoctorPorts): Promise<DoctorResult> {
  const sandbox = await probeSandbox();
  const policy = findingsOf(sandbox, ports);
  const { node, platform } = ports;
  const canRun = sandbox.failure === undefined && policy.missing.length === 0 && policy.problems.length === 0;
  return { version: ownPackage().version, node, platform, canRun, sandbox, policy };
}

function findingsOf({ layers }: SandboxProbe, ports: DoctorPorts): PolicyFindings {
  try {
    const { require } = loadPolicy({ cwd: ports.cwd, root: nearestRoot(ports.cwd) }, ports);
    const missing = require.filter((required) => !layers.some(({ layer, live }) => layer === required && live));
    return { require, missing, problems: [] };
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return { require: [], missing: [], problems: error.problems };
  }
}
