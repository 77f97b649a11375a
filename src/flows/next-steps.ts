import { relative } from 'node:path';
import type { DatabaseKind } from '../config/config.ts';
import { ownPackage } from '../own-package.ts';
import { packageManagerOf, type PackageManager } from '../processes/package-manager.ts';
import type { NextStep, Plan } from '../plan/plan.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the first steps depend on; paths absolute. */
export interface FirstStepsRequest {
  readonly cwd: string;
  readonly root: string;
  readonly install: boolean;
  readonly database: DatabaseKind;
  readonly env: Environment;
}

/** What a replay depends on; paths absolute. */
export interface ReplayRequest {
  readonly cwd: string;
  readonly root: string;
  readonly config?: string;
  readonly plugins: readonly string[];
  readonly install: boolean;
}

/** What remains to be done after a project was made, in order. */
export function firstSteps(request: FirstStepsRequest): readonly NextStep[] {
  const { cwd, root, install, database, env } = request;
  const folder = relative(cwd, root);
  const manager: PackageManager = packageManagerOf(env, root);
  return [
    ...(folder === '' ? [] : [{ command: `cd ${commandWord(folder)}`, reason: 'The project.' }]),
    ...(install
      ? []
      : [{ command: `${manager} install`, reason: 'Installs its packages; none of them runs a script.' }]),
    ...(database === 'file'
      ? []
      : [{ command: 'edit .env: DATABASE_URL=…', reason: `Where your ${servers[database]} is.` }]),
    { command: schemaCommand(database, 'init'), reason: firstReasons[database] },
    { command: `${manager} run dev`, reason: 'Starts API and client on http://localhost:3000.' },
  ];
}

const servers = { relational: 'PostgreSQL server', document: 'MongoDB server' } as const;

const migrated = 'Creates the database, the first migration and sample records.';
const firstReasons: Readonly<Record<DatabaseKind, string>> = {
  file: migrated,
  relational: migrated,
  document: 'Creates the indexes of the database.',
};

/** The command that makes the same project again, with the version pinned and every choice spelled out. */
export function replayOf(request: ReplayRequest, database: DatabaseKind): string {
  const { cwd, root, config, plugins, install } = request;
  const near = (path: string): string => commandWord(relative(cwd, path) || '.');
  return [
    `${invocation()} init ${near(root)} --database ${database}`,
    ...(config === undefined ? [] : [`--config ${near(config)}`]),
    ...plugins.map((path) => `--plugins ${near(path)}`),
    ...(install ? ['--install'] : []),
    '--yes',
  ].join(' ');
}

/** How this very version of Genlock is called, whether or not it is installed. */
export function invocation(): string {
  return `npx genlock@${ownPackage().version}`;
}

/** A word as a shell takes it. */
export function commandWord(text: string): string {
  return /^[\w./@:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What decides which steps a change asks for. */
export interface ChangeStepsRequest {
  readonly root: string;
  readonly database: DatabaseKind;
  /** What its migration would be called. */
  readonly name: string;
  /** The packages are installed already. */
  readonly install: boolean;
  readonly env: Environment;
  /** What of plugins that went is still in the database. */
  readonly left: { readonly models: readonly string[]; readonly columns: readonly string[] };
}

/** What remains to be done after a project was changed: what the changed files ask for. */
export function changeSteps({ changes }: Plan, request: ChangeStepsRequest): readonly NextStep[] {
  const { root, database, name, install, env, left } = request;
  const touches = (matches: (path: string) => boolean): boolean => changes.some(({ path }) => matches(path));
  const steps: NextStep[] = [];
  if (!install && touches((path) => path === 'package.json')) {
    steps.push({ command: `${packageManagerOf(env, root)} install`, reason: 'The packages have changed.' });
  }
  if (touches((path) => path.startsWith('prisma/schema/'))) {
    const drops = database !== 'document' && left.models.length + left.columns.length > 0;
    const reason = drops ? 'Drops what is left in the database; it asks first.' : 'The database schema has changed.';
    steps.push({ command: schemaCommand(database, name), reason });
  }
  return [...steps, ...readingSteps({ changes })];
}

/** What plugins that come in have to say to the project's owner. */
export function readingSteps({ changes }: Pick<Plan, 'changes'>): readonly NextStep[] {
  return changes
    .filter(({ kind, path }) => kind === 'create' && path.endsWith('/README.md'))
    .map(({ path, owner }) => ({ command: `read ${path}`, reason: `How to begin with ${owner}.` }));
}

/** MongoDB has no migrations, and only Prisma's own engine changes its indexes. */
function schemaCommand(database: DatabaseKind, name: string): string {
  return database === 'document'
    ? 'npx prisma db push'
    : `${invocation()} db migrate dev --name ${name.replaceAll(/[^a-z0-9]+/giu, '-')}`;
}
