import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repository } from '../../support/cli.ts';
import { contributed, entity, codesOf, files, validated, unvalidated } from './trial.ts';

const code = (path: string, given = {}) => codesOf([files(path)], given)[0];
const isWritten = (path: string, given = {}) => contributed([files(path)], given).includes(path);

const reserved = {
  JUDGE_PATH_TOOL: `
    .git/hooks/post-checkout .git/config .gitattributes .gitmodules .gitignore .github/workflows/x.yml .github/.gitkeep
    .vscode/tasks.json .devcontainer/devcontainer.json .husky/pre-commit .idea/workspace.xml .circleci/config.yml
    .env .env.local .env.example .envrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .tool-versions .nvmrc .node-version
    .oxlintrc.json .oxfmtrc.json .eslintrc.cjs .prettierrc .babelrc .editorconfig .dockerignore .claude/settings.json
    .mcp.json .cursor/rules server/.oxlintrc.json client/.env packages/a/.npmrc .git .github public/.htaccess
    package.json package.yaml server/package.json packages/a/package.json package-lock.json npm-shrinkwrap.json
    yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.lock bun.lockb bunfig.toml deno.json node_modules/express/index.js
    server/node_modules/pg/index.js node_modules tsconfig.json tsconfig.build.json client/tsconfig.json jsconfig.json
    binding.gyp vite.config.ts vite.config.mts vitest.config.js prisma.config.ts vitest.workspace.ts app.code-workspace
    Dockerfile Dockerfile.dev docker-compose.yml docker-compose.override.yml compose.yaml compose.override.yml
    Makefile GNUmakefile Justfile Taskfile.yml Procfile Jenkinsfile Vagrantfile gulpfile.js Gruntfile.js
    server.js vercel.json netlify.toml fly.toml nodemon.json turbo.json nx.json lefthook.yml mise.toml renovate.json
    AGENTS.md CLAUDE.md docs/AGENTS.md requirements.txt flake.nix
    public/x/HEAD HEAD server/repository/HEAD .hg/hgrc .svn/entries .bzr/branch .jj/repo .zed/tasks.json .fleet/run.json
    .nova/tasks.json .cursorrules .windsurfrules .clinerules .github/copilot-instructions.md .swcrc .postcssrc.json
    docs/CLAUDE.local.md docs/review.instructions.md docs/x.prompt.md docs/SKILL.md client/GEMINI.md
    client/tailwind.config.js client/vite.config.ts server/unit.vitest.config.mts client/postcss.config.cjs
    client/eslint.config.js client/prettier.config.mjs server/jest.config.ts server/playwright.config.ts
    client/biome.json server/bunfig.toml docs/deno.jsonc server/justfile docs/Makefile server/Taskfile.yml
    server/mise.toml docs/x.sln docs/x.csproj docs/Directory.Build.props server/pom.xml server/build.gradle
    server/build.gradle.kts server/Cargo.toml server/build.rs server/go.mod server/CMakeLists.txt server/conftest.py
    server/sitecustomize.py docs/flake.nix docs/shell.nix docs/app.sublime-project docs/_darcs/prefs/defaults
    public/desktop.ini public/x.lnk docs/x.scf public/web.config public/_headers public/_redirects public/_worker.js
    public/_worker.js/index.js public/@react-refresh public/@vite/client api/x.ts functions/x.ts netlify/functions/x.mjs
  `,
  JUDGE_PATH_CORE: `
    genlock.json genlock.lock.json genlock.policy.json README.md dist/main.js dist prisma/schema/base.prisma
    prisma/schema/evil.prisma prisma/schema.prisma prisma/migrations/1_init/migration.sql prisma/seed.ts prisma/seed.js
    prisma/seed/tags.ts prisma server/generated/routes.ts server/generated/prisma/client.ts server/generated.ts
    client/generated/menu.ts client/generated/evil.ts server/lib/mount.ts server/lib/mount.mjs server/hooks/order.ts
    client/overrides/components/Shell.tsx client/overrides/pages/index.tsx
  `,
  JUDGE_PATH_AUTH: 'server/lib/auth/port.ts server/lib/auth/index.ts server/lib/auth.ts server/lib/auth',
  JUDGE_PATH_MAIL: 'server/lib/mail/port.ts server/lib/mail/index.ts server/lib/mail.ts server/lib/mail',
  JUDGE_PATH_SKELETON: 'scripts/task.mjs scripts/evil.mjs index.html components.json',
} as const;

