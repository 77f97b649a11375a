/** Checks that the reports of `genlock plugin test` in the example plugins belong to their files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownPackage } from '../../src/core/own-package.ts';
import { testedPlugin } from '../../src/flows/plugin-test/subject.ts';
import { findPlugins } from '../../src/plugin/load.ts';
import { reportFile, reportState } from '../../src/plugin/test-report.ts';
import { unrestricted } from '../../src/policy/effective-policy.ts';
import { repository } from '../support/cli.ts';
import { quietPorts } from '../support/ports.ts';

const examples = join(repository, 'examples/plugins');
const certified = ['audit-log', 'blog', 'newsletter', 'opentelemetry', 'search', 'uploads'];
const reported = findPlugins(examples).filter((folder) => existsSync(join(folder, reportFile)));

test('the examples that are products have a report', () => {
  const names = reported.map((folder) => folder.slice(examples.length + 1));
  expect(names.filter((name) => certified.includes(name)).toSorted()).toEqual(certified);
});

/** To renew the reports: `npm run reports -- --examples`. */
test.each(reported.map((folder) => folder.slice(repository.length + 1)))(
  'the report of %s is current',
  async (path) => {
    const { plugin } = await testedPlugin({ cwd: repository, spec: path, policy: unrestricted }, quietPorts);
    const found = reportState(plugin.files);
    expect(found.state).toBe('current');
    const { name, version } = plugin.manifest;
    const genlock = ownPackage().version;
    expect(found).toMatchObject({ report: { plugin: { name, version }, genlock, grid: 'small' } });
  },
);
