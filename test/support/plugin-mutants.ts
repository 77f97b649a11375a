/** Edits of a plugin and of the engine, each of which breaks a law. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Operation } from '../../sandbox/index.ts';
import type { Config } from '../../src/config/config.ts';
import { digestOf } from '../../src/core/digest.ts';
import { compareText } from '../../src/core/tree.ts';
import type { PreparedProject } from '../../src/engine/render-project.ts';
import type { TestCase } from '../../src/flows/plugin-test/cases.ts';
import type { Law } from '../../src/flows/plugin-test/laws.ts';
import type { Engine } from '../../src/flows/plugin-test/projects.ts';
import type { Change } from '../../src/plan/plan.ts';
import { loadPlugin } from '../../src/plugin/load.ts';
import type { Plugin } from '../../src/plugin/plugin.ts';
import { storeOperations } from '../../src/project/operations.ts';
import { examplePlugin } from './life.ts';
import { temporaryFolder } from './temporary.ts';

/** An edit of one file of the plugin. */
export interface PluginEdit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Copies the example `guestbook`, which obeys all laws, with edits. Each edit must match. An edit of no file adds it. */
export function editedGuestbook(...edits: readonly PluginEdit[]): string {
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  for (const { path, from, to } of edits) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
    writeFileSync(
      file,
      text.replace(from, () => to),
    );
  }
  return folder;
}

export const loadFolder = (path: string): Plugin => loadPlugin({ kind: 'folder', path });

const generator = 'generator.js';
const page = 'templates/express/client/pages/guestbook/index.tsx';
const start = 'export default async function generate() {';

/** The smallest project. */
const least: TestCase = { database: 'file', graph: 'none', auth: false, neighbour: 'none', settings: {} };

/** Edits of the plugin: description, broken law, smallest case, edit. */
export const pluginMutants: readonly (readonly [string, Law, TestCase, PluginEdit])[] = [
  [
    'a generator that fails with the smallest value of a setting',
    'addition',
    { ...least, settings: { maxLength: 1 } },
    {
      path: generator,
      from: start,
      to: "export default async function generate({ settings }) {\n  if (settings.maxLength === 1) throw new Error('too short');",
    },
  ],
  [
    'a schema that one database does not support',
    'addition',
    least,
    { path: 'templates/prisma/guestbook.prisma', from: '  text      String\n', to: '  text      String[]\n' },
  ],
  [
    'a file of an entity',
    'confinement',
    least,
    {
      path: generator,
      from: "copyTemplates({ source: '.', destination: '.' });",
      to: "copyTemplates({ source: '.', destination: '.' });\n  copyTemplates({ source: 'express/server/routes', destination: 'server/generated' });",
    },
  ],
  [
    'a page with another format if a switch is off',
    'formatting',
    { ...least, settings: { welcome: false } },
    {
      path: page,
      from: '{{#if settings.welcome}}\n',
      to: '{{#unless settings.welcome}}\n      <p>No   {"greeting"}</p>\n{{/unless}}\n{{#if settings.welcome}}\n',
    },
  ],
  [
    'a file without tags in another format',
    'formatting',
    least,
    {
      path: 'templates/express/client/components/GreetingProvider.tsx',
      from: 'return use(Greeting);',
      to: 'return (use(Greeting));',
    },
  ],
  [
    'a text that is inserted without escaping',
    'formatting',
    { ...least, settings: { title: '"It\'s"' }, isText: true },
    {
      path: 'templates/express/client/data/guestbook.json',
      from: '{{json settings.title}}',
      to: '"{{settings.title}}"',
    },
  ],
];

/** Adds a data migration to the plugin. */
export function dataMigration(sqlite: string, postgresql = sqlite): readonly PluginEdit[] {
  return [
    { path: 'migrations/1.0.0/sqlite.sql', from: '', to: sqlite },
    { path: 'migrations/1.0.0/postgresql.sql', from: '', to: postgresql },
  ];
}

const ownRows = `UPDATE "GuestbookMessage" SET "text" = trim("text");\n`;

/** Data migrations that break the law of migrations: description, SQL for SQLite, SQL for PostgreSQL. */
export const migrationMutants: readonly (readonly [string, string, string])[] = [
  ['a column that the schema does not have', ownRows.replace('SET "text"', 'SET "missing"'), ownRows],
  ['a table of another owner', 'DELETE FROM "User";\n', ownRows],
  ['a table of another owner on PostgreSQL', ownRows, 'DELETE FROM "User";\n'],
];

