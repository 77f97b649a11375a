import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localStore } from '../../server/lib/uploads/local-store';

/** Returns a store for tests, and functions to look into it. */
export async function trialStore() {
  const parent = mkdtempSync(join(tmpdir(), 'uploads-'));
  const folder = join(parent, 'files');
  return {
    store: localStore(folder),
    ids: () => (existsSync(folder) ? readdirSync(folder) : []),
    stop: async () => rmSync(parent, { recursive: true }),
  };
}
