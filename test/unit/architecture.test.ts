import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowed, violations, type Source } from '../support/architecture.ts';
import { repository } from '../support/cli.ts';

function sources(): Source[] {
  return ['src', 'sandbox', 'registry-client', 'registry-server'].flatMap((folder) =>
    filesBelow(folder).map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') })),
  );
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => !path.startsWith('src/render/static/'));
  } catch {
    return [];
  }
}

test('every module follows the import and effect rules', () => {
  const all = sources();
  expect(all.length).toBeGreaterThan(50);
  expect(violations(all).map(({ rule, path, detail }) => `${path}: ${rule}: ${detail}`)).toEqual([]);
});

test('the import rules have no cycle', () => {
  const circleFrom = (folder: string, path: readonly string[] = []): readonly string[] | undefined =>
    path.includes(folder)
      ? [...path, folder]
      : allowed[folder]?.map((next) => circleFrom(next, [...path, folder])).find((circle) => circle !== undefined);
  expect(Object.keys(allowed).map((folder) => circleFrom(folder))).toEqual(Object.keys(allowed).map(() => undefined));
});

describe('rule violations are found', () => {
  const bad: readonly (readonly [rule: string, path: string, text: string])[] = [
    ['direction', 'src/render/a.ts', `import { x } from '../flows/init.ts';`],
    ['direction', 'src/errors/a.ts', `export type { X } from '../config/config.ts';`],
    ['direction', 'src/ui/a.ts', `const x = await import('../commands/init.ts');`],
    ['direction', 'src/core/tree.ts', `import { x } from '../render/render.ts';`],
    ['direction', 'src/engine/a.ts', `import { x } from '../flows/project/init.ts';`],
    ['direction', 'src/policy/a.ts', `import type { X } from '../lockfile/lockfile.ts';`],
    ['entries only', 'src/a.ts', ''],
    ['entries only', 'src/flows/a.ts', ''],
    [
      'one user of the team registry',
      'src/flows/project/a.ts',
      `import { x } from '../../../registry-server/users.ts';`,
    ],
    ['one caller per stage', 'src/flows/project/a.ts', `import { applyPlan } from '../../apply/apply.ts';`],
    ['one caller per stage', 'src/flows/plugins/a.ts', `import { runPlugin } from '../../../sandbox/index.ts';`],
    [
      'one caller per stage',
      'src/flows/plugins/a.ts',
      `import { resolvePolicy } from '../../engine/policy/resolve.ts';`,
    ],
    ['direction', 'src/unheard-of/a.ts', `import type { X } from '../plan/plan.ts';`],
    ['direction', 'sandbox/host/a.ts', `import { x } from '../../src/errors/error.ts';`],
    ['sandbox stands alone', 'sandbox/host/a.ts', `import { x } from '../../test/support/cli.ts';`],
    ['sandbox stands alone', 'registry-client/a.ts', `import { x } from '../sandbox/index.ts';`],
    ['pure', 'src/plan/a.ts', `import { join } from 'node:path';`],
    ['pure', 'src/render/deep/a.ts', `export const x = () => process.env['HOME'];`],
    ['pure', 'src/config/a.ts', `export const x = () => Math.random();`],
    ['pure', 'sandbox/guest/a.ts', `import { readFileSync } from 'node:fs';`],
    ['one writer', 'src/flows/a.ts', `process.stdout.write('hello');`],
    ['one writer', 'src/apply/a.ts', `console.log('hello');`],
    ['processes start in one place', 'src/flows/a.ts', `import { spawn } from 'node:child_process';`],
    ['isolated-vm stays in the worker', 'sandbox/host/a.ts', `import ivm from 'isolated-vm';`],
    ['small files', 'src/plan/a.ts', 'export const x = 1;\n'.repeat(301)],
    ['named exports', 'src/plan/a.ts', 'export default 1;'],
    ['static files are files', 'src/render/server/a.ts', `const text = \`${'export const x = 1;\n'.repeat(16)}\`;`],
    ['static files are data', 'src/render/server/a.ts', `import { x } from '../static/server/lib/json.ts';`],
  ];
  test.each(bad)('%s in %s', (rule, path, text) => {
    expect(violations([{ path, text }])).toContainEqual(expect.objectContaining({ rule, path }));
  });

  test('accepts type declarations with a default export', () => {
    const text = `declare module 'untyped' {\n  const value: unknown;\n  export default value;\n}\n`;
    expect(violations([{ path: 'sandbox/guest/globals/untyped.d.ts', text }])).toEqual([]);
  });

  test('accepts long templates with an insertion or without TypeScript', () => {
    const line = 'export const x = 1;\n';
    const text = `const a = \`${line.repeat(16)}\${1}\`;\nconst b = \`${'plain text here\n'.repeat(16)}\`;\n`;
    expect(violations([{ path: 'src/render/a.ts', text }])).toEqual([]);
  });

  test('accepts a module that follows the rules', () => {
    const text = `// console.log\nimport { x } from '../errors/error.ts';\nexport const code = \`import 'node:fs'; process.stdout\`;\n`;
    expect(violations([{ path: 'src/render/a.ts', text }])).toEqual([]);
  });
});