/** A data migration that obeys the law. */
export const soundMigration = dataMigration(ownRows);

/**
 * Edits of the engine, for laws that a plugin cannot break, because the sandbox and the plan enforce them: description,
 * broken law, cases, edit.
 */
export const engineMutants: readonly (readonly [string, Law, readonly TestCase[], (real: Engine) => Engine])[] = [
  ['runs that differ', 'determinism', [least], (real) => withOperations(real, () => [css()])],
  [
    'operations that depend on the entities',
    'consent',
    [least, { ...least, graph: 'relations' }],
    (real) => withOperations(real, ({ entities }) => (entities.length > 1 ? [extraModel] : [])),
  ],
  ['a plan that keeps the files of a removed plugin', 'inverse', [least], (real) => withPlan(real, keepPages)],
  ['a plan that is never empty', 'idempotence', [least], (real) => withPlan(real, addFile)],
  ['a plan that changes a file of the skeleton', 'confinement', [least], (real) => withPlan(real, changeSkeleton)],
  ['a file that no plan contains', 'confinement', [least], (real) => afterApply(real, () => true)],
  [
    'a file that depends on the plugins that were added earlier',
    'order',
    [{ ...least, neighbour: 'after' }],
    (real) => afterApply(real, (root) => existsSync(join(root, 'server/lib/mail/smtp.ts'))),
  ],
];

let count = 0;

function css(): Operation {
  count += 1;
  return { kind: 'registerCSS', variables: { '--count': `${count}px` } };
}

const extraModel: Operation = { kind: 'registerPrismaSchema', schema: 'model Extra {\n  id String @id\n}\n' };

/** Adds operations to the runs of the plugin. */
function withOperations(real: Engine, more: (config: Config) => readonly Operation[]): Engine {
  return {
    ...real,
    run: async (plugin, config) => {
      const ran = await real.run(plugin, config);
      if (plugin.source.kind === 'bundled') return ran;
      const { contribution } = ran.stored;
      const operations = [...contribution.operations, ...more(config)];
      return { ...ran, stored: storeOperations({ ...contribution, operations }) };
    },
  };
}

/** Changes the plans for projects that exist. */
function withPlan(real: Engine, change: (prepared: PreparedProject, root: string) => PreparedProject): Engine {
  return {
    ...real,
    prepare: async (ingredients) => {
      const prepared = await real.prepare(ingredients);
      return existsSync(ingredients.root) ? change(prepared, ingredients.root) : prepared;
    },
  };
}

function keepPages(prepared: PreparedProject): PreparedProject {
  const changes = prepared.plan.changes.filter(
    ({ kind, path }) => kind !== 'delete' || !path.startsWith('client/pages'),
  );
  return { ...prepared, plan: { ...prepared.plan, changes } };
}

function addFile(prepared: PreparedProject): PreparedProject {
  count += 1;
  const content = `${count}\n`;
  return withChange(prepared, {
    content,
    change: { kind: 'create', path: `more-${count}.md`, owner: 'guestbook', mode: 0o644, after: digestOf(content) },
  });
}

function changeSkeleton(prepared: PreparedProject, root: string): PreparedProject {
  const path = 'client/main.tsx';
  const before = readFileSync(join(root, path), 'utf8');
  const content = `${before}// more\n`;
  return withChange(prepared, {
    content,
    change: { kind: 'update', path, owner: 'base', mode: 0o644, before: digestOf(before), after: digestOf(content) },
  });
}

interface Addition {
  readonly change: Extract<Change, { readonly after: unknown }>;
  readonly content: string;
}

function withChange(prepared: PreparedProject, { change, content }: Addition): PreparedProject {
  const changes = [...prepared.plan.changes, change].toSorted((one, other) => compareText(one.path, other.path));
  const contents = new Map([...prepared.contents, [change.after, content] as const]);
  return { ...prepared, contents, plan: { ...prepared.plan, changes } };
}

/** Writes a file after the plugin was added. */
function afterApply(real: Engine, isMeant: (root: string) => boolean): Engine {
  return {
    ...real,
    apply: async (request) => {
      const receipt = await real.apply(request);
      const isAdded = receipt.created.includes('server/routes/guestbook.ts');
      if (isAdded && isMeant(request.root)) writeFileSync(join(request.root, 'more.md'), 'more\n');
      return receipt;
    },
  };
}
