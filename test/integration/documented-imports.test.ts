import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, run } from '../support/cli.ts';
import { docBlocks, documents } from '../support/doc-blocks.ts';
import { sdkCalls } from '../support/reference/declarations.ts';
import { temporaryFolder } from '../support/temporary.ts';

const calls = sdkCalls().map(({ name }) => name);

/** The code blocks that import from the package, and the examples of SDK calls, which get their import here. */
const blocks = docBlocks
  .filter(({ language, info }) => /^[jt]s$/u.test(language) && info === '')
  .flatMap((block, index) => {
    const file = `${block.page.replaceAll(/\W/gu, '-')}-${index}.${block.language}`;
    const called = calls.filter((name) => block.code.includes(`${name}(`));
    if (block.code.includes("'genlock")) return [{ file, code: block.code }];
    return called.length === 0
      ? []
      : [{ file, code: `import { ${called.join(', ')} } from 'genlock/sdk';\n${block.code}` }];
  });

const options = {
  extends: join(repository, 'tsconfig.json'),
  compilerOptions: {
    allowJs: true,
    checkJs: true,
    noPropertyAccessFromIndexSignature: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    typeRoots: [join(repository, 'node_modules/@types')],
    paths: {
      genlock: [join(repository, 'src/index.ts')],
      'genlock/sdk': [join(repository, 'src/sdk.ts')],
      'genlock/testing': [join(repository, 'src/testing.ts')],
    },
  },
  include: ['*', join(repository, 'registry-client/untyped.d.ts')],
};

async function typeErrors(files: readonly { readonly file: string; readonly code: string }[]): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  for (const { file, code } of files) writeFileSync(join(folder, file), code);
  const { stdout } = await run([join(repository, 'node_modules/.bin/tsc'), '-p', folder, '--pretty', 'false'], {
    cwd: folder,
  });
  return stdout;
}

test('every entry of the package is imported by a documented example', () => {
  const code = blocks.map((block) => block.code).join('\n');
  for (const entry of ['genlock', 'genlock/sdk', 'genlock/testing']) expect(code).toContain(`from '${entry}';`);
});

test('the documented examples compile against the sources of the package', async () => {
  expect(await typeErrors(blocks)).toBe('');
});

test('each call of the SDK has an example', () => {
  const code = blocks.map((block) => block.code).join('\n');
  expect(calls.filter((name) => !code.includes(`${name}(`))).toEqual([]);
});

test('refuses an example with an unknown option', async () => {
  const code = "import { registerSlot } from 'genlock/sdk';\nregisterSlot({ slot: 'footer', module: '@/a' });\n";
  expect(await typeErrors([{ file: 'unknown.ts', code }])).toContain('"footer"');
});

test('refuses an example that imports an unknown name', async () => {
  const code = "import { registerNothing } from 'genlock/sdk';\nregisterNothing();\n";
  expect(await typeErrors([{ file: 'unknown.ts', code }])).toContain("no exported member 'registerNothing'");
});

test('the documented files of the package exist', () => {
  const { exports }: { exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  );
  const named = documents.flatMap((page) => [
    ...readFileSync(join(repository, page), 'utf8').matchAll(
      /\bgenlock\/(?:sdk|testing|globals|schemas\/[\w-]+\.json)/gu,
    ),
  ]);
  const missing = named
    .map(([specifier]) => specifier.replace('genlock', '.'))
    .filter((specifier) =>
      specifier.startsWith('./schemas/')
        ? !existsSync(join(repository, 'types', specifier))
        : exports[specifier] === undefined,
    );
  expect(named.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});