const cases = Object.entries(reserved).flatMap(([expected, paths]) =>
  paths
    .trim()
    .split(/\s+/)
    .map((path) => [path, expected] as const),
);

/** Replaces letters by their full-width forms, which Unicode normalization reverses. */
const wide = (path: string) =>
  path.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));

const spellings: readonly (readonly [name: string, spell: (path: string) => string])[] = [
  ['as it is', (path) => path],
  ['in capitals', (path) => path.toUpperCase()],
  ['in full width', wide],
  ['with a dot at the end', (path) => `${path}.`],
  ['with a space at the end of its first segment', (path) => path.replace(/(?=\/|$)/, ' ')],
  ['with a zero-width character', (path) => `${path.slice(0, 2)}\u200c${path.slice(2)}`],
  ['with a soft hyphen', (path) => `${path.slice(0, 1)}\u00ad${path.slice(1)}`],
];

describe.each(spellings)('a reserved path %s', (_, spell) => {
  test.each(cases)('%s results in %s', (path, expected) => {
    expect(code(spell(path))).toBe(expected);
  });
});

test.each(cases)('control: without validation, %s would be written', (path) => {
  expect(isWritten(path)).toBe(true);
});

describe('a path that is invalid or ambiguous on some system', () => {
  test.each([
    '../x.ts',
    'a/../../x.ts',
    'a/./b.ts',
    '/etc/passwd',
    '~/x.ts',
    'C:/x.ts',
    'file:///x',
    'a\\b.ts',
    'a//b.ts',
    'a/',
    '',
    'a\0.ts',
    'a\n.ts',
    'a\u202ets.exe',
    'server/con',
    'server/aux.ts',
    'server/x.ts:stream',
    'server/x.ts.',
    'server/x ',
    'server/a?.ts',
    'x'.repeat(300),
    `${'a/'.repeat(200)}b`,
    'server/\u2025/x.ts',
    'GIT~1/hooks/x',
    'PACKAG~1.JSO',
    'server/GENERA~1/routes.ts',
    'ENV~1',
  ])('%j', (path) => {
    expect(code(path)).toBe('JUDGE_PATH_INVALID');
    expect(isWritten(path)).toBe(true);
  });
});

describe('files of a plugin that are the same file on some system', () => {
  test.each([
    ['SRC/App.ts', 'src/app.ts'],
    ['server/é.ts', 'server/e\u0301.ts'],
    ['server/ﬁ.ts', 'server/fi.ts'],
    ['server/a', 'server/a/b.ts'],
    ['server/A', 'server/a/b.ts'],
  ])('%s and %s', (one, other) => {
    expect(codesOf([files(one), files(other)])).toEqual(['JUDGE_PATH_TWIN']);
    expect(isWritten(one)).toBe(true);
    expect(unvalidated([files(one, other)]).size).toBeGreaterThan(unvalidated([files(one)]).size);
  });

  test('accepts a file that is copied twice', () => {
    expect(codesOf([files('server/a.ts'), files('server/a.ts')])).toEqual([]);
  });
});

