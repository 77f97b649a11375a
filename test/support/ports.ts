import type { InitPorts } from '../../src/flows/project/init.ts';

/** Nobody at a terminal, no environment, time standing still and randomness without surprise. */
export const quietPorts: InitPorts = {
  interactive: false,
  preview: () => undefined,
  agree: () => Promise.resolve(true),
  progress: () => undefined,
  clock: () => new Date('2026-01-01T00:00:00Z'),
  random: (bytes) => new Uint8Array(bytes),
  env: {},
};
