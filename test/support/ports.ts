import type { ChangePorts } from '../../src/engine/change.ts';
import type { InitPorts } from '../../src/flows/project/init.ts';

/** Ports without a terminal or environment, with a fixed time and deterministic randomness. */
export const quietPorts: ChangePorts & InitPorts = {
  interactive: false,
  preview: () => undefined,
  agree: () => Promise.resolve(true),
  progress: () => undefined,
  clock: () => new Date('2026-01-01T00:00:00Z'),
  random: (bytes) => new Uint8Array(bytes),
  env: {},
};