describe('modules of one plugin', () => {
  test.each([
    ['server/a.ts', 'server/a.js'],
    ['server/a.ts', 'server/a.mjs'],
    ['server/a.tsx', 'server/A.jsx'],
    ['server/a/index.ts', 'server/a/index.js'],
    ['server/a.ts', 'server/a'],
  ])('refuses %s and %s, because the tools disagree', (one, other) => {
    expect(codesOf([files(one, other)])).toEqual(['JUDGE_PATH_TWIN']);
    expect(contributed([files(one, other)])).toEqual(expect.arrayContaining([one, other]));
  });

  test.each([
    ['client/a.css', 'client/a.tsx'],
    ['server/a.test.ts', 'server/a.ts'],
    ['server/a.d.ts', 'server/a.js'],
    ['server/a.json', 'server/a.ts'],
    ['server/a.ts', 'server/a/index.ts'],
    ['server/a.ts', 'server/b.js'],
    ['server/a.ts', 'server/a.md'],
  ])('accepts %s and %s', (one, other) => {
    expect(codesOf([files(one, other)])).toEqual([]);
  });
});

test.each(
  `client/components/head.tsx client/components/Head/index.tsx server/lib/config.ts server/lib/s3.config.ts
   client/hooks/useStock.ts client/api/stock.ts server/functions/stock.ts docs/guide.md docs/agents/list.md
   client/locales/global.json client/refs/a.ts server/objects/a.ts public/x/config public/robots.txt
   public/.well-known/security.txt client/profile.tsx server/lib/makefile.ts client/desktop.tsx shared/stock.ts`
    .trim()
    .split(/\s+/),
)('accepts the ordinary path %s', (path) => {
  expect(code(path)).toBeUndefined();
});

describe('the code of an entity', () => {
  const entities = [entity('OrderLine'), entity('Person', 'staff')];

  test('every file that the core renders is reserved', () => {
    const core = [...unvalidated([], { entities }).keys()];
    expect(core.length).toBeGreaterThan(30);
    expect(core.filter((path) => code(path, { entities }) === undefined)).toEqual([]);
  });

  test('an entity can have the name of any test of the base plugin', () => {
    const folder = 'test/client';
    const tests = readdirSync(join(repository, 'plugins/base/templates/express', folder)).filter((name) =>
      name.includes('.test.'),
    );
    expect(tests).toContain('collection.test.ts');
    const named = tests.map((name) =>
      entity(name.split('.')[0]!.replaceAll(/(?:^|-)(\w)/gu, (_, letter: string) => letter.toUpperCase())),
    );
    expect(tests.filter((name) => code(`${folder}/${name}`, { entities: named }) !== undefined)).toEqual([]);
  });

  test.each([
    'server/routes/order-lines.ts',
    'server/routes/order-lines.mjs',
    'server/routes/order-lines/index.js',
    'server/routes/Order-Lines.ts',
    'server/routes/staff.js',
    'shared/order-line.js',
    'shared/order-line.d.ts',
    'shared/enums/person.js',
    'client/forms/orderlineform.tsx',
    'client/columns/person.js',
    'client/resources/person.mjs',
    'client/pages/admin/order-lines/index.tsx',
    'client/pages/admin/order-lines/evil.tsx',
    'client/pages/admin/order-lines.tsx',
    'client/pages/(x)/admin/order-lines/new.tsx',
    'client/pages/(x)/admin/(y)/Staff.tsx',
    'test/server/routes/order-lines.test.tsx',
    'test/client/entities/person.test.ts',
    'test/factories/order-line/index.ts',
  ])('is reserved at %s', (path) => {
    expect(code(path, { entities })).toBe('JUDGE_PATH_ENTITY');
    expect(code(path)).toBeUndefined();
  });

  test('control: without validation, such a module is written', () => {
    expect(isWritten('server/routes/order-lines.mjs', { entities })).toBe(true);
  });
});

