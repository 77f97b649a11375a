/** Builds the sandbox's worker before any test runs. */
import { buildWorker } from '../../scripts/build-worker.mjs';

export async function setup(): Promise<void> {
  await buildWorker();
}
