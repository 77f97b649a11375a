import { relative } from 'node:path';
import { accessText } from '../config/access-text.ts';
import type { DatabaseKind } from '../config/config.ts';
import { configPath, lockfilePath } from '../project/records.ts';
import type { Repair } from '../project/verify-records.ts';
import { packageManagerOf } from '../processes/package-manager.ts';
import type { NextStep, Plan } from '../plan/plan.ts';
import type { Beginning } from './starters.ts';
import { commandWord } from '../core/command-word.ts';
import type { Interrupted } from './install.ts';
import type { PackageManager } from '../core/package-managers.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Inputs for the first steps; paths are absolute. */
export interface FirstStepsRequest {
  /** The folder in which the steps are typed. */
  readonly shell: string;
  readonly root: string;
  readonly install: boolean;
  readonly database: DatabaseKind;
  /** The project has no entities. */
  readonly isEmpty: boolean;
  readonly env: Environment;
}

/** Inputs for the replay command; paths are absolute. */
export interface ReplayRequest {
  /** Base folder of relative paths. */
  readonly cwd: string;
  /** The folder in which the command was typed and will be pasted. */
  readonly shell: string;
  readonly root: string;
  readonly config?: string;
  readonly plugins: readonly string[];
  readonly install: boolean;
  readonly beginning?: Beginning;
  readonly manager?: PackageManager;
  readonly git?: boolean;
}

/** Returns the next steps after a project is created, in order. */
export function firstSteps(request: FirstStepsRequest): readonly NextStep[] {
  const { shell, root, install, database, isEmpty, env } = request;
  const folder = near(root, shell);
  const manager: PackageManager = packageManagerOf(env, root);
  return [
    ...(folder === '.' ? [] : [{ command: `cd ${commandWord(folder)}`, reason: 'Opens the project folder.' }]),
    ...(install
      ? []
      : [{ command: `${manager} install`, reason: 'Installs the packages without running install scripts.' }]),
    ...(database === 'file'
      ? []
      : [{ command: 'edit .env: DATABASE_URL=…', reason: `Sets the address of your ${servers[database]}.` }]),
    ...(isEmpty ? [{ command: firstEntity, reason: 'Adds a first entity, as an example.' }] : []),
    { command: schemaCommand(database, 'init'), reason: firstReasons[database] },
    { command: `${manager} run dev`, reason: 'Starts API and client on http://localhost:3000.' },
  ];
}

const firstEntity = 'genlock entity add Post title:String! body:Text';

const servers = { relational: 'PostgreSQL server', document: 'MongoDB server' } as const;

const migrated = 'Creates the database, the first migration and sample records.';
const firstReasons: Readonly<Record<DatabaseKind, string>> = {
  file: migrated,
  relational: migrated,
  document: 'Creates the indexes of the database.',
};

/**
 * Returns the command that creates the same project again, with every choice as a flag. It starts with `genlock`, like
 * all commands in messages.
 */
export function replayOf(request: ReplayRequest, database: DatabaseKind): string {
  const { cwd, shell, root } = request;
  const words = [
    'genlock',
    'init',
    near(root, cwd),
    ...['--database', database],
    ...(request.config === undefined ? [] : ['--config', near(request.config, cwd)]),
    ...request.plugins.flatMap((path) => ['--plugins', near(path, cwd)]),
    ...beginningWords(request.beginning ?? {}),
    ...(request.git === true ? ['--git'] : []),
    ...(request.install ? ['--install'] : []),
    ...(request.manager === undefined ? [] : ['--package-manager', request.manager]),
    ...(cwd === shell ? [] : ['--cwd', near(cwd, shell)]),
    '--yes',
  ];
  return words.map((word) => commandWord(word)).join(' ');
}

function beginningWords({ starter, entities = [], signIn, access }: Beginning): readonly string[] {
  return [
    ...(starter === undefined ? [] : ['--starter', starter]),
    ...entities.flatMap((entity) => ['--entity', entity]),
    ...(signIn === undefined ? [] : ['--auth', signIn]),
    ...(access === undefined ? [] : ['--access', accessText(access)]),
  ];
}

/** Formats a path as an argument relative to a folder. The result never starts with a hyphen, as options do. */
function near(path: string, from: string): string {
  const way = relative(from, path) || '.';
  return way.startsWith('-') ? `./${way}` : way;
}

/** Inputs for the next steps after a change. */
export interface ChangeStepsRequest {
  readonly root: string;
  readonly database: DatabaseKind;
  /** Name for a migration of the change. */
  readonly name: string;
  /** Whether the packages are installed already. */
  readonly install: boolean;
  readonly env: Environment;
  /** Models and columns of removed plugins that are still in the database. */
  readonly left: { readonly models: readonly string[]; readonly columns: readonly string[] };
  /** The step during which Ctrl-C was pressed. */
  readonly interrupted?: Interrupted | undefined;
}

/** Returns the next steps that the changed files require. */
export function changeSteps({ changes }: Plan, request: ChangeStepsRequest): readonly NextStep[] {
  const { root, database, name, install, env, left, interrupted } = request;
  const touches = (matches: (path: string) => boolean): boolean => changes.some(({ path }) => matches(path));
  const steps: NextStep[] = [];
  if (interrupted === 'install') {
    steps.push({ command: `${packageManagerOf(env, root)} install`, reason: 'Finishes the installation.' });
  } else if (!install && touches((path) => path === 'package.json')) {
    steps.push({ command: `${packageManagerOf(env, root)} install`, reason: 'The packages have changed.' });
  }
  const changesRows = changes.some(({ kind, path }) => kind !== 'delete' && path.startsWith('prisma/data-migrations/'));
  if (changesRows || touches((path) => path.startsWith('prisma/schema/'))) {
    const drops = database !== 'document' && left.models.length + left.columns.length > 0;
    const reason = drops
      ? 'Drops the remaining tables and columns, after a prompt.'
      : changesRows
        ? 'Applies the migrations of the update, also to existing rows.'
        : 'The database schema has changed.';
    steps.push({ command: schemaCommand(database, name), reason });
  }
  return [...steps, ...readingSteps({ changes })];
}

/** Returns a step for records that contained both sides of a merge. git still has them as conflicts. */
export function mergeSteps(repaired: readonly Repair[]): readonly NextStep[] {
  if (repaired.every(({ how }) => how !== 'united')) return [];
  const command = `git add --all ${configPath} ${lockfilePath} .genlock`;
  return [{ command, reason: 'Marks the merge conflicts in these files as resolved.' }];
}

/** Returns a step for each README of a new plugin. */
export function readingSteps({ changes }: Pick<Plan, 'changes'>): readonly NextStep[] {
  return changes
    .filter(({ kind, path }) => kind === 'create' && path.endsWith('/README.md'))
    .map(({ path, owner }) => ({ command: `read ${path}`, reason: `Getting started with ${owner}.` }));
}

/**
 * Returns the command that applies the schema. MongoDB has no migrations, and only Prisma's own engine changes its
 * indexes.
 */
function schemaCommand(database: DatabaseKind, name: string): string {
  return database === 'document'
    ? 'npx prisma db push'
    : `genlock db migrate dev --name ${name.replaceAll(/[^a-z0-9]+/giu, '-')}`;
}
