import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { quietPorts } from '../support/ports.ts';

const configurations = join(repository, 'test/unit/config/cases');
const manifests = join(repository, 'test/unit/plugin/cases');
const shop = join(repository, 'examples/shop/genlock.json');

/** The codes `init` is refused with, and what it left in its folder. */
async function refused(given: { config?: string; plugins?: string[] }): Promise<{ codes: string[]; left: string[] }> {
  const cwd = temporaryFolder();
  const root = join(cwd, 'app');
  const request = { cwd, root, plugins: [], yes: true, dryRun: false, install: false, ...given };
  const error: unknown = await initProject(request, quietPorts).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const codes = error instanceof GenlockError ? error.problems.map(({ code }) => code) : [String(error)];
  return { codes, left: readdirSync(cwd) };
}

/** The codes an expected file lists. */
function expected(folder: string): string[] {
  const problems = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { code: string }[];
  return problems.map(({ code }) => code);
}

describe('nothing is written for a broken configuration', () => {
  test.each(readdirSync(configurations))('%s', async (name) => {
    const folder = join(configurations, name);
    const config = join(folder, 'genlock.json');
    expect(await refused({ config })).toEqual({ codes: expected(folder), left: [] });
  });
});

describe('nothing is written for a broken manifest', () => {
  test.each(readdirSync(manifests).filter((name) => existsSync(join(manifests, name, 'expected.json'))))(
    '%s',
    async (name) => {
      const plugin = join(temporaryFolder(), 'plugin');
      cpSync(join(repository, 'examples/plugins/guestbook'), plugin, { recursive: true });
      rmSync(join(plugin, 'package.json'));
      cpSync(join(manifests, name, 'manifest.json'), join(plugin, 'manifest.json'));
      const { codes, left } = await refused({ config: shop, plugins: [plugin] });
      expect({ codes, left }).toEqual({ codes: expected(join(manifests, name)), left: [] });
    },
  );
});

test('creates a project with valid input (control)', async () => {
  const { codes, left } = await refused({ config: shop, plugins: [join(repository, 'examples/plugins/guestbook')] });
  expect({ codes, left }).toEqual({ codes: ['undefined'], left: ['app'] });
});

test('reports the position of an invalid setting in the original file', async () => {
  const cwd = temporaryFolder();
  const config = join(cwd, 'genlock.json');
  const text =
    '{\n  "database": "file",\n  "plugins": {\n    "guestbook": { "settings": { "maxLength": 0 } }\n  }\n}\n';
  writeFileSync(config, text);
  const plugins = [join(repository, 'examples/plugins/guestbook')];
  const request = { cwd, root: join(cwd, 'app'), plugins, yes: true, dryRun: false, install: false };
  await expect(initProject(request, quietPorts)).rejects.toMatchObject({
    problems: [
      {
        code: 'PLUGIN_SETTING_OUT_OF_BOUNDS',
        where: { file: config, line: 4, column: 47, key: 'plugins.guestbook.settings.maxLength' },
      },
    ],
  });
});
