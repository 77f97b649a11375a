import { probeSandbox, type SandboxProbe } from '../../sandbox/index.ts';
import { ownPackage } from '../own-package.ts';

/** What this machine gives to a run of a plugin. */
export interface DoctorResult {
  /** Version of Genlock. */
  readonly version: string;
  /** Version of Node, e.g. `v24.21.0`. */
  readonly node: string;
  /** Operating system and processor, e.g. `linux x64`. */
  readonly platform: string;
  /** A plugin can be run here. */
  readonly canRun: boolean;
  readonly sandbox: SandboxProbe;
}

export interface DoctorPorts {
  readonly node: string;
  readonly platform: string;
}

/** Finds out what works here by trying it; changes nothing. */
export async function doctor(ports: DoctorPorts): Promise<DoctorResult> {
  const sandbox = await probeSandbox();
  const { node, platform } = ports;
  return { version: ownPackage().version, node, platform, canRun: sandbox.failure === undefined, sandbox };
}
