import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GenlockError, runPluginFolder } from '../../src/testing.ts';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const guestbook = join(repository, 'examples/plugins/guestbook');

/** A plugin's folder with this generator's body. */
function pluginOf(body: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'templates'));
  const generator = `import * as sdk from 'genlock/sdk';\nexport default async (context) => {\n${body}\n};\n`;
  const all = { 'manifest.json': '{ "name": "tried", "version": "1.0.0" }', 'generator.js': generator, ...files };
  for (const [path, text] of Object.entries(all)) writeFileSync(join(folder, path), text);
  return folder;
}

const codeOf = (folder: string, settings = {}) =>
  runPluginFolder({ folder, settings }).then(
    () => undefined,
    (error: unknown) => (error instanceof GenlockError ? error.code : error),
  );

test('returns the files of the plugin as in a project', async () => {
  const { files, footprint, manifest, log } = await runPluginFolder({ folder: guestbook, settings: { maxLength: 7 } });
  expect(manifest.name).toBe('guestbook');
  expect([...files.keys()]).toEqual([...files.keys()].toSorted());
  expect(files.get('server/routes/guestbook.ts')).toContain('.max(7)');
  expect(files.get('test/server/routes/guestbook.test.ts')).toContain('useApi');
  expect(footprint.routes.map(({ path }) => path)).toEqual(['/api/guestbook']);
  expect(log).toEqual([]);
});

test('passes the project settings to the generator', async () => {
  const folder = pluginOf('console.log(context.database, context.framework); sdk.copyTemplates();', {
    'templates/name.txt': '{{project.name}}',
  });
  const { files, log } = await runPluginFolder({ folder, database: 'document', project: 'shop' });
  expect(log).toEqual([{ level: 'info', text: 'document express' }]);
  expect(files.get('name.txt')).toBe('shop');
});

test('fails as a project would, with a code and the console', async () => {
  expect(await codeOf(guestbook, { maxLength: 0 })).toBe('PLUGIN_SETTING_OUT_OF_BOUNDS');
  expect(await codeOf(pluginOf("sdk.copyTemplates({ source: '../..' });"))).toBe('SANDBOX_PATH');
  expect(await codeOf(pluginOf('sdk.copyTemplates();', { 'templates/package.json': '{}' }))).toBe('JUDGE_PATH_TOOL');
  const failed = runPluginFolder({ folder: pluginOf("console.warn('hm'); throw new TypeError('no');") });
  await expect(failed).rejects.toMatchObject({
    code: 'SANDBOX_THREW',
    problems: [
      { where: { file: 'generator.js', line: 3 }, run: { plugin: 'tried', log: [{ level: 'warn', text: 'hm' }] } },
    ],
  });
});
