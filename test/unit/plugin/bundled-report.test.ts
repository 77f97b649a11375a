/** The reports of the bundled plugins are next to the build, not in the folders of the plugins. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledReportFolder, bundledReportState } from '../../../src/plugin/bundled-report.ts';
import { loadPlugin } from '../../../src/plugin/load.ts';
import { reportDigest } from '../../../src/plugin/test-report.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const plugin = loadPlugin({ kind: 'bundled', name: 'mail-smtp' });
const report = (status: 'held' | 'broken') => ({
  version: 1,
  plugin: { name: 'mail-smtp', version: plugin.manifest.version },
  digest: reportDigest(plugin.files),
  genlock: '1.0.0',
  grid: 'small',
  laws: [{ law: 'addition', status, cases: 1 }],
  cases: [{}],
});

test('a report is current only for exactly the files of the bundled plugin', () => {
  const own = { root: temporaryFolder(), version: '1.0.0' };
  const folder = join(own.root, bundledReportFolder);
  const write = (text: string): void => writeFileSync(join(folder, 'mail-smtp.json'), text);
  expect(bundledReportState(plugin, own).state).toBe('absent');
  mkdirSync(folder, { recursive: true });
  write(JSON.stringify(report('held')));
  expect(bundledReportState(plugin, own)).toMatchObject({
    state: 'current',
    report: { plugin: { name: 'mail-smtp' } },
  });
  const files = new Map([...plugin.files, ['generator.js', new TextEncoder().encode('// edited\n')] as const]);
  expect(bundledReportState({ ...plugin, files }, own).state).toBe('stale');
  write(JSON.stringify(report('broken')));
  expect(bundledReportState(plugin, own).state).toBe('broken');
  write('{');
  expect(bundledReportState(plugin, own).state).toBe('invalid');
});
