import { probeSandbox, type SandboxLayer, type SandboxProbe } from '../../../sandbox/index.ts';
import { GenlockError, type Problem } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { nearestRoot } from '../../project/open.ts';
import { loadPolicy, type PolicyPorts } from '../../engine/policy/load.ts';

/** Sandbox and policy status of this machine. */
export interface DoctorResult {
  /** Version of Genlock. */
  readonly version: string;
  /** Version of Node, such as `v24.21.0`. */
  readonly node: string;
  /** Operating system and processor, such as `linux x64`. */
  readonly platform: string;
  /** Whether plugins can run here: the sandbox works and has all layers that policies require. */
  readonly canRun: boolean;
  readonly sandbox: SandboxProbe;
  readonly policy: PolicyFindings;
}

/** Sandbox requirements of the policies in the current folder. */
export interface PolicyFindings {
  readonly require: readonly SandboxLayer[];
  /** Required layers that do not work here. */
  readonly missing: readonly SandboxLayer[];
  /** Problems of the policies. With any problem, no plugin runs. */
  readonly problems: readonly Problem[];
}

export interface DoctorPorts extends PolicyPorts {
  /** The current folder, absolute. */
  readonly cwd: string;
  readonly node: string;
  readonly platform: string;
}

/** Tests which sandbox layers work on this machine. Changes no files. */
export async function doctor(ports: DoctorPorts): Promise<DoctorResult> {
  const sandbox = await probeSandbox();
  const policy = await findingsOf(sandbox, ports);
  const { node, platform } = ports;
  const canRun = sandbox.failure === undefined && policy.missing.length === 0 && policy.problems.length === 0;
  return { version: ownPackage().version, node, platform, canRun, sandbox, policy };
}

async function findingsOf({ layers }: SandboxProbe, ports: DoctorPorts): Promise<PolicyFindings> {
  try {
    const { require } = await loadPolicy({ cwd: ports.cwd, root: nearestRoot(ports.cwd), network: false }, ports);
    const missing = require.filter((required) => !layers.some(({ layer, live }) => layer === required && live));
    return { require, missing, problems: [] };
  } catch (error) {
    if (!(error instanceof GenlockError)) throw error;
    return { require: [], missing: [], problems: error.problems };
  }
}
