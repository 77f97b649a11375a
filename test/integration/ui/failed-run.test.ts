import { expect, test } from 'vitest';
import type { RunOptions } from '../../../sandbox/index.ts';
import { toErrorReport } from '../../../src/errors/report.ts';
import { runFailure } from '../../../src/plugin/run-failure.ts';
import { errorView } from '../../../src/ui/error.ts';
import { manifestOf } from '../../unit/plugin/manifest-of.ts';
import { failing, pluginInput, type Files } from '../../unit/sandbox/plugin.ts';
import { onPage } from '../../unit/ui/page.ts';

interface Case {
  readonly generator: string;
  readonly files?: Files;
  readonly options?: RunOptions;
}

const nested = {
  'lib/title.js': `export function titleOf(settings) {
  const { page } = settings;
  return page.title.trim();
}
`,
};

const copying = `import { copyTemplates } from 'genlock/sdk';

export default async function generate() {
  await copyTemplates({ source: '.' });
}
`;

const cases: Readonly<Record<string, Case>> = {
  'plugin-syntax': {
    generator: `import { copyTemplates } from 'genlock/sdk';

export default async function generate() {
  copyTemplates({ source: '.' };
}
`,
  },
  'plugin-throws-in-a-module': {
    generator: `import { titleOf } from './lib/title.js';

export default async function generate({ settings }) {
  console.log('starting with', settings.title);
  console.warn('no page given; this is a long sentence of the kind people write when they look for a mistake');
  titleOf(settings);
}
`,
    files: nested,
  },
  'plugin-template': {
    generator: copying,
    files: { 'templates/express/server/title.ts': "export const title = '{{settings.titel}}';\n" },
  },
  'plugin-argument': {
    generator: copying.replace("source: '.'", "src: 'templates'"),
  },
  'plugin-import': {
    generator: `import { readFileSync } from 'node:fs';

export default async function generate() {
  console.log(readFileSync('/etc/passwd', 'utf8'));
}
`,
  },
  'plugin-endless': {
    generator: `export default async function generate() {
  console.log('counting');
  let n = 0;
  while (true) n += 1;
}
`,
    options: { limits: { wallMs: 500 } },
  },
  'plugin-commonjs': {
    generator: '',
    files: {
      'generator.js': `const { copyTemplates } = require('genlock/sdk');

module.exports = async function generate() {
  await copyTemplates({ source: '.' });
};
`,
    },
  },
};

/** Returns the screen for the plugin author. Only the manifest name does not come from the plugin. */
async function screenOf({ generator, files = {}, options = {} }: Case): Promise<string> {
  const error = await failing(generator, files, options);
  const plugin = { manifest: manifestOf({ name: 'reports' }), files: pluginInput(generator, files).files };
  return onPage((screen) => errorView(toErrorReport(runFailure(error, plugin)), screen));
}

test.each(Object.entries(cases))('%s', async (name, given) => {
  const seen = await screenOf(given);
  await expect(seen).toMatchFileSnapshot(`cases/${name}.txt`);
});

test.each(Object.entries(cases))('%s shows no information about this machine', async (_name, given) => {
  const seen = await screenOf(given);
  expect(seen).not.toContain(process.cwd());
  expect(seen).not.toMatch(/plugin:\/\/|file:\/\/|isolated|\.cjs|\n\s+at /u);
  expect(seen).toMatch(/\n {2}[\w/.]+:\d+:\d+\n/u);
});

test('escapes and limits plugin output', async () => {
  const generator = `export default function generate() {
\tfor (let n = 0; n < 150; n += 1) console.log('line ' + n);
\tconsole.log('\\u001b[2J\\u202eevil'.repeat(3));
\tthrow new Error('\\u001b]0;title\\u0007' + ' words'.repeat(40));
}
`;
  const seen = await screenOf({ generator });
  expect(seen).toContain(String.raw`\x1b[2J\u{202e}evil`);
  expect(seen).not.toContain('\u001B');
  expect(seen).not.toContain('line 100\n');
  expect(seen.split('\n').length).toBeLessThan(45);
});

test('does not show a bundled line, but its place', async () => {
  const generator = `export default function generate() { ${'/* x */ '.repeat(60)} throw new Error('bundled'); }\n`;
  const seen = await screenOf({ generator });
  expect(seen).toContain('generator.js:1:');
  expect(seen).not.toContain('│');
});
