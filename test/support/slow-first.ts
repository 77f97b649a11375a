/**
 * Starts the slowest test files of the full tier first, so that no worker is left with one at the end. Without a cache,
 * vitest sorts by project and size.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take about 30 seconds or longer, below `test/`. The tests of accounts wait for a shared project, so other
 * files start between them.
 */
const slow = [
  'e2e/jobs.test.ts',
  'e2e/databases.test.ts',
  'e2e/operations.test.ts',
  'e2e/variants.test.ts',
  'e2e/plugin-test-run.test.ts',
  'e2e/auth-browser.test.ts',
  'hostile/corpus.test.ts',
  'e2e/auth/invited-edits.test.ts',
  'e2e/access.test.ts',
  'e2e/shop.test.ts',
  'e2e/doc-blocks.test.ts',
  'e2e/prisma-cli.test.ts',
  'e2e/auth/concurrency.test.ts',
  'e2e/printed-commands.test.ts',
  'flows/plugin-test-all.test.ts',
  'e2e/setup-problems.test.ts',
  'e2e/browser.test.ts',
  'e2e/auth/guards.test.ts',
  'flows/life-cli.test.ts',
  'e2e/mail.test.ts',
  'flows/killed-on-postgres.test.ts',
  'flows/json-schemas.test.ts',
  'e2e/auth/factors-browser.test.ts',
  'flows/rename-histories.test.ts',
  'flows/own-objects.test.ts',
  'e2e/auth/links-browser.test.ts',
  'e2e/auth/guarded-users.test.ts',
  'e2e/exit-codes.test.ts',
  'e2e/auth/plugins.test.ts',
  'e2e/auth/providers.test.ts',
  'e2e/auth/attacks.test.ts',
  'e2e/surroundings.test.ts',
  'e2e/auth/policy.test.ts',
  'e2e/auth/boot.test.ts',
  'e2e/auth/sessions.test.ts',
  'e2e/example-plugins.test.ts',
  'e2e/overrides.test.ts',
  'e2e/leaks.test.ts',
  'e2e/auth/boundary.test.ts',
  'flows/killed-on-sqlite.test.ts',
  'flows/git-merge.test.ts',
  'flows/histories/histories.test.ts',
  'e2e/registry-server.test.ts',
  'e2e/graphs.test.ts',
  'e2e/slots.test.ts',
  'e2e/providers-browser.test.ts',
  'flows/plugin-test.test.ts',
  'laws/engine.test.ts',
  'flows/crash.test.ts',
  'e2e/auth/properties.test.ts',
  'e2e/demo.test.ts',
  'laws/branches.test.ts',
].map((path) => join(import.meta.dirname, '..', path));

export default class SlowFirst extends BaseSequencer {
  /** @throws Error if a listed file does not exist */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = slow.filter((path) => !existsSync(path));
    if (missing.length > 0) throw new Error(`test/support/slow-first.ts lists missing files: ${missing.join(', ')}`);
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.includes(moduleId);
    const first = sorted
      .filter(isSlow)
      .toSorted((one, other) => slow.indexOf(one.moduleId) - slow.indexOf(other.moduleId));
    return [...first, ...sorted.filter((file) => !isSlow(file))];
  }
}