describe('a plugin may write', () => {
  test.each([
    'server/routes/guestbook.ts',
    'server/lib/mailer.ts',
    'server/lib/authors.ts',
    'client/pages/guestbook/index.tsx',
    'client/pages/(auth)/login.tsx',
    'client/pages/order-lines/index.tsx',
    'client/pages/admin/reports/order-lines.tsx',
    'client/components/Größe.tsx',
    'client/pages/blog/[...path].tsx',
    'test/server/routes/guestbook.test.ts',
    'shared/lib/money.ts',
    'public/robots.txt',
    'public/.well-known/security.txt',
    'uploads/.gitkeep',
    'docs/guestbook.md',
    'emails/welcome.html',
    'profiles/x.ts',
    'src/app.ts',
    'hello.txt',
    'data.json',
    'hello.ts',
    'LICENSE-stock',
    'server/Dockerfile.md',
    'config/settings.yaml',
  ])('%s', (path) => {
    expect(codesOf([files(path)], { entities: [entity('OrderLine')] })).toEqual([]);
  });

  test('below server/lib/auth if it provides authentication', () => {
    expect(code('server/lib/auth/port.ts', { provides: 'auth' })).toBeUndefined();
  });

  test('below server/lib/mail if it provides mail', () => {
    expect(code('server/lib/mail/port.ts', { provides: 'mail' })).toBeUndefined();
    expect(code('server/lib/mail/port.ts', { provides: 'auth' })).toBe('JUDGE_PATH_MAIL');
    expect(code('server/lib/auth/port.ts', { provides: 'mail' })).toBe('JUDGE_PATH_AUTH');
  });

  test('the paths of the skeleton, if it is the skeleton, with any name', () => {
    expect(code('scripts/task.mjs', { isSkeleton: true })).toBeUndefined();
    expect(code('scripts/task.mjs', { name: 'base' })).toBe('JUDGE_PATH_SKELETON');
    expect(code('package.json', { isSkeleton: true })).toBe('JUDGE_PATH_TOOL');
  });
});

test('refuses a file that is missing in the package', () => {
  const copied = { kind: 'copyTemplates', files: [{ path: 'public/a.png', source: 'templates/a.png' }] } as const;
  expect(codesOf([copied])).toEqual(['JUDGE_SOURCE_MISSING']);
  expect(codesOf([copied], { packaged: ['templates/a.png'] })).toEqual([]);
});

test('reports every invalid path at once, with the plugin name', () => {
  const { problems } = validated([files('.npmrc', 'server/fine.ts', 'PACKAGE.JSON', '../x')]);
  expect(problems.map(({ message }) => message.split(',')[0])).toEqual([
    'stock writes .npmrc',
    'stock writes PACKAGE.JSON',
    'stock writes ../x',
  ]);
});

/** Independent check for reserved paths. */
const dangerous =
  /(?:^|\/)(?:\.(?!well-known\/|gitkeep$|keep$)[^/]|node_modules(?:\/|$)|(?:package|tsconfig)\.json$)|^(?:prisma|dist|scripts|server\/generated|client\/generated)(?:\/|$)|^[^/]*\.config\.[^/]*$|^(?:dockerfile|makefile|genlock\.json)$/u;

test('an accepted path is harmless after folding', () => {
  const spelled = fc
    .tuple(
      fc.constantFrom(...cases),
      fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
      fc.constantFrom('', '.', ' ', '\u200d'),
    )
    .map(([[path], flips, tail]) =>
      [...Array.from(path), tail]
        .map((letter, at) => (flips.includes(at) ? wide(letter).toUpperCase() : letter))
        .join(''),
    );
  const segment = fc.oneof(
    fc.constantFrom(
      '.git',
      'PRISMA',
      'node_modules',
      'server',
      'generated',
      'package.json',
      'ｄｉｓｔ',
      'x.config.ts',
      'a',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  );
  const any = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(spelled, any), (path) => {
      if (code(path) !== undefined) return;
      accepted += 1;
      expect(path.normalize('NFKC').toLowerCase()).not.toMatch(dangerous);
    }),
    { numRuns: 10_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
